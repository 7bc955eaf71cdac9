"""The laws on arrays of every library, and their gradients where a library has them."""

from __future__ import annotations

import importlib

import numpy as np
import pytest

from poise import SoftContactModel
from soft_ground import LAWS, TERRAINS, states

POSITION, VELOCITY = states(60, seed=3)
# The ground's own numbers and those of branches: at it, and where exponentials overflow.
FAR = np.array([[0, 0, z] for z in (0.0, 1.0, -1.0, 8.0, -8.0, 1e3, -1e3)], dtype=float)


class Library:
    """An array library: from NumPy, and back."""

    def __init__(self, name, module):
        self.name = name
        self.module = module

    def array(self, values):
        if self.name == "torch":
            return self.module.tensor(values, dtype=self.module.float64)
        return self.module.asarray(values)


@pytest.fixture(
    params=[
        "numpy",
        pytest.param("array-api-strict", marks=pytest.mark.requires("array-api-strict")),
        pytest.param("jax", marks=pytest.mark.requires("jax")),
        pytest.param("torch", marks=pytest.mark.requires("torch")),
    ]
)
def library(request):
    if request.param == "jax":
        return Library("jax", importlib.import_module("jax.numpy"))
    return Library(request.param, importlib.import_module(request.param.replace("-", "_")))


@pytest.fixture(autouse=True)
def double_precision(request):
    if "jax" not in request.node.name:
        yield
        return
    import jax

    with jax.enable_x64(True):
        yield


# Every law, and every terrain; their combinations add nothing that depends on the library.
PAIRS = [*((law, "plane") for law in LAWS), *(("stiction", name) for name in TERRAINS)]


@pytest.mark.parametrize(("law", "terrain"), PAIRS)
def test_forces_are_those_of_numpy(library, law, terrain):
    model = SoftContactModel.of(LAWS[law], TERRAINS[terrain])
    found = model.point_force(library.array(POSITION), library.array(VELOCITY))
    assert type(found).__module__.split(".")[0] != "numpy" or library.name == "numpy"
    expected = model.point_force(POSITION, VELOCITY)
    scale = max(1.0, np.abs(expected).max())
    # exp and tanh differ by a few ulps between libraries.
    np.testing.assert_allclose(np.asarray(found), expected, rtol=1e-12, atol=1e-13 * scale)


@pytest.mark.parametrize("shape", [(3,), (0, 3), (1, 3), (2, 5, 3)])
def test_any_leading_axes(library, shape):
    position = np.full(shape, -0.01)
    model = SoftContactModel(smoothing="sigmoid")
    found = model.point_force(library.array(position), library.array(0.1 * position))
    assert tuple(found.shape) == shape


def test_half_the_precision_stays_so(library):
    if library.name == "array-api-strict":
        pytest.skip("the same code as NumPy's")
    kind = library.module.float32
    model = SoftContactModel(smoothing="sigmoid", alpha_n=50.0, terrain=TERRAINS["combined"])
    one = library.array(POSITION)
    one = one.to(kind) if library.name == "torch" else one.astype(kind)
    found = model.point_force(one, one)
    assert found.dtype == kind
    assert np.isfinite(np.asarray(found)).all()


def gradients(library, model, position, velocity):
    """Jacobians of each point's force, shapes (n, 3, 3), by the library itself."""
    if library.name == "jax":
        import jax

        each = jax.jit(jax.vmap(jax.jacobian(model.point_force, argnums=(0, 1))))
        return each(library.array(position), library.array(velocity))
    torch = library.module
    found = [
        torch.autograd.functional.jacobian(model.point_force, (library.array(p), library.array(v)))
        for p, v in zip(position, velocity, strict=True)
    ]
    return [torch.stack([pair[i] for pair in found]) for i in (0, 1)]


@pytest.fixture(
    params=[
        pytest.param("jax", marks=pytest.mark.requires("jax")),
        pytest.param("torch", marks=pytest.mark.requires("torch")),
    ]
)
def differentiating(request):
    module = "jax.numpy" if request.param == "jax" else "torch"
    return Library(request.param, importlib.import_module(module))


@pytest.mark.parametrize(("law", "terrain"), PAIRS)
def test_gradients_are_our_derivatives(differentiating, law, terrain):
    model = SoftContactModel.of(LAWS[law], TERRAINS[terrain])
    position, velocity = POSITION[:12], VELOCITY[:12]
    ours = model.point_force_derivatives(position, velocity)
    theirs = gradients(differentiating, model, position, velocity)
    for mine, other in zip((ours.position, ours.velocity), theirs, strict=True):
        scale = max(1.0, np.abs(mine).max())
        np.testing.assert_allclose(np.asarray(other), mine, rtol=1e-9, atol=1e-10 * scale)


@pytest.mark.parametrize("law", LAWS)
def test_gradients_are_finite_everywhere(differentiating, law):
    # Generated code of the toolbox gives NaN from 7.1 m above the ground on.
    model = SoftContactModel.of(LAWS[law])
    for velocity in (np.zeros_like(FAR), np.ones_like(FAR)):
        for gradient in gradients(differentiating, model, FAR, velocity):
            assert np.isfinite(np.asarray(gradient)).all()


@pytest.mark.parametrize("law", ["sigmoid", "tanh, exponential", "softplus"])
def test_gradient_at_the_ground_is_that_of_the_smooth_law(differentiating, law):
    model = SoftContactModel.of(LAWS[law])
    at, moving = np.zeros((1, 3)), np.array([[0.3, 0.1, -0.2]])
    by_position, _ = gradients(differentiating, model, at, moving)
    h = np.array([[0.0, 0.0, 1e-6]])
    numeric = (model.point_force(at + h, moving) - model.point_force(at - h, moving)) / 2e-6
    # The linear spring of "sigmoid" has a kink there: the gradient is that of its inside.
    if law == "sigmoid":
        numeric[0, 2] -= 0.5 * 5000.0
    np.testing.assert_allclose(np.asarray(by_position)[0, :, 2], numeric[0], rtol=1e-6)


@pytest.mark.requires("jax")
def test_jax_compiles_maps_and_differentiates_by_parameters(request):
    import jax
    import jax.numpy as jnp

    with jax.enable_x64(True):
        model = SoftContactModel(smoothing="sigmoid", alpha_n=50.0)
        position, velocity = jnp.asarray(POSITION), jnp.asarray(VELOCITY)
        plain = model.point_force(position, velocity)
        np.testing.assert_allclose(
            jax.jit(model.point_force)(position, velocity), plain, rtol=1e-12
        )
        each = jax.jit(jax.vmap(model.point_force))(position, velocity)
        np.testing.assert_allclose(each, plain, rtol=1e-12)
        ours = model.point_force_derivatives(POSITION, VELOCITY).parameters
        for name in ("k", "d", "alpha", "alpha_n", "z_offset"):

            def by_value(value, name=name):
                return model.point_force(position, velocity, {name: value})

            theirs = jax.jit(jax.jacfwd(by_value))(float(model.parameter(name)))
            scale = max(1.0, np.abs(ours[name]).max())
            np.testing.assert_allclose(theirs, ours[name], rtol=1e-9, atol=1e-12 * scale)


def test_unknown_parameter_is_refused():
    with pytest.raises(ValueError, match="no parameter 'stiffness'"):
        SoftContactModel().point_force(POSITION, VELOCITY, {"stiffness": 1.0})
