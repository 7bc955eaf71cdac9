"""Momentum, capture points and rolling wheels against Newton, Euler and closed forms."""

import numpy as np
import pinocchio as pin
import pytest

import robots
from poise.errors import DefinitionError, FrameNotFoundError, StateError
from poise.model import Workspace, load_robot
from poise.scenes import VelocityScene
from poise.tasks import (
    AngularMomentumTask,
    CapturePointTask,
    FramePoseTask,
    LinearMomentumTask,
    LowAccelerationTask,
    Target,
    WheelRollingTask,
)

# Sums of products of order 1 to 100 in another order.
ROUND_OFF = {"rtol": 1e-10, "atol": 1e-10}
# Central differences over 1e-5 of motions of order 1: rounding 1e-10, cut-off 1e-10.
STEP, DIFFERENCE = 1e-5, 1e-8

FREE = '<limit effort="4" velocity="50"/>'
RADIUS, TRACK = 0.1, 0.5


def wheel(name, y):
    return (
        robots.link(name) + f'<joint name="{name}_axle" type="continuous"><parent link="chassis"/>'
        f'<child link="{name}"/><origin xyz="0.05 {y} 0"/><axis xyz="0 1 0"/>{FREE}</joint>'
    )


CART = robots.robot(
    robots.link("chassis", 5.0), wheel("left", TRACK / 2), wheel("right", -TRACK / 2)
)


def evaluate(robot, q, v):
    return Workspace(robot).evaluate(robot.state(q, v))


class TestMomentum:
    @pytest.mark.parametrize(
        "name",
        [pytest.param("g1", marks=pytest.mark.requires("example-robot-data")), robots.MIXED],
        ids=["g1", "mixed"],
    )
    def test_its_rate_is_the_force_on_the_robot_and_its_moment(self, name, rng):
        """Whatever the motion needs from outside acts on the base; gravity in the mass's centre."""
        robot = load_robot(name, floating_base=True)
        state = robots.random_state(robot, rng)
        now = Workspace(robot).evaluate(state)
        qdd = rng.normal(size=robot.nv)
        base = pin.SE3(pin.XYZQUATToSE3(state.q[:7]))
        force, moment = (now.M @ qdd + now.h)[:6].reshape(2, 3)
        force, moment = base.rotation @ force, base.rotation @ moment
        moment += np.cross(base.translation - now.com, force)
        force += robot.total_mass * robot.gravity
        for task, wanted in ((LinearMomentumTask(), force), (AngularMomentumTask(), moment)):
            rate = task.jacobian(now) @ qdd + task.bias(now)
            np.testing.assert_allclose(rate, wanted, rtol=1e-9, atol=1e-9)

    def test_weights_turn_with_a_frame(self, rng):
        robot = load_robot(robots.MIXED, floating_base=True)
        now = Workspace(robot).evaluate(robots.random_state(robot, rng))
        task = AngularMomentumTask(axes="tool")
        np.testing.assert_allclose(task.rotation(now), now.pose("tool").rotation.T, **ROUND_OFF)
        assert AngularMomentumTask().rotation(now) is None
        with pytest.raises(FrameNotFoundError, match=r"'tol'.*'tool'"):
            AngularMomentumTask(axes="tol").check(robot)


class TestCapturePoint:
    height = 0.7

    @pytest.fixture
    def robot(self):
        return load_robot(robots.ONE_LINK, floating_base=True).with_gravity((0.0, 0.0, -4.0))

    def pendulum(self, robot, time, pressure):
        """The linear inverted pendulum over a fixed centre of pressure, in closed form."""
        omega = np.sqrt(4.0 / self.height)
        start, speed = np.array([0.1, -0.2]), np.array([0.3, 0.4])
        c, s = np.cosh(omega * time), np.sinh(omega * time)
        offset = (start - pressure) * c + speed / omega * s
        rate = (start - pressure) * omega * s + speed * c
        lever = robot.pin_model.inertias[1].lever
        q = np.concatenate((np.append(pressure + offset, 0.3) - lever, [0.0, 0.0, 0.0, 1.0]))
        return evaluate(robot, q, np.concatenate((rate, np.zeros(4))))

    def test_it_runs_away_from_the_pressure_as_the_pendulum_says(self, robot):
        task = CapturePointTask(self.height)
        pressure = np.array([0.05, -0.1])
        start = task.point(self.pendulum(robot, 0.0, pressure))
        for time in (0.1, 0.5, 1.0):
            growth = np.exp(np.sqrt(4.0 / self.height) * time)
            expected = pressure + growth * (start - pressure)
            at = self.pendulum(robot, time, pressure)
            np.testing.assert_allclose(task.point(at), expected, **ROUND_OFF)

    def test_over_it_the_robot_comes_to_rest(self, robot):
        task = CapturePointTask(self.height)
        point = task.point(self.pendulum(robot, 0.0, np.zeros(2)))
        # After 5 s exp(−ω t) = 6e-6 of the way is left; rounding has grown by the inverse of it.
        later = self.pendulum(robot, 5.0, point)
        np.testing.assert_allclose(later.com[:2], point, atol=1e-5)
        np.testing.assert_allclose(task.point(later), point, atol=1e-9)

    def test_height_and_gravity_must_make_a_pendulum(self, robot):
        for height in (0.0, -1.0, np.nan, "high"):
            with pytest.raises(DefinitionError, match="height of task 'capture point'"):
                CapturePointTask(height)
        with pytest.raises(DefinitionError, match="'capture point' needs a gravity"):
            CapturePointTask(1.0).check(robot.with_gravity((9.81, 0.0, 0.0)))


