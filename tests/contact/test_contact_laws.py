"""Laws beside the seed's: each at its limits, and every parameter checked."""

from __future__ import annotations

import numpy as np
import pytest

from poise import (
    ContactLaw,
    HuntCrossley,
    RegularizedCoulomb,
    Slope,
    SoftContactModel,
    SoftplusSpring,
    SpringDamper,
    Stiction,
    ViscousFriction,
)
from poise.contact.kernels.compile import kernel
from poise.contact.point_table import POINT, set_law
from poise.errors import DefinitionError, ShapeError
from soft_ground import LAWS, TERRAINS, bounce, states


def force(law, position, velocity=(0.0, 0.0, 0.0)):
    return SoftContactModel.of(law).point_force(np.array(position), np.array(velocity, dtype=float))


def pressed(law, position, velocity, anchor=None, dt=-1.0):
    """One point under the compiled loop, tied to an anchor; returns its row."""
    points = np.zeros(1, POINT)
    set_law(points, law, None)
    points["active"], points["position"], points["velocity"] = True, position, velocity
    if anchor is not None:
        points["anchor"], points["touching"] = anchor, True
    kernel("press_points")(points, *SoftContactModel().terrain.arrays, dt)
    return points[0]


class TestHuntCrossley:
    law = ContactLaw(HuntCrossley(k=1e5, dissipation=0.5), ViscousFriction(0.0))

    def test_is_hertz_at_rest(self):
        assert force(self.law, [0, 0, -0.01])[2] == pytest.approx(1e5 * 0.01**1.5)

    def test_does_not_jump_at_touchdown(self):
        assert force(self.law, [0, 0, -1e-9], [0, 0, -2.0])[2] < 1e-7

    def test_lets_go_at_one_over_the_dissipation(self):
        assert force(self.law, [0, 0, -0.01], [0, 0, 2.0])[2] == 0.0
        assert force(self.law, [0, 0, -0.01], [0, 0, 1.9])[2] > 0.0

    def test_with_exponent_one_it_is_the_linear_spring(self):
        law = ContactLaw(HuntCrossley(5000.0, 0.0, 1.0), ViscousFriction(0.0))
        assert force(law, [0, 0, -0.01])[2] == pytest.approx(50.0)

    def test_bounce_falls_with_the_speed(self):
        # e ≈ 1 − ⅔ c v₀ for small c v₀ (Hunt and Crossley 1975, with λ = c k).
        for v0 in (0.02, 0.05):
            speed = bounce(SoftContactModel.of(self.law), mass=10.0, v0=v0, h=1e-5)
            assert speed == pytest.approx(1.0 - 2.0 / 3.0 * 0.5 * v0, abs=(0.5 * v0) ** 2)


class TestSoftplus:
    def test_is_the_linear_spring_far_inside_and_nothing_far_outside(self):
        law = ContactLaw(SoftplusSpring(5000.0, 500.0, 200.0))
        assert force(law, [0, 0, -0.2])[2] == pytest.approx(1000.0)
        assert force(law, [0, 0, 0.2])[2] < 1e-15

    def test_carries_log_two_at_the_ground(self):
        law = ContactLaw(SoftplusSpring(5000.0, 500.0, 200.0))
        assert force(law, [0, 0, 0.0])[2] == pytest.approx(25.0 * np.log(2.0))

    def test_stiffness_never_exceeds_k(self):
        model = SoftContactModel.of(ContactLaw(SoftplusSpring(5000.0, 0.0, 200.0)))
        z = np.linspace(-1.0, 1.0, 401)
        position = np.stack((0 * z, 0 * z, z), axis=-1)
        slopes = model.point_force_derivatives(position, np.zeros_like(position))
        assert np.all(slopes.position[:, 2, 2] >= -5000.0)
        assert np.all(np.diff(slopes.position[:, 2, 2]) >= 0.0)


