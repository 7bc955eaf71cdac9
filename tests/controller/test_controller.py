"""The controller: closed loop on the ideal model, memory, failed ticks, mistakes."""

import copy
import pickle
from dataclasses import replace

import numpy as np
import pinocchio as pin
import pytest

from poise.contact import PointContact, preset_contacts, standing_state
from poise.control import MotorGains, PdLaw
from poise.controller import Controller
from poise.errors import DefinitionError, SceneError, StateError
from poise.model import Workspace, load_robot
from poise.qp import QpStatus
from poise.scenes import Penalties, ReducedTsidScene
from poise.tasks import (
    CenterOfMassTask,
    ContactForceTask,
    FrameOrientationTask,
    FramePoseTask,
    PostureTask,
    Target,
)

pytestmark = pytest.mark.requires("example-robot-data")

MEANT = Penalties(contact_wrench=1e-4)


@pytest.fixture(scope="module")
def panda():
    return load_robot("panda")


@pytest.fixture(scope="module")
def g1():
    return load_robot("g1")


@pytest.fixture(scope="module")
def standing(g1):
    return standing_state(g1, preset_contacts(g1), g1.preset.stance)


def standing_controller(g1, penalties=MEANT, **laws):
    scene = ReducedTsidScene(g1, preset_contacts(g1), penalties=penalties)
    scene.configure(
        [
            CenterOfMassTask("com", 10.0),
            FrameOrientationTask("trunk", "pelvis", 3.0),
            PostureTask("posture", 0.3),
        ]
    )
    return Controller(scene, 1e-3, laws)


def smooth(t):
    """From rest, with zero acceleration at t = 0: value and two derivatives of 0.1 t³ e^(−t)."""
    decay = 0.1 * np.exp(-t)
    return (
        decay * t**3,
        decay * (3.0 * t**2 - t**3),
        decay * (6.0 * t - 6.0 * t**2 + t**3),
    )


def test_a_moving_and_turning_reference_is_tracked_on_the_ideal_model(panda):
    """No steady error: feed-forward, bias and error laws all agree."""
    frame = panda.preset.hand
    scene = ReducedTsidScene(panda)
    scene.configure([FramePoseTask("tool", frame, 10.0), PostureTask("posture", 1e-4)])
    # Holding q̈ over a tick leaves an error of about ½ dt² times the jerk, here below 1e-8.
    dt = 2e-4
    controller = Controller(scene, dt, {"tool": 400.0})
    state = panda.state(panda.configuration(panda.preset.stance))
    controller.set_target_from(state)
    start = controller.targets["tool"].value
    shift, axis = np.array([0.5, 0.8, -0.6]), np.array([1.5, -2.5, 2.0])
    direction = np.concatenate((shift, axis))
    errors = []
    for k in range(5000):
        size, rate, rate2 = smooth(k * dt)
        # Turns about an axis fixed in the world while it moves.
        pose = pin.SE3(pin.exp3(axis * size) @ start.rotation, start.translation + shift * size)
        step = controller.step(state, {"tool": Target(pose, direction * rate, direction * rate2)})
        assert step.solved
        errors.append(np.abs(step.errors["tool"]).max())
        a = step.solution.acceleration
        # The acceleration held over the tick, integrated exactly.
        q = pin.integrate(panda.pin_model, state.q, dt * state.v + 0.5 * dt**2 * a)
        state = panda.state(q, state.v + dt * a)
    assert np.linalg.norm(direction * rate) > 0.25
    assert max(errors) < 1e-6


def test_targets_from_the_state_do_not_kick(g1, standing):
    # The force penalty trades a little acceleration for less force: 0.05 rad/s² at 1e-4, a
    # hundredth of it here.
    controller = standing_controller(g1, Penalties(contact_wrench=1e-6))
    controller.set_target_from(standing)
    step = controller.step(standing)
    assert step.solved
    for error in step.errors.values():
        assert np.abs(error).max() < 1e-12
    # At rest on both feet the best acceleration is none.
    assert np.abs(step.solution.acceleration).max() < 1e-3
    weight = sum(wrench[2] for wrench in step.contact_wrenches.values())
    assert weight == pytest.approx(g1.total_mass * 9.81, rel=1e-5)


def test_a_missing_target_is_named(g1, standing):
    controller = standing_controller(g1)
    with pytest.raises(SceneError, match=r"'com' has no target.*set_target_from"):
        controller.step(standing)
    controller.set_target_from(standing, "com")
    assert set(controller.targets) == {"com"}
    with pytest.raises(SceneError, match="'tail' is no motion task"):
        controller.set_target_from(standing, "tail")