class TestLowAcceleration:
    def test_it_asks_for_the_present_velocity_whatever_its_target(self, rng):
        robot = load_robot(robots.MIXED, floating_base=True)
        now = Workspace(robot).evaluate(robots.random_state(robot, rng))
        task = LowAccelerationTask()
        error = task.error(now, task.checked_target(robot, Target({"bend": 4.0})))
        np.testing.assert_array_equal(error, np.zeros(3))


class TestRollingDisc:
    """A disc that rolls in a circle, tilting as it likes; its contact point's path is known.

    With heading θ, tilt ψ and spin φ it touches where it would write its track: at a speed of
    r φ̇ along its heading. Source: Bloch, Nonholonomic Mechanics and Control, section 1.4.
    """

    turn, spin = 0.8, -1.7

    @pytest.fixture
    def robot(self):
        return load_robot(robots.ONE_LINK, floating_base=True)

    def place(self, time):
        heading, tilt, spin = self.turn * time, 0.4 * np.sin(1.3 * time), self.spin * time
        rotation = (
            pin.rpy.rpyToMatrix(0.0, 0.0, heading)
            @ pin.rpy.rpyToMatrix(tilt, 0.0, 0.0)
            @ pin.rpy.rpyToMatrix(0.0, spin, 0.0)
        )
        speed = RADIUS * self.spin / self.turn
        touch = speed * np.array([np.sin(heading), -np.cos(heading), 0.0])
        up = np.array([np.sin(heading) * np.sin(tilt), -np.cos(heading) * np.sin(tilt), 0.0])
        up[2] = np.cos(tilt)
        return pin.SE3ToXYZQUAT(pin.SE3(rotation, touch + RADIUS * up))

    def state(self, robot, time):
        before, after = self.place(time - STEP), self.place(time + STEP)
        v = pin.difference(robot.pin_model, before, after) / (2 * STEP)
        return evaluate(robot, self.place(time), v)

    @pytest.mark.parametrize("time", [0.0, 0.7, 2.0, 5.0])
    def test_it_does_not_slip(self, robot, time):
        task = WheelRollingTask("roll", "body", RADIUS)
        slip = task.velocity(self.state(robot, time))
        np.testing.assert_allclose(slip, 0.0, atol=DIFFERENCE)

    def test_on_a_slope_everything_turns_with_it(self, robot, rng):
        slope = pin.exp6(rng.normal(size=6))
        task = WheelRollingTask("roll", "body", RADIUS, normal=3.0 * slope.rotation[:, 2])
        flat = self.state(robot, 0.7)
        q = pin.SE3ToXYZQUAT(slope * pin.XYZQUATToSE3(flat.state.q))
        slip = task.velocity(evaluate(robot, q, flat.state.v))
        np.testing.assert_allclose(slip, 0.0, atol=DIFFERENCE)

    def test_the_axle_may_lie_anywhere_in_the_frame(self, robot):
        turned = robot.with_frame(
            "hub", "body", pin.SE3(pin.rpy.rpyToMatrix(0.3, 0.2, 0.1), np.zeros(3))
        )
        axle = pin.rpy.rpyToMatrix(0.3, 0.2, 0.1).T @ [0.0, 2.0, 0.0]
        one = WheelRollingTask("roll", "hub", RADIUS, axle)
        other = WheelRollingTask("roll", "body", RADIUS)
        now = self.state(turned, 0.7)
        np.testing.assert_allclose(one.jacobian(now), other.jacobian(now), **ROUND_OFF)
        np.testing.assert_allclose(one.bias(now), other.bias(now), **ROUND_OFF)

    def test_lying_flat_it_touches_nowhere(self, robot):
        q = pin.SE3ToXYZQUAT(pin.SE3(pin.rpy.rpyToMatrix(np.pi / 2, 0.0, 0.0), np.zeros(3)))
        task = WheelRollingTask("roll", "body", RADIUS)
        for read in (task.jacobian, task.bias, task.velocity):
            with pytest.raises(StateError, match="'roll' lies flat"):
                read(evaluate(robot, q, np.zeros(6)))

    def test_wrong_parameters_are_named(self, robot):
        for changes, message in (
            ({"radius": 0.0}, "radius of task 'roll' must be > 0"),
            ({"axle": (0.0, 0.0, 0.0)}, "axle of task 'roll' must not be zero"),
            ({"axle": (1.0, 0.0)}, "axle of task 'roll' must have shape"),
            ({"normal": (0.0, np.nan, 0.0)}, "normal of task 'roll' must be finite"),
            ({"frame": ""}, "frame of task 'roll' must be"),
        ):
            with pytest.raises(DefinitionError, match=message):
                WheelRollingTask(**{"name": "roll", "frame": "body", "radius": 1.0} | changes)
        with pytest.raises(FrameNotFoundError, match=r"'bod'.*'body'"):
            WheelRollingTask("roll", "bod", 1.0).check(robot)