class TestFriction:
    def test_separate_damping(self):
        law = ContactLaw(SpringDamper(d=500.0), ViscousFriction(30.0))
        np.testing.assert_allclose(force(law, [0, 0, -0.01], [1.0, 0.0, -0.1]), [-30.0, 0.0, 100.0])

    @pytest.mark.parametrize("speed", [1e-3, 0.1, 100.0])
    def test_coulomb_is_bounded_and_smooth(self, speed):
        law = ContactLaw(SpringDamper(), RegularizedCoulomb(0.5, 0.01))
        f = force(law, [0, 0, -0.01], [0.6 * speed, 0.8 * speed, 0.0])
        size = 0.5 * 50.0 * speed / np.hypot(speed, 0.01)
        np.testing.assert_allclose(f[:2], [-0.6 * size, -0.8 * size])
        assert np.linalg.norm(f[:2]) <= 0.5 * f[2]

    def test_coulomb_creeps_under_a_side_load(self):
        law = ContactLaw(SpringDamper(), RegularizedCoulomb(0.5, 0.01))
        creep = 0.01 * 20.0 / np.sqrt(25.0**2 - 20.0**2)
        assert force(law, [0, 0, -0.01], [creep, 0, 0])[0] == pytest.approx(-20.0)

    def test_stiction_holds_without_creep(self):
        law = ContactLaw(SpringDamper(), Stiction(0.5, k_t=4000.0, d_t=100.0))
        row = pressed(law, (0.002, 0.0, -0.01), (0, 0, 0), anchor=(0, 0, 0))
        np.testing.assert_allclose(row["force"], [-8.0, 0.0, 50.0])

    def test_stiction_slides_at_coulombs_limit_and_drags_the_anchor(self):
        law = ContactLaw(SpringDamper(), Stiction(0.5, k_t=4000.0, d_t=100.0))
        row = pressed(law, (0.3, 0.4, -0.01), (0, 0, 0), anchor=(0, 0, 0), dt=0.0)
        np.testing.assert_allclose(row["force"], [-15.0, -20.0, 50.0])
        stretch = row["position"][:2] - row["anchor"][:2]
        np.testing.assert_allclose(4000.0 * stretch, [15.0, 20.0])

    def test_stiction_ties_a_point_where_it_touches_and_forgets_in_the_air(self):
        law = ContactLaw(SpringDamper(), Stiction(0.5))
        row = pressed(law, (0.3, 0.4, -0.01), (0, 0, 0), dt=0.0)
        assert row["touching"]
        np.testing.assert_allclose(row["anchor"][:2], (0.3, 0.4))
        row = pressed(law, (0.3, 0.4, 0.01), (0, 0, 0), anchor=(0, 0, 0), dt=0.0)
        assert not row["touching"]
        np.testing.assert_array_equal(row["force"], np.zeros(3))

    def test_press_alone_remembers_nothing(self):
        law = ContactLaw(SpringDamper(), Stiction(0.5))
        assert not pressed(law, (0.3, 0.4, -0.01), (0, 0, 0))["touching"]

    def test_rolling_sphere_meets_no_friction(self):
        # Its centre moves at ω r; the material point below rests.
        law = ContactLaw(SpringDamper(), Stiction(0.5), radius=0.1)
        points = np.zeros(1, POINT)
        set_law(points, law, None)
        points["active"] = True
        points["position"], points["velocity"] = (0, 0, 0.09), (1.0, 0, 0)
        points["angular"] = (0, 10.0, 0)
        terrain = SoftContactModel().terrain.arrays
        for _ in range(100):
            kernel("press_points")(points, *terrain, 1e-3)
            np.testing.assert_allclose(points["force"][0], [0, 0, 50.0], atol=1e-9)
            points["position"] += [1e-3, 0, 0]

    @pytest.mark.parametrize("terrain", TERRAINS)
    @pytest.mark.parametrize("name", ["hunt-crossley", "softplus", "stiction"])
    def test_friction_never_exceeds_the_cone(self, name, terrain):
        position, velocity = states(300)
        ground = TERRAINS[terrain]
        forces = SoftContactModel.of(LAWS[name], ground).point_force(position, velocity)
        normal = ground.normal(position)
        along = np.sum(forces * normal, axis=-1)
        across = np.linalg.norm(forces - along[:, None] * normal, axis=-1)
        assert np.all(across <= 0.6 * along * (1.0 + 1e-9) + 1e-12)


def test_radius_lifts_the_point():
    law = ContactLaw(SpringDamper(), radius=0.02)
    np.testing.assert_allclose(force(law, [0, 0, 0.01]), [0, 0, 50.0])