def test_given_targets_hold_for_one_tick_and_are_not_changed(g1, standing):
    controller = standing_controller(g1)
    controller.set_target_from(standing)
    com = controller.targets["com"]
    moved = com.moved([0.0, 0.0, -0.01])
    kept = np.array(moved.value)
    lowered = controller.step(standing, {"com": moved})
    np.testing.assert_allclose(lowered.errors["com"], [0.0, 0.0, -0.01], atol=1e-12)
    np.testing.assert_array_equal(moved.value, kept)
    np.testing.assert_allclose(controller.step(standing).errors["com"], 0.0, atol=1e-12)


def test_errors_become_accelerations_by_the_pd_law(g1, standing):
    controller = standing_controller(g1, com=PdLaw(10.0, 7.0))
    controller.set_target_from(standing)
    v = np.zeros(g1.nv)
    v[0] = 0.2
    moving = g1.state(standing.q, v)
    target = Target(
        controller.targets["com"].value + np.array([0.03, 0.0, 0.0]),
        velocity=np.array([0.0, 0.1, 0.0]),
        acceleration=np.array([0.0, 0.0, 0.5]),
    )
    step = controller.step(moving, {"com": target})
    expected = np.array([10.0 * 0.03 - 7.0 * 0.2, 7.0 * 0.1, 0.5])
    np.testing.assert_allclose(step.accelerations["com"], expected, atol=1e-9)


def test_steps_repeat_bit_for_bit_from_the_same_memory(g1, standing):
    controller = standing_controller(g1, Penalties(1e-6, 1e-4, 1e-3, 1e-3))
    controller.set_target_from(standing)
    controller.step(standing)
    moving = g1.state(standing.q, 0.01 * np.ones(g1.nv))
    before = controller.memory
    first = controller.step(moving)
    assert first.before is before
    controller.memory = before
    second = controller.step(moving)
    np.testing.assert_array_equal(first.command.effort, second.command.effort)
    restored = pickle.loads(pickle.dumps(before))
    controller.memory = restored
    third = controller.step(moving)
    np.testing.assert_array_equal(first.command.effort, third.command.effort)


@pytest.mark.parametrize("penalties", [Penalties(1e-8, 1e-4, 1e6), Penalties(1e-8, 1e-4, 0, 1e6)])
def test_delta_penalties_refer_to_what_was_commanded_last(g1, standing, penalties):
    """A huge penalty keeps its quantity as near to the last command as the hard rows allow."""
    controller = standing_controller(g1, penalties)
    free = standing_controller(g1)
    # Both ticks move, so that "last commanded" is not zero.
    moving = g1.state(standing.q, -0.05 * np.ones(g1.nv))
    pushed = g1.state(standing.q, 0.05 * np.ones(g1.nv))
    changes = []
    for each in (controller, free):
        each.set_target_from(standing)
        first, second = each.step(moving), each.step(pushed)
        assert second.solved
        previous = second.before.previous
        np.testing.assert_array_equal(previous.acceleration, first.solution.acceleration)
        assert np.abs(previous.acceleration).max() > 0.1
        for name, wrench in first.contact_wrenches.items():
            np.testing.assert_array_equal(previous.wrenches[name], wrench)
        if penalties.acceleration_delta:
            change = second.solution.acceleration - first.solution.acceleration
        else:
            change = np.concatenate(
                [second.contact_wrenches[c] - w for c, w in first.contact_wrenches.items()]
            )
        changes.append(np.linalg.norm(change))
    assert changes[0] < 0.9 * changes[1]


class TestFailedTick:
    def impossible(self, g1, standing):
        """One foot that must carry more than the robot weighs, both rigid."""
        contacts = [replace(c, max_normal_force=50.0) for c in preset_contacts(g1)]
        scene = ReducedTsidScene(g1, contacts, acceleration_limit=0.01, penalties=MEANT)
        scene.configure([PostureTask("posture", 1.0)])
        controller = Controller(scene, 1e-3)
        controller.set_target_from(standing)
        return controller

    def test_is_an_outcome_that_repeats_the_last_efforts(self, g1, standing):
        controller = self.impossible(g1, standing)
        controller.scene.set_contacts(preset_contacts(g1))
        good = controller.step(standing)
        assert good.solved
        controller.scene.set_contacts(
            [replace(c, max_normal_force=50.0) for c in preset_contacts(g1)]
        )
        bad = controller.step(standing)
        assert not bad.solved
        assert bad.status is QpStatus.INFEASIBLE
        np.testing.assert_array_equal(bad.command.effort, good.command.effort)
        # After it: no delta terms, a cold start, and the next good tick works.
        assert controller.memory.previous.acceleration is None
        assert not controller.memory.previous.wrenches
        assert controller.memory.warm_start is None
        controller.scene.set_contacts(preset_contacts(g1))
        assert controller.step(standing).solved

    def test_on_the_first_tick_asks_for_no_effort(self, g1, standing):
        step = self.impossible(g1, standing).step(standing)
        assert not step.solved
        assert not step.command.effort.any()