class TestCart:
    """Two wheels on one axle: ẋ ∓ (b/2) θ̇ = r φ̇, and nothing sideways, at the axle."""

    @pytest.fixture
    def robot(self):
        return load_robot(CART, floating_base=True)

    def test_its_slip_is_the_unicycles(self, robot, rng):
        heading, v = rng.uniform(-3, 3), rng.normal(size=8)
        v[2:5] = 0.0  # on the floor, upright
        q = np.concatenate(([2.0, 1.0, RADIUS], [0, 0, np.sin(heading / 2), np.cos(heading / 2)]))
        now = evaluate(robot, robot.configuration({"left_axle": 0.4, "right_axle": -2.0}), v)
        now = evaluate(robot, np.concatenate((q, now.state.q[7:])), v)
        forward, sideways, turn = v[0], v[1], v[5]
        for side, frame, spin in ((1, "left", v[6]), (-1, "right", v[7])):
            along = forward - side * TRACK / 2 * turn - RADIUS * spin
            across = sideways + 0.05 * turn
            slip = WheelRollingTask("roll", frame, RADIUS).velocity(now)
            np.testing.assert_allclose(slip, [along, across], **ROUND_OFF)

    def test_a_scene_drives_it_and_never_sideways(self, robot):
        scene = VelocityScene(robot, dt=0.01)
        scene.configure(
            [
                FramePoseTask("chassis", "chassis"),
                *(WheelRollingTask(f, f, RADIUS, strictness="hard") for f in ("left", "right")),
            ]
        )
        now = Workspace(robot).evaluate(robot.neutral_state())
        wanted = {"left": np.zeros(2), "right": np.zeros(2)}
        forward = {**wanted, "chassis": [0.3, 0.0, 0.0, 0.0, 0.0, 0.0]}
        v = scene.solve(scene.formulate(now, forward)).require().velocity
        # The damping 1e-6 of both wheels takes 2e-6/r² = 2e-4 of the speed.
        np.testing.assert_allclose(v, [0.3, 0, 0, 0, 0, 0, 3.0, 3.0], rtol=1e-3, atol=1e-4)
        turning = {**wanted, "chassis": [0.0, 0.0, 0.0, 0.0, 0.0, 0.5]}
        v = scene.solve(scene.formulate(now, turning)).require().velocity
        assert v[6] == pytest.approx(-v[7], rel=1e-9)
        # Nothing sideways at the axle's ground: the free base rolls a little to follow better.
        assert v[1] + 0.05 * v[5] + RADIUS * v[3] == pytest.approx(0.0, abs=1e-8)
        sideways = {**wanted, "chassis": [0.0, 0.3, 0.0, 0.0, 0.0, 0.0]}
        v = scene.solve(scene.formulate(now, sideways)).require().velocity
        slips = [WheelRollingTask("roll", f, RADIUS).jacobian(now) @ v for f in ("left", "right")]
        np.testing.assert_allclose(slips, 0.0, atol=1e-8)
