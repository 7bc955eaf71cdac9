"""Soft contacts in motion: energy, friction on slopes, rest, restitution, stability."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pinocchio as pin
import pytest

from poise.contact import (
    Box,
    CombinedTerrain,
    ContactLaw,
    HuntCrossley,
    Plane,
    PointContact,
    RegularizedCoulomb,
    Slope,
    SoftContactModel,
    SpringDamper,
    Steps,
    Stiction,
    ViscousFriction,
)
from poise.errors import ContactWarning, DefinitionError, DivergedError
from poise.model import JointCommand, RobotModel, RobotState, load_robot
from poise.sim import SoftContactSimulator
from soft_ground import LAWS, TERRAINS

GRAVITY = 9.81
BALL = """<robot name="ball"><link name="ball"><inertial><mass value="2.0"/>
<inertia ixx="0.008" iyy="0.008" izz="0.008" ixy="0" ixz="0" iyz="0"/></inertial></link></robot>"""
STIFF = ContactLaw(SpringDamper(1e5, 2000.0), Stiction(0.8, 1e5, 2000.0))


def fastest(simulator: SoftContactSimulator, command: JointCommand) -> float:
    """The largest speed within 0.8 s; infinite where the run flies apart."""
    largest = 0.0
    for _ in range(800):
        try:
            largest = max(largest, float(np.abs(simulator.step(command).v).max()))
        except DivergedError:
            return np.inf
    return largest


def energy(robot: RobotModel, state: RobotState) -> float:
    model = robot.pin_model
    data = model.createData()
    kinetic = pin.computeKineticEnergy(model, data, state.q, state.v)
    return float(kinetic + pin.computePotentialEnergy(model, data, state.q))


@pytest.mark.parametrize(
    "terrain",
    [
        pytest.param(Plane(), id="plane"),
        pytest.param(Slope(angle=0.2, heading=0.4), id="slope"),
        pytest.param(CombinedTerrain([Plane(), Box([0.1, 0.0, 0.0], [0.1, 0.3, 0.1])]), id="box"),
        # The spring's force is along the gradient of the distance, so it has a potential here too.
        pytest.param(TERRAINS["bumps"], id="height field"),
    ],
)
@pytest.mark.parametrize("name", LAWS)
def test_no_law_gives_energy(name: str, terrain: object, make_block: Callable) -> None:
    scene = make_block()
    ground = SoftContactModel.of(LAWS[name], terrain)  # type: ignore[arg-type]
    turn = pin.SE3(pin.rpy.rpyToMatrix(0.3, -0.2, 0.4), np.array([0.0, 0.0, 0.45]))
    start = scene.robot.state(pin.SE3ToXYZQUAT(turn), [0.8, -0.3, 0.0, 1.0, 2.0, -1.0])
    # What the integrator adds is of first order in the substep, so it halves with it: what is left
    # at substep 0 is the law's own.
    gains = []
    for substep in (4e-5, 2e-5):
        simulator = SoftContactSimulator(
            scene.robot, scene.contacts, ground, dt=1e-3, substep=substep
        )
        simulator.reset(start)
        first = highest = energy(scene.robot, start)
        for _ in range(300):
            highest = max(highest, energy(scene.robot, simulator.step(np.zeros(0))))
        assert energy(scene.robot, simulator.state) < first - 0.1  # it did hit the ground
        gains.append(highest - first)
    assert 2.0 * gains[1] - gains[0] < 1e-4
    assert gains[1] < 2e-3


@pytest.mark.parametrize(("share", "slides"), [(0.9, False), (1.1, True)])
@pytest.mark.parametrize("integrator", ["semi_implicit", "rk4", "implicit"])
def test_a_block_on_a_slope_sticks_below_atan_friction_and_slides_above(
    share: float, slides: bool, integrator: str, make_block: Callable
) -> None:
    friction = 0.5
    angle = share * np.arctan(friction)
    scene = make_block(friction=friction)
    terrain = Slope(angle=angle)
    simulator = SoftContactSimulator(
        scene.robot, scene.contacts, terrain=terrain, integrator=integrator, dt=1e-3
    )
    down = np.array([np.cos(angle), 0.0, np.sin(angle)])
    normal = np.array([-np.sin(angle), 0.0, np.cos(angle)])
    if terrain.normal(np.zeros(3))[0] > 0:
        down, normal = down * [1, 1, -1], normal * [-1, 1, 1]
    pose = pin.SE3(
        pin.Quaternion.FromTwoVectors(np.array([0.0, 0.0, 1.0]), normal).matrix(), 0.05 * normal
    )
    simulator.reset(scene.robot.state(pin.SE3ToXYZQUAT(pose)))
    speeds, places = [], []
    for k in range(1000):
        state = simulator.step(np.zeros(0))
        if k in (499, 999):
            rotation = pin.XYZQUATToSE3(state.q).rotation
            speeds.append(float(rotation @ state.v[:3] @ down))
            places.append(np.array(state.q[:3]))
    if slides:
        # Coulomb: a = g (sin − μ cos), down the slope, whichever way it points.
        expected = GRAVITY * (np.sin(angle) - friction * np.cos(angle))
        assert abs(abs(speeds[1] - speeds[0]) / 0.5 - expected) < 0.02 * expected
    else:
        np.testing.assert_allclose(places[0], places[1], atol=1e-7)


@pytest.mark.parametrize("integrator", ["semi_implicit", "rk4", "implicit"])
@pytest.mark.parametrize("k", [2e3, 2e4])
def test_static_penetration_is_the_weight_over_the_stiffness(k: float, integrator: str) -> None:
    robot = load_robot(BALL, floating_base=True)
    ground = SoftContactModel.of(ContactLaw(SpringDamper(k, 200.0), radius=0.1))
    simulator = SoftContactSimulator(
        robot, [PointContact("ball", 0.5)], ground, integrator=integrator, substep=1e-3
    )
    simulator.reset(robot.state([0, 0, 0.1, 0, 0, 0, 1]))
    for _ in range(2000):
        state = simulator.step(np.zeros(0))
    assert 0.1 - state.q[2] == pytest.approx(2.0 * GRAVITY / k, rel=1e-6)
    wrench = simulator.contact_wrenches()["ball"]
    np.testing.assert_allclose(wrench[:3], [0.0, 0.0, 2.0 * GRAVITY], rtol=1e-6, atol=1e-9)


# Speed after over speed before, computed from the compiled source: the damper may pull or not.
RESTITUTION = [
    (0.2, False, 0.57174),
    (0.5, False, 0.29844),
    (0.8266, False, 0.172749),
    (1.5, False, 0.0755883),
    (0.2, True, 0.52662),
    (0.5, True, 0.16303),
]


@pytest.mark.parametrize(("ratio", "pulling", "expected"), RESTITUTION)
def test_restitution_of_the_spring_damper_is_the_closed_form(
    ratio: float, pulling: bool, expected: float
) -> None:
    robot = load_robot(BALL, floating_base=True, gravity=(0.0, 0.0, 0.0))
    k, m, speed = 1e4, 2.0, 1.0
    law = ContactLaw(SpringDamper(k, 2.0 * ratio * np.sqrt(k * m), pulling=pulling))
    simulator = SoftContactSimulator(
        robot, [PointContact("ball", 0.5)], SoftContactModel.of(law), integrator="rk4", substep=5e-5
    )
    simulator.reset(robot.state([0, 0, 1e-9, 0, 0, 0, 1], [0, 0, -speed, 0, 0, 0]))
    for _ in range(120):
        state = simulator.step(np.zeros(0))
    # Digits given; the moment of release is met to a substep.
    assert state.v[2] / speed == pytest.approx(expected, abs=3e-4)


def test_hunt_crossley_bounces_as_its_closed_form_at_low_speed() -> None:
    robot = load_robot(BALL, floating_base=True, gravity=(0.0, 0.0, 0.0))
    law = ContactLaw(HuntCrossley(1e5, 0.5), RegularizedCoulomb(0.5))
    simulator = SoftContactSimulator(
        robot, [PointContact("ball", 0.5)], SoftContactModel.of(law), integrator="rk4", substep=5e-5
    )
    simulator.reset(robot.state([0, 0, 1e-9, 0, 0, 0, 1], [0, 0, -0.1, 0, 0, 0]))
    for _ in range(120):
        state = simulator.step(np.zeros(0))
    # 1 − ⅔ c v₀ to first order in c v₀ = 0.05; the next term is of its square.
    assert state.v[2] / 0.1 == pytest.approx(1.0 - 2.0 / 3.0 * 0.05, abs=0.05**2)


@pytest.mark.parametrize("integrator", ["semi_implicit", "rk4", "implicit"])
def test_viscous_friction_creeps_at_the_side_load_over_its_damping(
    integrator: str, make_block: Callable
) -> None:
    angle, d_t = 0.1, 500.0
    scene = make_block(gravity=GRAVITY * np.array([np.sin(angle), 0.0, -np.cos(angle)]))
    law = ContactLaw(SpringDamper(2e4, 200.0), ViscousFriction(d_t))
    simulator = SoftContactSimulator(
        scene.robot, scene.contacts, SoftContactModel.of(law), integrator=integrator
    )
    simulator.reset(scene.state)
    for _ in range(1000):
        state = simulator.step(np.zeros(0))
    # F_t/(s d) of one foot; four corners share the load, deep inside the layer s = 1.
    expected = 3.0 * GRAVITY * np.sin(angle) / (4.0 * d_t)
    assert state.v[0] == pytest.approx(expected, rel=1e-3)


def test_runge_kutta_is_of_fourth_order_in_the_air() -> None:
    robot = load_robot(BALL.replace('"0.008"', '"0.02"', 1), floating_base=True)
    start = robot.state([0, 0, 1, 0, 0, 0, 1], [1.0, 0.5, 2.0, 3.0, -2.0, 4.0])
    errors = []
    ends = {}
    for count in (64, 4, 8):
        simulator = SoftContactSimulator(robot, (), dt=0.4, integrator="rk4", substep=0.4 / count)
        simulator.reset(start)
        ends[count] = simulator.step(np.zeros(0))
    for count in (4, 8):
        gap = pin.difference(robot.pin_model, ends[64].q, ends[count].q)
        errors.append(np.abs(gap).max() + np.abs(ends[64].v - ends[count].v).max())
    assert errors[0] / errors[1] > 12.0  # 16 for the fourth order, 8 for the third


class TestStiffGround:
    """k = 1e5 N/m and d = 2000 N·s/m on each point, dt = 1 ms."""

    def simulator(self, scene, integrator: str, substep: float | None) -> SoftContactSimulator:
        ground = SoftContactModel.of(STIFF)
        simulator = SoftContactSimulator(
            scene.robot, scene.contacts, ground, integrator=integrator, substep=substep
        )
        q = np.array(scene.state.q)
        q[2] += 0.03
        simulator.reset(scene.robot.state(q))
        return simulator

    @pytest.mark.requires("example-robot-data")
    @pytest.mark.parametrize("name", ["hyq", "go2", "g1", "talos"])
    def test_the_implicit_integrator_is_stable(self, name: str, make_standing: Callable) -> None:
        scene = make_standing(name)
        simulator = self.simulator(scene, "implicit", None)
        fastest = 0.0
        for k in range(800):
            state = simulator.step(scene.hold)
            if k > 100:
                fastest = max(fastest, float(np.abs(state.v).max()))
        assert fastest < 10.0
        assert np.abs(state.v[:6]).max() < 0.5

    @pytest.mark.requires("example-robot-data")
    @pytest.mark.parametrize("name", ["hyq", "go2", "g1", "talos"])
    def test_semi_implicit_euler_is_not_and_says_so(
        self, name: str, make_standing: Callable
    ) -> None:
        scene = make_standing(name)
        with pytest.warns(ContactWarning, match="longer than contact"):
            simulator = self.simulator(scene, "semi_implicit", 1e-3)
        # No joint turns at 30 rad/s in a drop from 3 cm but by the integrator's doing.
        assert fastest(simulator, scene.hold) > 30.0


@pytest.mark.requires("example-robot-data")
@pytest.mark.parametrize("integrator", ["semi_implicit", "implicit"])
@pytest.mark.parametrize(
    ("name", "duration", "speed"),
    # Talos sways on its ankles' loops, with the period and the decay of a pendulum on springs.
    [("hyq", 3.0, 0.02), ("go2", 3.0, 0.02), ("talos", 8.0, 0.02)],
)
def test_a_dropped_robot_comes_to_rest(
    name: str, duration: float, speed: float, integrator: str, make_standing: Callable
) -> None:
    scene = make_standing(name)
    simulator = SoftContactSimulator(scene.robot, scene.contacts, integrator=integrator)
    q = np.array(scene.state.q)
    q[2] += 0.05
    simulator.reset(scene.robot.state(q))
    fastest = 0.0
    while simulator.time < duration - 1e-9:
        state = simulator.step(scene.hold)
        if simulator.time > duration - 1.0:
            fastest = max(fastest, float(np.abs(state.v).max()))
    assert fastest < speed
    weight = scene.robot.total_mass * GRAVITY
    total = sum(wrench[2] for wrench in simulator.contact_wrenches().values())
    assert total == pytest.approx(weight, rel=2e-3)
    for pose in simulator.contact_poses().values():
        assert abs(pose.translation[2]) < 2.5e-3


def test_a_bound_is_sharp_for_a_mass_on_a_spring_and_damper() -> None:
    robot = load_robot(BALL, floating_base=True, gravity=(0.0, 0.0, -GRAVITY))
    law = ContactLaw(SpringDamper(1e5, 300.0), ViscousFriction(0.0))
    for factor, stable in ((0.97, True), (1.03, False)):
        probe = SoftContactSimulator(robot, [PointContact("ball", 0.5)], SoftContactModel.of(law))
        bound = probe.longest_steps()["ball"]
        # k h² + 2 d h = 4 m of the mass alone.
        assert 1e5 * bound**2 + 600.0 * bound == pytest.approx(8.0, rel=1e-6)
        h = factor * bound
        simulator = SoftContactSimulator(
            robot, [PointContact("ball", 0.5)], SoftContactModel.of(law), dt=h, substep=h
        )
        deep = 2.0 * GRAVITY / 1e5
        if stable:
            simulator.reset(robot.state([0, 0, -1.001 * deep, 0, 0, 0, 1]))
        else:
            with pytest.warns(ContactWarning, match="contact 'ball'"):
                simulator.reset(robot.state([0, 0, -1.001 * deep, 0, 0, 0, 1]))
        for _ in range(400):
            state = simulator.step(np.zeros(0))
        off = abs(state.q[2] + deep) / deep
        assert off < 1e-3 if stable else off > 0.1


def test_quaternions_keep_their_norm(make_block: Callable) -> None:
    scene = make_block(gravity=(0.0, 0.0, 0.0))
    simulator = SoftContactSimulator(scene.robot, (), dt=1e-2, substep=1e-4)
    simulator.reset(scene.robot.state(scene.state.q, [0, 0, 0, 3.0, -20.0, 40.0]))
    for _ in range(200):
        state = simulator.step(np.zeros(0))
    assert abs(np.linalg.norm(state.q[3:7]) - 1.0) < 1e-12


@pytest.mark.soak
def test_quaternions_keep_their_norm_over_a_million_steps(make_block: Callable) -> None:
    scene = make_block()
    simulator = SoftContactSimulator(scene.robot, scene.contacts, dt=1e-1, substep=1e-4)
    simulator.reset(scene.robot.state(scene.state.q, [0, 0, 1.0, 3.0, -20.0, 40.0]))
    for _ in range(1000):
        state = simulator.step(np.zeros(0))
        assert abs(np.linalg.norm(state.q[3:7]) - 1.0) < 1e-12


def test_steps_are_stood_on(make_block: Callable) -> None:
    scene = make_block()
    terrain = Steps(rise=0.1, run=1.0, count=3)
    simulator = SoftContactSimulator(scene.robot, scene.contacts, terrain=terrain)
    for middle, height in ((0.0, 0.0), (1.0, 0.1), (2.0, 0.2)):
        q = np.array(scene.state.q)
        q[0], q[2] = middle, 0.05 + height + 0.05
        simulator.reset(scene.robot.state(q))
        for _ in range(800):
            state = simulator.step(np.zeros(0))
        assert np.abs(state.v).max() < 1e-3
        assert state.q[2] - 0.05 == pytest.approx(height - 1e-3, abs=2e-4)


@pytest.mark.requires("example-robot-data")
def test_implicit_steps_refuse_joints_that_mimic_and_say_what_to_use() -> None:
    robot = load_robot("panda")
    with pytest.raises(DefinitionError, match=r"mimic.*semi_implicit"):
        SoftContactSimulator(robot, (), integrator="implicit")


def test_unknown_integrators_are_named(make_block: Callable) -> None:
    scene = make_block()
    with pytest.raises(DefinitionError, match="semi_implicit, rk4, implicit, got 'euler'"):
        SoftContactSimulator(scene.robot, scene.contacts, integrator="euler")  # type: ignore[arg-type]
    with pytest.raises(DefinitionError, match="ground must be a SoftContactModel"):
        SoftContactSimulator(scene.robot, scene.contacts, LAWS["none"])  # type: ignore[arg-type]


def test_a_contact_that_no_joint_moves_allows_any_step() -> None:
    model = pin.Model()
    joint = model.addJoint(0, pin.JointModelRY(), pin.SE3.Identity(), "hinge")
    inertia = pin.Inertia(1.0, np.array([0.1, 0.0, 0.0]), np.eye(3))
    model.appendBodyToJoint(joint, inertia, pin.SE3.Identity())
    model.addBodyFrame("hub", joint, pin.SE3.Identity(), 0)
    model.addBodyFrame("rim", joint, pin.SE3(np.eye(3), np.array([0.5, 0.0, 0.0])), 0)
    contacts = [PointContact("hub", 0.5), PointContact("rim", 0.5)]
    simulator = SoftContactSimulator(RobotModel(model), contacts)
    steps = simulator.longest_steps()
    assert steps["hub"] == np.inf
    assert 0.0 < steps["rim"] < np.inf