def test_commanded_position_and_velocity_are_integrated(g1, standing):
    controller = standing_controller(g1)
    controller.set_target_from(standing)
    lowered = {"com": controller.targets["com"].moved([0.0, 0.0, -0.05])}
    command = controller.step(standing, lowered).command
    expected = 1e-3 * command.acceleration
    np.testing.assert_allclose(command.velocity, expected, atol=1e-12)
    np.testing.assert_allclose(
        command.position, g1.joint_positions(standing.q) + 1e-3 * expected, atol=1e-12
    )


def test_force_references_are_forces(g1, standing):
    contacts = preset_contacts(g1)
    scene = ReducedTsidScene(g1, contacts, penalties=MEANT)
    scene.configure([PostureTask("posture"), ContactForceTask("load", contacts[0].name)])
    controller = Controller(scene, 1e-3)
    controller.set_target_from(standing)
    with pytest.raises(SceneError, match="lack the task 'load'"):
        controller.step(standing)
    with pytest.raises(DefinitionError, match="must be a force"):
        controller.step(standing, {"load": Target(np.zeros(3))})
    assert controller.step(standing, {"load": np.array([0.0, 0.0, 100.0])}).solved


@pytest.mark.parametrize(
    ("laws", "message"),
    [
        ({"con": 10.0}, "laws hold 'con'.*'com'"),
        ({"com": PdLaw((1.0, 2.0))}, "kp of task 'com' must be one number or 3"),
        ({"com": -1.0}, "kp must be ≥ 0"),
    ],
)
def test_wrong_laws_are_refused(g1, laws, message):
    with pytest.raises(DefinitionError, match=message):
        standing_controller(g1, **laws)


@pytest.mark.parametrize(
    ("references", "message"),
    [
        ({"con": Target(np.zeros(3))}, "references hold 'con'.*'com'"),
        ({"com": np.zeros(3)}, "reference of task 'com' must be a Target"),
        ({"com": Target(np.zeros(4))}, r"target of task 'com' must have shape \(3,\)"),
        ({"com": Target(np.full(3, np.nan))}, "must be finite"),
        ({"com": Target(pin.SE3.Identity())}, "must be a position"),
    ],
)
def test_wrong_references_are_refused(g1, standing, references, message):
    controller = standing_controller(g1)
    controller.set_target_from(standing)
    with pytest.raises((DefinitionError, SceneError), match=message):
        controller.step(standing, references)


def test_a_missing_target_says_how_to_get_it(g1, standing):
    controller = standing_controller(g1)
    with pytest.raises(SceneError, match=r"'com' yet; call set_target_from\(state\)"):
        controller.targets["com"]
    controller.set_target_from(standing)
    with pytest.raises(SceneError, match="Did you mean 'com'"):
        controller.targets["con"]
    assert controller.targets.get("con") is None


@pytest.mark.parametrize("convert", [copy.deepcopy, lambda t: pickle.loads(pickle.dumps(t))])
def test_targets_copy(g1, standing, convert):
    controller = standing_controller(g1)
    controller.set_target_from(standing)
    twin = convert(controller.targets)
    np.testing.assert_array_equal(twin["com"].value, controller.targets["com"].value)
    with pytest.raises(SceneError):
        twin["con"]


def test_wrong_arguments_are_refused(g1, standing):
    with pytest.raises(DefinitionError, match="scene must be a scene"):
        Controller(g1, 1e-3)
    with pytest.raises(StateError, match="must be a RobotState"):
        standing_controller(g1).set_target_from(standing.q)


def test_a_step_prints_on_one_line(g1, standing):
    controller = standing_controller(g1)
    controller.set_target_from(standing)
    step = controller.step(standing)
    for value in (step, step.solution, step.solution.problem, step.solution.qp):
        assert len(repr(value)) < 200
    assert "SOLVED" in repr(step)


def test_controllers_copy(g1, standing):
    controller = standing_controller(g1)
    controller.set_target_from(standing)
    controller.step(standing)
    twin = copy.deepcopy(controller)
    np.testing.assert_array_equal(
        twin.step(standing).command.effort, controller.step(standing).command.effort
    )


