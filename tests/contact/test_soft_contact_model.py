"""Soft ground under robots: feet, parameters, and derivatives against finite differences."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pinocchio as pin
import pytest

import poise
from poise import SoftContactModel
from poise.contact import GroundReaction, PointContact, SurfaceContact
from poise.errors import DefinitionError, FrameNotFoundError, StateError
from poise.model import RobotModel
from robots import joint, link, robot
from soft_ground import LAWS, TERRAINS

pytestmark = pytest.mark.requires("example-robot-data")


@pytest.fixture(scope="module")
def hyq():
    return poise.load_robot("hyq")


@pytest.fixture(scope="module")
def state(hyq):
    """Standing 1 cm deep, crooked and moving."""
    return sunk(hyq, depth=0.01, seed=0)


def sunk(machine, depth, seed):
    random = np.random.default_rng(seed)
    contacts = poise.preset_contacts(machine)
    q = poise.standing_state(machine, contacts, machine.preset.stance).q.copy()
    q[2] -= depth
    q = pin.integrate(machine.pin_model, q, 0.01 * random.normal(size=machine.nv))
    return machine.state(q, 0.3 * random.normal(size=machine.nv))


def test_forces_are_those_of_the_bare_law_at_the_feet(hyq, state):
    model = SoftContactModel(smoothing="sigmoid", terrain=TERRAINS["slope"])
    forces = model.compute_contact_forces(hyq, state)
    snapshot = poise.Workspace(hyq).evaluate(state)
    assert list(forces) == ["lf_foot", "rf_foot", "lh_foot", "rh_foot"]
    for contact in poise.preset_contacts(hyq):
        place = hyq.place(contact.frame, contact.placement)
        expected = model.point_force(
            snapshot.pose(place).translation, snapshot.twist(place, "world")[:3]
        )
        np.testing.assert_allclose(forces[contact.name], expected, rtol=1e-10, atol=1e-10)


def test_patch_sums_its_corners_and_resists_tipping():
    g1 = poise.load_robot("g1")
    contacts = poise.preset_contacts(g1)
    state = poise.standing_state(g1, contacts, g1.preset.stance)
    q = np.array(state.q)
    q[2] -= 0.001
    reaction = GroundReaction(g1, SoftContactModel(k=2e4))
    reaction.move(q, np.zeros(g1.nv))
    reaction.press()
    assert len(reaction.points) == 8
    for force in reaction.forces().values():
        np.testing.assert_allclose(force, [0, 0, 4 * 20.0], atol=1e-6)
    # Leaning forwards, the front corners carry more: a moment that a point could not have.
    lean = np.concatenate((np.zeros(4), [0.005, 0.0], np.zeros(g1.na)))
    reaction.move(pin.integrate(g1.pin_model, q, lean), np.zeros(g1.nv))
    reaction.press()
    rows = reaction.points[reaction.feet[contacts[0].name]]
    front, back = np.sort(rows["position"][:, 0])[2:], np.sort(rows["position"][:, 0])[:2]
    pressed = dict(zip(rows["position"][:, 0], rows["force"][:, 2], strict=True))
    assert min(pressed[x] for x in front) > max(pressed[x] for x in back)


def test_inactive_feet_get_exactly_nothing(hyq, state):
    model = SoftContactModel(feet=["lf_foot", "rf_foot", "lh_foot", "rh_foot"], smoothing="abs")
    model.set_active_ee([False, True, True, False])
    forces = model.compute_contact_forces(hyq, state)
    assert [bool(np.any(f)) for f in forces.values()] == [False, True, True, False]
    model.set_active_ee({"lf_foot": True})
    forces = model.compute_contact_forces(hyq, state)
    assert [bool(np.any(f)) for f in forces.values()] == [True, True, True, False]
    slopes = model.contact_force_derivatives(hyq, state)["rh_foot"]
    assert not np.any(slopes.q)
    assert not np.any(slopes.v)
    assert not any(np.any(value) for value in slopes.parameters.values())


def test_parameters_are_read_and_set_for_all_and_per_foot(hyq, state):
    model = SoftContactModel(smoothing="sigmoid")
    before = model.compute_contact_forces(hyq, state)
    model.k, model.d = 10000.0, 1000.0  # P5: linear in both together
    after = model.compute_contact_forces(hyq, state)
    for name, force in before.items():
        np.testing.assert_allclose(after[name], 2.0 * force, rtol=1e-12)
    model.set_parameters("lf_foot", k=0.0, d=0.0)
    assert (model.k, model.parameter("k", "lf_foot")) == (10000.0, 0.0)
    forces = model.compute_contact_forces(hyq, state)
    assert not np.any(forces["lf_foot"])
    np.testing.assert_array_equal(forces["rf_foot"], after["rf_foot"])
    model.k = 5000.0
    assert model.parameter("k", "lf_foot") == 5000.0
    assert model.parameter("d", "lf_foot") == 0.0
    model.smoothing = "abs"
    assert model.smoothing.name == "ABS"
    model.terrain = poise.Plane(point=(0, 0, -1))
    assert all(
        f[2] < 1e-9
        for f in SoftContactModel(terrain=model.terrain).compute_contact_forces(hyq, state).values()
    )


@pytest.mark.parametrize("copied", [SoftContactModel.clone, copy.deepcopy, copy.copy])
def test_clone_shares_nothing(hyq, state, copied):
    model = SoftContactModel(smoothing="sigmoid")
    model.set_active_ee({"lf_foot": False})
    forces = model.compute_contact_forces(hyq, state)
    other = copied(model)
    assert other._reaction is None  # it makes its own memory, so it may serve another thread
    other.k = 1.0
    other.set_active_ee({"rf_foot": False})
    other.set_parameters("lh_foot", d=0.0)
    other.compute_contact_forces(hyq, state)
    assert model.k == 5000.0
    for name, force in model.compute_contact_forces(hyq, state).items():
        np.testing.assert_array_equal(force, forces[name])


def test_model_survives_pickling(hyq, state):
    model = SoftContactModel(terrain=TERRAINS["bumps"], feet=poise.preset_contacts(hyq))
    forces = model.compute_contact_forces(hyq, state)
    again = pickle.loads(pickle.dumps(model)).compute_contact_forces(hyq, state)
    for name, force in forces.items():
        np.testing.assert_array_equal(again[name], force)


def test_friction_left_to_the_contacts_is_theirs(hyq, state):
    contacts = [PointContact("lf_foot", 0.2), SurfaceContact("rf_foot", 0.02, 0.02, 0.7)]
    law = poise.RegularizedCoulomb(slip_speed=1e-6)  # at its limit as good as always
    forces = SoftContactModel(friction=law, feet=contacts).compute_contact_forces(hyq, state)
    for contact in contacts:
        force = forces[contact.name]
        assert np.linalg.norm(force[:2]) == pytest.approx(contact.friction * force[2], rel=0.02)


@pytest.mark.parametrize(
    ("act", "error", "message"),
    [
        (lambda m, r, s: m.set_parameters(stiffness=1.0), DefinitionError, "no parameter 'stif"),
        (lambda m, r, s: m.set_parameters("lf_fot", k=1.0), DefinitionError, "Did you mean 'lf_f"),
        (lambda m, r, s: m.parameter("k", "lf_fot"), DefinitionError, "Did you mean 'lf_foot'"),
        (lambda m, r, s: setattr(m, "k", -1.0), DefinitionError, "k must be ≥ 0"),
        (lambda m, r, s: m.set_active_ee([True]), DefinitionError, "one flag for each of 4"),
        (lambda m, r, s: m.set_active_ee({"x": True}), DefinitionError, "no foot 'x'"),
        (lambda m, r, s: m.set_active_ee({"lf_foot": 1.5}), DefinitionError, "True or False"),
        (lambda m, r, s: m.with_feet(["a", "a"]), DefinitionError, "different names"),
        (lambda m, r, s: m.with_feet("lf_foot"), DefinitionError, "must be a list"),
        (lambda m, r, s: m.with_feet([3]), DefinitionError, "names of frames or contacts"),
        (
            lambda m, r, s: m.with_feet(["lf_fot"]).compute_contact_forces(r, s),
            FrameNotFoundError,
            "Did you mean 'lf_foot'",
        ),
        (lambda m, r, s: m.compute_contact_forces(r, None), StateError, "must be a RobotState"),
        (lambda m, r, s: m.compute_contact_forces("hyq", s), DefinitionError, "a RobotModel"),
        (
            lambda m, r, s: SoftContactModel().compute_contact_forces(RobotModel(r.pin_model), s),
            DefinitionError,
            "not loaded by name",
        ),
    ],
)
def test_mistakes_are_named(hyq, state, act, error, message):
    model = SoftContactModel(feet=["lf_foot", "rf_foot", "lh_foot", "rh_foot"])
    with pytest.raises(error, match=message):
        act(model, hyq, state)
    assert model.k == 5000.0


def difference(function, step, size):
    columns = [(function(step * e) - function(-step * e)) / (2.0 * step) for e in np.eye(size)]
    return np.stack(columns, axis=-1)


def assert_close(found, expected):
    # Central differences over 2e-6 of forces around 100 N: rounding leaves 1e-8 of the largest.
    scale = max(1e-3, np.abs(expected).max())
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-6 * scale)


CASES = [*((law, "plane", 0.0) for law in LAWS), ("stiction", "bumps", 0.0)]
CASES += [("stiction", "slope", 0.02), ("hunt-crossley", "bumps", 0.02), ("sigmoid", "box", 0.02)]


@pytest.mark.parametrize(("law", "terrain", "radius"), CASES)
def test_derivatives_by_q_and_v(hyq, state, law, terrain, radius):
    model = SoftContactModel.of(LAWS[law].with_parameters({"radius": radius}), TERRAINS[terrain])
    reaction = GroundReaction(hyq, model)
    reaction.move(state.q, state.v)
    random = np.random.default_rng(1)
    reaction.points["anchor"] = reaction.points["position"] + 1e-3 * random.normal(size=(4, 3))
    reaction.points["touching"] = True
    tau = 5.0 * random.normal(size=hyq.nv)

    def forces(q, v):
        reaction.move(q, v)
        reaction.press()
        return reaction.points["force"].copy()

    def acceleration(q, v, tau=tau):
        forces(q, v)
        reaction.load()
        return reaction.motion.acceleration(q, v, tau).copy()

    def moved(step):
        return pin.integrate(hyq.pin_model, state.q, step)

    by = [difference(lambda e, f=f: f(moved(e), state.v), 1e-6, 18) for f in (forces, acceleration)]
    by += [
        difference(lambda e, f=f: f(state.q, state.v + e), 1e-6, 18) for f in (forces, acceleration)
    ]
    forces(state.q, state.v)
    reaction.load()
    found = reaction.acceleration_derivatives(state.q, state.v, tau)
    assert_close(reaction.spread[:, 0], by[0])
    assert_close(found[1], by[1])
    assert_close(reaction.spread[:, 1], by[2])
    assert_close(found[2], by[3])


@pytest.mark.parametrize("name", ["hyq", "g1", "ur5", "kinova"])
def test_motion_of_joints_is_differentiated_like_pinocchio_does(name):
    machine = poise.load_robot(name)
    tips = machine.frame_names[-3:]
    reaction = GroundReaction(machine, SoftContactModel(feet=tips))
    random = np.random.default_rng(4)
    q = pin.integrate(machine.pin_model, machine.neutral_state().q, random.normal(size=machine.nv))
    v = random.normal(size=machine.nv)
    reaction.move(q, v)
    reaction.press()
    reaction.differentiate(q, v)
    data = machine.pin_model.createData()
    pin.computeForwardKinematicsDerivatives(machine.pin_model, data, q, v, v)
    for index, found in zip(reaction._joints, reaction._partials, strict=True):
        expected = pin.getJointVelocityDerivatives(machine.pin_model, data, int(index), pin.WORLD)
        np.testing.assert_allclose(found[0].T, expected[0], atol=1e-12)
        np.testing.assert_allclose(found[1].T, expected[1], atol=1e-12)


def test_derivatives_of_a_robot_on_patches():
    g1 = poise.load_robot("g1")
    state = sunk(g1, 0.005, 2)
    model = SoftContactModel(k=2e4, smoothing="tanh")
    found = model.contact_force_derivatives(g1, state)

    def forces(q, v):
        return np.array(list(model.compute_contact_forces(g1, g1.state(q, v)).values()))

    by_q = difference(
        lambda e: forces(pin.integrate(g1.pin_model, state.q, e), state.v), 1e-6, g1.nv
    )
    by_v = difference(lambda e: forces(state.q, state.v + e), 1e-6, g1.nv)
    assert_close(np.array([slopes.q for slopes in found.values()]), by_q)
    assert_close(np.array([slopes.v for slopes in found.values()]), by_v)


@pytest.mark.parametrize("law", LAWS)
def test_derivatives_by_parameters(hyq, state, law):
    model = SoftContactModel.of(LAWS[law].with_parameters({"radius": 0.01}), TERRAINS["bumps"])
    found = model.contact_force_derivatives(hyq, state)
    for name in found["lf_foot"].parameters:
        value = model.parameter(name)
        step = 1e-6 * max(1.0, abs(value))

        def forces(change, name=name, value=value):
            other = model.clone()
            other.set_parameters(**{name: value + change})
            return np.array(list(other.compute_contact_forces(hyq, state).values()))

        numeric = (forces(step) - forces(-step)) / (2.0 * step)
        assert_close(np.array([slopes.parameters[name] for slopes in found.values()]), numeric)


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("height", [-0.02, 0.0, 0.01])
def test_one_sided_right_at_a_kink(law, height):
    # z = offset is where springs and gates begin; v = 0 where friction turns round.
    model = SoftContactModel.of(LAWS[law])
    offset = model.z_offset
    position = np.array([0.0, 0.0, offset + (0.0 if height == 0.0 else height)])
    velocity = np.array([0.1, -0.2, -0.3])
    found = model.point_force_derivatives(position, velocity).position[:, 2]
    sides = []
    for step in (np.array([0.0, 0.0, 1e-7]), np.array([0.0, 0.0, -1e-7])):
        change = model.point_force(position + step, velocity) - model.point_force(
            position, velocity
        )
        sides.append(change / step[2])
    scale = max(1.0, np.abs(found).max())
    assert any(np.allclose(found, side, rtol=1e-4, atol=1e-4 * scale) for side in sides)


def test_linearised_dynamics_predict_a_step(hyq, state):
    model = SoftContactModel(smoothing="sigmoid")
    effort = np.linspace(-20.0, 20.0, hyq.na)
    found = model.forward_dynamics_derivatives(hyq, state, effort)
    assert found.A.shape == (36, 36)
    assert found.B.shape == (36, 12)
    random = np.random.default_rng(3)
    x, u = random.normal(size=36), random.normal(size=12)

    def after(scale, h=1e-5):
        q = pin.integrate(hyq.pin_model, state.q, scale * x[:18])
        v = state.v + scale * x[18:]
        a = model.forward_dynamics_derivatives(hyq, hyq.state(q, v), effort + scale * u)
        return pin.integrate(hyq.pin_model, q, h * v), v + h * a.acceleration

    (q0, _), (q1, v1), (q2, v2) = after(0.0), after(1e-5), after(-1e-5)
    change = [pin.difference(hyq.pin_model, q0, q) for q in (q1, q2)]
    x_after = np.concatenate(((change[0] - change[1]), v1 - v2)) / 2e-5
    rate = (x_after - x) / 1e-5
    expected = found.A @ x + found.B @ u
    # First order in the step of 10 µs, and rounding of 1e-11 over 1e-10.
    np.testing.assert_allclose(rate[:18], expected[:18], atol=1e-3)
    np.testing.assert_allclose(rate[18:], expected[18:], atol=1e-4 * np.abs(expected).max())


def test_mimic_joints_have_no_dynamics_derivatives(tmp_path):
    path = tmp_path / "copycat.urdf"
    follower = joint("second", "arm", "tip", inside='<mimic joint="first" multiplier="2"/>')
    path.write_text(
        robot(link("base"), link("arm"), link("tip"), joint("first", "base", "arm"), follower)
    )
    copycat = poise.load_robot(path)
    model = SoftContactModel(feet=["tip"])
    assert np.isfinite(model.compute_contact_forces(copycat, copycat.neutral_state())["tip"]).all()
    with pytest.raises(DefinitionError, match="mimic"):
        model.forward_dynamics_derivatives(copycat, copycat.neutral_state(), np.zeros(1))
    with pytest.raises(DefinitionError, match="mimic"):
        model.contact_force_derivatives(copycat, copycat.neutral_state())