def test_slope_turns_the_force():
    model = SoftContactModel(terrain=Slope(angle=0.2))
    normal = np.array([-np.sin(0.2), 0.0, np.cos(0.2)])
    f = model.point_force(-0.01 * normal, np.zeros(3))
    np.testing.assert_allclose(f, 50.0 * normal, atol=1e-12)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: SoftContactModel(k=-1.0), "k must be ≥ 0"),
        (lambda: SoftContactModel(d=-1.0), "d must be ≥ 0"),
        (lambda: SoftContactModel(alpha=0.0), "alpha must be > 0"),
        (lambda: SoftContactModel(alpha_n=np.nan), "alpha_n must be a finite number"),
        (lambda: SoftContactModel(z_offset=np.inf), "z_offset must be a finite number"),
        (lambda: SoftContactModel(smoothing="sigmod"), "Did you mean 'sigmoid'"),
        (lambda: SoftContactModel(smoothing=7), "smoothing must be one of"),
        (lambda: SoftContactModel(terrain=0.0), "terrain must be a terrain"),
        (lambda: SoftContactModel(friction=0.5), "friction must be a law of friction"),
        (lambda: SoftContactModel.of(SpringDamper()), "law must be a ContactLaw"),
        (lambda: ContactLaw(HuntCrossley()), "friction must be given"),
        (lambda: HuntCrossley(exponent=0.5), "exponent must be ≥ 1"),
        (lambda: HuntCrossley(dissipation=-1.0), "dissipation must be ≥ 0"),
        (lambda: SoftplusSpring(alpha=-1.0), "alpha must be > 0"),
        (lambda: RegularizedCoulomb(0.5, 0.0), "slip_speed must be > 0"),
        (lambda: Stiction(-0.5), "friction must be ≥ 0"),
        (lambda: Stiction(0.5, k_t=0.0), "k_t must be > 0"),
        (lambda: ViscousFriction(-1.0), "d_t must be ≥ 0"),
        (lambda: ContactLaw(radius=-0.1), "radius must be ≥ 0"),
        (lambda: SpringDamper(pulling="yes"), "pulling must be True or False"),
    ],
)
def test_wrong_parameters_are_refused(make, message):
    with pytest.raises(DefinitionError, match=message):
        make()


def test_wrong_shapes_are_refused():
    model = SoftContactModel()
    with pytest.raises(ShapeError, match=r"position must have shape \(\.\.\., 3\)"):
        model.point_force(np.zeros(2), np.zeros(3))
    with pytest.raises(ShapeError, match="velocity must have the shape of position"):
        model.point_force(np.zeros((4, 3)), np.zeros((5, 3)))


def test_friction_left_to_the_contact_cannot_be_used_without_one():
    model = SoftContactModel(friction=RegularizedCoulomb())
    with pytest.raises(DefinitionError, match="friction of RegularizedCoulomb must be given"):
        model.point_force(np.zeros(3), np.zeros(3))


@pytest.mark.parametrize("terrain", TERRAINS)
@pytest.mark.parametrize("law", LAWS)
def test_compiled_loop_and_arrays_agree(law, terrain):
    position, velocity = states(50)
    points = np.zeros(50, POINT)
    set_law(points, LAWS[law], None)
    points["active"], points["position"], points["velocity"] = True, position, velocity
    model = SoftContactModel.of(LAWS[law], TERRAINS[terrain])
    kernel("press_points")(points, *model.terrain.arrays, -1.0)
    expected = model.point_force(position, velocity)
    scale = max(1.0, float(np.abs(expected).max()))
    # The same formulas; compilers may contract products and sums.
    np.testing.assert_allclose(points["force"], expected, rtol=0, atol=1e-13 * scale)


def closed_ways(steps, count=8):
    """Positions and velocities of points led around, shapes (steps, count, 3), and the step [s]."""
    random = np.random.default_rng(7)
    size = random.uniform(0.0, 0.05, (count, 3))
    turns, phase = random.integers(1, 4, (count, 3)), random.uniform(0.0, 6.3, (count, 3))
    middle = random.uniform(-0.2, 0.2, (count, 3)) * [1.0, 1.0, 0.05]
    dt = 2.0 * np.pi / steps
    angle = turns * dt * np.arange(steps)[:, None, None] + phase
    return middle + size * np.sin(angle), size * turns * np.cos(angle), dt


def assert_passive(forces, velocities, dt):
    power = dt * np.sum(forces * velocities, axis=-1)
    assert np.abs(power).sum(axis=0).max() > 0.05
    # The rectangle rule over a force with jumps and kinks.
    assert np.all(power.sum(axis=0) <= 3e-3 * np.abs(power).sum(axis=0) + 1e-9)


@pytest.mark.parametrize("terrain", TERRAINS)
@pytest.mark.parametrize("name", [name for name, law in LAWS.items() if not law.remembers])
def test_no_closed_way_gains_energy_from_the_ground(name, terrain):
    positions, velocities, dt = closed_ways(10000)
    forces = SoftContactModel.of(LAWS[name], TERRAINS[terrain]).point_force(positions, velocities)
    assert_passive(forces, velocities, dt)


@pytest.mark.parametrize("terrain", TERRAINS)
def test_no_closed_way_gains_energy_from_stiction(terrain):
    # Twice around: the second time begins with anchors as the first has left them.
    positions, velocities, dt = closed_ways(4000)
    points = np.zeros(positions.shape[1], POINT)
    set_law(points, LAWS["stiction"], None)
    points["active"] = True
    ground, press = TERRAINS[terrain].arrays, kernel("press_points")
    forces = np.zeros_like(positions)
    for _ in range(2):
        for k in range(len(positions)):
            points["position"], points["velocity"] = positions[k], velocities[k]
            press(points, *ground, dt)
            forces[k] = points["force"]
    assert_passive(forces, velocities, dt)