def test_dry_friction_is_fed_forward_against_the_reference_velocity():
    """A target that moves asks the joints to move, so their friction is overcome."""
    talos = load_robot("talos")
    contacts = preset_contacts(talos)
    state = standing_state(talos, contacts, talos.preset.stance)
    scene = ReducedTsidScene(talos, contacts, penalties=MEANT)
    hand = talos.preset.hand
    scene.configure([CenterOfMassTask("com", 10.0), FramePoseTask("hand", hand, 10.0),
                     PostureTask("posture", 0.03)])  # fmt: skip
    at = Workspace(talos).evaluate(state)
    velocities = {
        "com": np.zeros(3),
        "hand": np.array([0.1, 0.0, 0.05, 0.0, 0.0, 0.0]),
        "posture": np.zeros(talos.na),
    }
    joints = scene.reference_velocity(at, velocities)
    # Both feet fixed and the base free: find the base's part and check hand and feet.
    jacobian = at.jacobian(hand, "world")
    feet = np.concatenate([at.jacobian(c.frame, "world") for c in contacts])
    base = np.linalg.lstsq(feet[:, :6], -feet[:, 6:] @ joints, rcond=None)[0]
    v = np.concatenate((base, joints))
    assert np.abs(feet @ v).max() < 1e-4
    np.testing.assert_allclose((jacobian @ v)[:3], [0.1, 0.0, 0.05], atol=5e-3)
    references = {"com": np.zeros(3), "hand": np.zeros(6), "posture": np.zeros(talos.na)}
    still = scene.formulate(at, references)
    moving = scene.formulate(at, references, None, joints)
    extra = moving.efforts.torque.offset - still.efforts.torque.offset
    fast = np.abs(joints) > 0.15
    assert fast.any()
    np.testing.assert_allclose(extra[fast], talos.friction[fast] * np.sign(joints[fast]), atol=0.01)


def test_motor_gains_go_into_every_command(g1, standing):
    """With set-points where the state already is, the loops of the motors add nothing."""
    scene = ReducedTsidScene(g1, preset_contacts(g1), penalties=MEANT)
    scene.configure([PostureTask("posture")])
    gains = MotorGains(kp={"left_knee_joint": 50.0}, kd=2.0)
    controller = Controller(scene, 1e-3, motor_gains=gains)
    controller.set_target_from(standing)
    command = controller.step(standing).command
    knee = g1.joint_row("left_knee_joint")
    assert command.kp[knee] == 50.0
    assert command.kp.sum() == 50.0
    np.testing.assert_array_equal(command.kd, 2.0)
    loop = command.kp * (command.position - g1.joint_positions(standing.q))
    loop += command.kd * (command.velocity - standing.v[6:])
    assert np.abs(loop).max() < 1e-3 * np.abs(command.effort).max()
    with pytest.raises(DefinitionError, match="motor kp must be ≥ 0"):
        Controller(scene, 1e-3, motor_gains=MotorGains(kp=-1.0))


def test_a_contact_in_another_place_is_a_new_one(g1, standing):
    """Same name, other place: no delta term, and it is anchored anew."""
    left, right = preset_contacts(g1)
    penalties = Penalties(1e-8, 1e-4, contact_wrench_delta=1.0)
    scene = ReducedTsidScene(g1, [left, right], contact_stiffness=10.0, penalties=penalties)
    scene.configure([PostureTask("posture")])
    controller = Controller(scene, 1e-3)
    controller.set_target_from(standing)
    controller.step(standing)
    shift = pin.SE3(np.eye(3), np.array([0.01, 0.0, 0.0]))
    scene.set_contacts([replace(left, placement=left.placement * shift), right])
    step = controller.step(standing)
    diagonal = np.diag(step.solution.problem.program.H)
    np.testing.assert_allclose(diagonal[35:41], 1e-4)
    np.testing.assert_allclose(diagonal[41:47], 1e-4 + 2.0)
    # Where it was made is where it is now: nothing pulls.
    program = step.solution.problem.program
    np.testing.assert_allclose(program.b[6:12], 0.0, atol=1e-9)
    scene.set_contacts([PointContact(left.frame, 0.6, left.placement), right])
    diagonal = np.diag(controller.step(standing).solution.problem.program.H)
    np.testing.assert_allclose(diagonal[35:38], 1e-4)


def test_a_target_of_no_task_is_not_ignored(g1, standing):
    controller = standing_controller(g1)
    controller.set_target_from(standing)
    controller.targets["con"] = controller.targets["com"]
    with pytest.raises(SceneError, match=r"targets hold 'con'.*'com'"):
        controller.step(standing)


def test_none_stands_for_the_controllers_own_target(g1, standing):
    controller = standing_controller(g1)
    controller.set_target_from(standing)
    assert controller.step(standing, {"com": None}).solved
