"""The reduced scene: its cost term by term, its constraints, its outcomes."""

import copy
import itertools
import pickle
import warnings
from dataclasses import replace

import numpy as np
import pinocchio as pin
import pytest
from scipy import sparse
from scipy.optimize import linprog

from poise.contact import PointContact, SurfaceContact, preset_contacts, standing_state
from poise.errors import (
    ContactWarning,
    DefinitionError,
    FrameNotFoundError,
    InfeasibleError,
    RegularizationWarning,
    SceneError,
    ShapeError,
)
from poise.model import Workspace, load_robot
from poise.qp import QpStatus
from poise.scenes import Penalties, PreviousTick, ReducedTsidScene
from poise.tasks import (
    CenterOfMassTask,
    ContactForceTask,
    ContactWrenchTask,
    FramePoseTask,
    FramePositionTask,
    PostureTask,
)

pytestmark = pytest.mark.requires("example-robot-data")

MEANT = Penalties(contact_wrench=1e-4)


@pytest.fixture(scope="module")
def g1():
    return load_robot("g1")


@pytest.fixture(scope="module")
def go2():
    return load_robot("go2")


@pytest.fixture(scope="module")
def panda():
    return load_robot("panda")


def moving_snapshot(robot, seed=1, speed=0.3):
    """Near the stance, turned and moving, so that every bias term counts."""
    rng = np.random.default_rng(seed)
    state = standing_state(robot, preset_contacts(robot), robot.preset.stance)
    q = pin.integrate(robot.pin_model, np.array(state.q), 0.05 * rng.standard_normal(robot.nv))
    return Workspace(robot).evaluate(robot.state(q, speed * rng.standard_normal(robot.nv)))


def all_tasks():
    return [
        CenterOfMassTask("com", (3.0, 4.0, 5.0)),
        FramePoseTask("hand", "right_wrist_yaw_link", 2.0, activation=0.5),
        PostureTask("posture", 0.1),
    ]


def random_references(scene, seed=2):
    rng = np.random.default_rng(seed)
    return {
        task.name: rng.standard_normal(task.dimension(scene.robot))
        for task in scene.tasks
        if not isinstance(task, (ContactForceTask, ContactWrenchTask))
    }


class TestCost:
    """Each term of the documented cost, read from H and g by evaluating it at random points."""

    def value(self, program, x):
        return 0.5 * x @ program.H @ x + program.g @ x

    def test_is_the_documented_sum_up_to_a_constant(self, g1):
        at = moving_snapshot(g1)
        contacts = preset_contacts(g1)
        penalties = Penalties(1e-3, 2e-3, 3e-2, 4e-3, 5e-1)
        scene = ReducedTsidScene(g1, contacts, penalties=penalties)
        left, right = (contact.name for contact in contacts)
        wrench = ContactWrenchTask("load", left, (1.0, 2.0, 3.0, 4.0, 5.0, 6.0), activation=0.7)
        force = ContactForceTask("push", right, 0.3)
        scene.configure([*all_tasks(), wrench, force])
        rng = np.random.default_rng(3)
        references = random_references(scene)
        references["load"] = rng.standard_normal(6) * 10
        references["push"] = rng.standard_normal(3) * 10
        previous = PreviousTick(
            acceleration=rng.standard_normal(g1.nv),
            wrenches={left: rng.standard_normal(6), right: rng.standard_normal(6)},
        )
        problem = scene.formulate(at, references, previous)

        def documented(x):
            qdd, f_left, f_right, slack = x[:35], x[35:41], x[41:47], x[47:]
            hand = at.jacobian("right_wrist_yaw_link", "world") @ qdd
            hand += at.classical_bias_acceleration("right_wrist_yaw_link", "world")
            com = at.com_jacobian @ qdd + at.com_bias_acceleration
            residuals = [
                np.array([3.0, 4.0, 5.0]) * (com - references["com"]),
                0.5 * 2.0 * (hand - references["hand"]),
                0.1 * (qdd[6:] - references["posture"]),
                0.7 * np.arange(1.0, 7.0) * (f_left - references["load"]),
                0.3 * (f_right[:3] - references["push"]),
            ]
            tasks = 0.5 * sum(r @ r for r in residuals)
            forces = np.concatenate((f_left, f_right))
            before = np.concatenate((previous.wrenches[left], previous.wrenches[right]))
            return (
                tasks
                + 0.5 * 1e-3 * qdd @ qdd
                + 0.5 * 2e-3 * forces @ forces
                + 3e-2 * np.sum((qdd - previous.acceleration) ** 2)
                + 4e-3 * np.sum((forces - before) ** 2)
                + 5e-1 * slack @ slack
            )

        constant = documented(np.zeros(49))
        for _ in range(5):
            x = rng.standard_normal(49)
            # Rounding of sums of a few thousand terms of size ~1e3.
            assert self.value(problem.program, x) == pytest.approx(
                documented(x) - constant, rel=1e-10
            )

    def test_activation_zero_is_the_task_absent(self, g1):
        at = moving_snapshot(g1)
        scene = ReducedTsidScene(g1, preset_contacts(g1), penalties=MEANT)
        com, hand, posture = all_tasks()
        scene.configure([com, posture])
        references = random_references(scene)
        without = scene.formulate(at, references).program
        scene.configure([com, replace(hand, activation=0.0), posture])
        idle = scene.formulate(at, references).program
        np.testing.assert_array_equal(idle.H, without.H)
        np.testing.assert_array_equal(idle.g, without.g)

    def test_weights_act_in_the_axes_named(self, g1):
        """Free along the frame's own x: the row asks nothing there, whatever the world says."""
        at = moving_snapshot(g1)
        scene = ReducedTsidScene(g1, preset_contacts(g1), penalties=MEANT)
        frame = "right_wrist_yaw_link"
        scene.configure([FramePositionTask("hand", frame, (0.0, 1.0, 1.0), axes="local")])
        rotation = at.pose(frame).rotation
        along = {"hand": rotation @ np.array([5.0, 0.0, 0.0])}
        across = {"hand": rotation @ np.array([0.0, 5.0, 0.0])}
        nothing = scene.formulate(at, {"hand": np.zeros(3)}).program.g
        np.testing.assert_allclose(scene.formulate(at, along).program.g, nothing, atol=1e-12)
        assert np.abs(scene.formulate(at, across).program.g - nothing).max() > 0.1

    def test_no_delta_term_without_a_previous_value(self, g1):
        at = moving_snapshot(g1)
        contacts = preset_contacts(g1)
        scene = ReducedTsidScene(g1, contacts, penalties=Penalties(1e-8, 1e-4, 1.0, 1.0))
        scene.configure(all_tasks())
        references = random_references(scene)
        first = scene.formulate(at, references).program
        np.testing.assert_allclose(np.diag(first.H)[35:], 1e-4)
        left = contacts[0].name
        one = PreviousTick(wrenches={left: np.ones(6)})
        diagonal = np.diag(scene.formulate(at, references, one).program.H)
        np.testing.assert_allclose(diagonal[35:41], 1e-4 + 2.0)
        np.testing.assert_allclose(diagonal[41:47], 1e-4, err_msg="a new contact")


class TestStages:
    def test_formulating_twice_gives_the_same_and_changes_no_reference(self, g1):
        at = moving_snapshot(g1)
        scene = ReducedTsidScene(g1, preset_contacts(g1), penalties=MEANT)
        scene.configure(all_tasks())
        references = random_references(scene)
        kept = copy.deepcopy(references)
        first, second = scene.formulate(at, references), scene.formulate(at, references)
        for name in ("H", "g", "A", "b", "C", "lower", "upper"):
            np.testing.assert_array_equal(
                getattr(first.program, name), getattr(second.program, name)
            )
            assert not np.shares_memory(getattr(first.program, name), getattr(second.program, name))
        for name, value in kept.items():
            np.testing.assert_array_equal(references[name], value)
        one, two = scene.solve(first), scene.solve(second)
        np.testing.assert_array_equal(one.x, two.x)

    def test_solution_obeys_the_full_equations_of_motion(self, g1):
        at = moving_snapshot(g1)
        contacts = preset_contacts(g1)
        scene = ReducedTsidScene(g1, contacts, penalties=MEANT)
        scene.configure(all_tasks())
        solution = scene.solve(scene.formulate(at, random_references(scene))).require()
        # Pinocchio's recursive Newton–Euler with the contact wrenches as external forces is
        # another road to the torques than the rows of the program.
        model, data = g1.pin_model, g1.pin_model.createData()
        external = pin.StdVec_Force([pin.Force.Zero() for _ in range(model.njoints)])
        for contact in contacts:
            place = g1.place(contact.frame, contact.placement)
            wrench = pin.Force(solution.contact_wrenches[contact.name])
            external[place.joint] += place.placement.act(wrench)
        tau = pin.rnea(model, data, at.state.q, at.state.v, solution.acceleration, external)
        np.testing.assert_allclose(tau[:6], 0.0, atol=1e-8 * g1.total_mass * 9.81)
        np.testing.assert_allclose(tau[6:], solution.torque, atol=1e-8)
        command = scene.decode(solution)
        np.testing.assert_array_equal(command.effort, solution.torque)
        np.testing.assert_array_equal(command.acceleration, solution.acceleration[6:])
        knee = g1.joint_row("left_knee_joint")
        assert command.effort_by_name()["left_knee_joint"] == command.effort[knee]

    def test_fixed_base_without_contacts_solves(self, panda):
        at = Workspace(panda).evaluate(
            panda.state(panda.configuration(panda.preset.stance), 0.1 * np.ones(panda.nv))
        )
        scene = ReducedTsidScene(panda)
        scene.configure([FramePoseTask("tool", panda.preset.hand, 1.0)])
        wanted = np.array([0.1, -0.2, 0.3, 0.0, 0.1, 0.0])
        solution = scene.solve(scene.formulate(at, {"tool": wanted})).require()
        achieved = at.jacobian(panda.preset.hand, "world") @ solution.acceleration
        achieved += at.classical_bias_acceleration(panda.preset.hand, "world")
        # Only the regulariser 1e-8 stands against the task.
        np.testing.assert_allclose(achieved, wanted, atol=1e-5)

    def test_scene_and_solution_pickle_and_copy(self, g1):
        at = moving_snapshot(g1)
        scene = ReducedTsidScene(g1, preset_contacts(g1), penalties=MEANT)
        scene.configure(all_tasks())
        references = random_references(scene)
        solution = scene.solve(scene.formulate(at, references))
        for duplicate in (pickle.loads(pickle.dumps(scene)), copy.deepcopy(scene)):
            again = duplicate.solve(duplicate.formulate(at, references))
            np.testing.assert_array_equal(again.x, solution.x)
        restored = pickle.loads(pickle.dumps(solution))
        np.testing.assert_array_equal(restored.torque, solution.torque)


class TestSpatialBias:
    def test_makes_no_difference_at_rest(self, g1):
        at = moving_snapshot(g1, speed=0.0)
        programs = []
        for use in (True, False):
            scene = ReducedTsidScene(
                g1, preset_contacts(g1), use_spatial_acc_bias=use, penalties=MEANT
            )
            scene.configure(all_tasks())
            programs.append(scene.formulate(at, random_references(scene)).program)
        for name in ("H", "g", "A", "b", "C", "lower", "upper"):
            np.testing.assert_allclose(
                getattr(programs[0], name), getattr(programs[1], name), atol=1e-12
            )

    @pytest.mark.parametrize("name", ["g1", "go2"])
    def test_left_out_moving_contacts_are_asked_for_damping_only(self, name):
        robot = load_robot(name)
        at = moving_snapshot(robot)
        contacts = preset_contacts(robot)
        scene = ReducedTsidScene(
            robot, contacts, use_spatial_acc_bias=False, contact_damping=20.0, penalties=MEANT
        )
        scene.configure([PostureTask("posture")])
        program = scene.formulate(at, {"posture": np.zeros(robot.na)}).program
        wanted = []
        for contact in contacts:
            place = robot.place(contact.frame, contact.placement)
            axes = contact.axes(at.pose(place).rotation)
            twist = at.twist(place, "world")
            both = np.concatenate((axes.T @ twist[:3], axes.T @ twist[3:]))
            wanted.append(-20.0 * both[: contact.dimension])
        assert np.abs(wanted).max() > 0.1
        np.testing.assert_allclose(program.b[6:], np.concatenate(wanted), atol=1e-12)

    @pytest.mark.parametrize("name", ["g1", "go2"])
    def test_with_it_moving_contacts_accelerate_as_their_rows_say(self, name):
        """Finite difference of each contact's world velocity along the solution's motion."""
        robot = load_robot(name)
        state = moving_snapshot(robot).state
        contacts = preset_contacts(robot)
        scene = ReducedTsidScene(robot, contacts, contact_damping=0.0, penalties=MEANT)
        scene.configure([PostureTask("posture")])
        workspace = Workspace(robot)
        problem = scene.formulate(workspace.evaluate(state), {"posture": np.zeros(robot.na)})
        qdd = scene.solve(problem).require().acceleration
        h = 1e-5

        def velocity(t, place):
            q = pin.integrate(robot.pin_model, state.q, t * state.v + 0.5 * t**2 * qdd)
            return workspace.evaluate(robot.state(q, state.v + t * qdd)).twist(place, "world")

        for contact in contacts:
            place = robot.place(contact.frame, contact.placement)
            change = (velocity(h, place) - velocity(-h, place)) / (2 * h)
            # Rigid, undamped: the contact's classical acceleration is zero. Without J̇v it would
            # be off by the bias, which is of the order of 0.1 to 1 here.
            np.testing.assert_allclose(change[: contact.dimension], 0.0, atol=2e-5)

    def test_left_out_the_task_is_off_by_exactly_the_bias(self, panda):
        at = Workspace(panda).evaluate(
            panda.state(panda.configuration(panda.preset.stance), 0.5 * np.ones(panda.nv))
        )
        frame = panda.preset.hand
        scene = ReducedTsidScene(panda, use_spatial_acc_bias=False)
        scene.configure([FramePoseTask("tool", frame, 1.0)])
        solution = scene.solve(scene.formulate(at, {"tool": np.zeros(6)})).require()
        bias = at.classical_bias_acceleration(frame, "world")
        achieved = at.jacobian(frame, "world") @ solution.acceleration + bias
        assert np.abs(bias).max() > 0.1
        np.testing.assert_allclose(achieved, bias, atol=1e-5)

    def test_with_it_the_hand_accelerates_as_asked(self, panda):
        """Finite difference of the hand's velocity along the solution's motion."""
        rng = np.random.default_rng(5)
        v = rng.standard_normal(panda.nv)
        workspace = Workspace(panda)
        state = panda.state(panda.configuration(panda.preset.stance), v)
        at = workspace.evaluate(state)
        scene = ReducedTsidScene(panda)
        scene.configure([FramePositionTask("tool", panda.preset.hand, 1.0)])
        wanted = np.array([0.3, -0.2, 0.1])
        qdd = scene.solve(scene.formulate(at, {"tool": wanted})).require().acceleration
        h = 1e-5

        def velocity(t):
            q = pin.integrate(panda.pin_model, state.q, t * v + 0.5 * t**2 * qdd)
            moved = workspace.evaluate(panda.state(q, v + t * qdd))
            return moved.twist(panda.preset.hand, "world")[:3]

        achieved = (velocity(h) - velocity(-h)) / (2 * h)
        # Central differences: error ~ h² × third derivative, well below 1e-5 here.
        np.testing.assert_allclose(achieved, wanted, atol=2e-5)


class TestContacts:
    def test_unknown_frame_answers_with_close_matches(self, g1):
        with pytest.raises(FrameNotFoundError, match="left_ankle_roll_link"):
            ReducedTsidScene(g1, [SurfaceContact("left_ankle_rol_link", 0.1, 0.1, 0.6)])

    def test_dim_contact_restricts_the_kinds(self, g1, go2):
        with pytest.raises(DefinitionError, match="only points"):
            ReducedTsidScene(g1, preset_contacts(g1), dim_contact=3)
        with pytest.raises(DefinitionError, match="only surfaces"):
            ReducedTsidScene(go2, preset_contacts(go2), dim_contact=6)
        with pytest.raises(DefinitionError, match="dim_contact must be 3, 6 or None"):
            ReducedTsidScene(go2, preset_contacts(go2), dim_contact=4)

    def test_inactive_contact_has_no_variables_and_a_zero_wrench(self, g1):
        at = moving_snapshot(g1)
        left, right = preset_contacts(g1)
        scene = ReducedTsidScene(g1, [left, replace(right, active=False)], penalties=MEANT)
        scene.configure(all_tasks())
        problem = scene.formulate(at, random_references(scene))
        assert problem.program.n == g1.nv + 6
        wrenches = scene.solve(problem).contact_wrenches
        assert not wrenches[right.name].any()
        assert wrenches[left.name].any()

    @pytest.mark.parametrize(
        "change",
        [{"active": False}, {"friction": 0.3}, {"length": 0.1}, {"width": 0.03},
         {"min_normal_force": 5.0}, {"frame": "left_ankle_pitch_link"}],
        ids=lambda change: next(iter(change)),
    )  # fmt: skip
    def test_every_change_is_noticed_and_going_back_too(self, g1, change):
        at = moving_snapshot(g1)
        left, right = preset_contacts(g1)
        scene = ReducedTsidScene(g1, [left, right], penalties=MEANT)
        scene.configure(all_tasks())
        references = random_references(scene)
        before = scene.formulate(at, references).program
        scene.set_contacts([replace(left, **change), right])
        changed = scene.formulate(at, references).program
        fresh = ReducedTsidScene(g1, [replace(left, **change), right], penalties=MEANT)
        fresh.configure(all_tasks())
        expected = fresh.formulate(at, references).program
        for name in ("A", "b", "C", "lower", "upper", "lower_x", "upper_x"):
            np.testing.assert_array_equal(getattr(changed, name), getattr(expected, name))
        scene.set_contacts([left, right])
        again = scene.formulate(at, references).program
        np.testing.assert_array_equal(again.C, before.C)
        np.testing.assert_array_equal(again.A, before.A)

    def test_points_and_surfaces_mix(self, g1):
        at = moving_snapshot(g1)
        left, _ = preset_contacts(g1)
        point = PointContact("right_ankle_roll_link", 0.6)
        scene = ReducedTsidScene(g1, [left, point], penalties=MEANT)
        scene.configure(all_tasks())
        solution = scene.solve(scene.formulate(at, random_references(scene))).require()
        assert solution.x.size == g1.nv + 9
        assert not solution.contact_wrenches[point.name][3:].any()

    def test_a_contact_twice_still_solves(self, g1):
        """Rank-deficient equalities: the same sole under two names."""
        at = moving_snapshot(g1)
        left, right = preset_contacts(g1)
        scene = ReducedTsidScene(g1, [left, replace(left, name="again"), right], penalties=MEANT)
        scene.configure(all_tasks())
        solution = scene.solve(scene.formulate(at, random_references(scene))).require()
        one, two = solution.contact_wrenches[left.name], solution.contact_wrenches["again"]
        # The force penalty shares the load evenly between the two names.
        np.testing.assert_allclose(one, two, atol=1e-5)

    def test_normal_forces_keep_their_limits(self, g1):
        at = moving_snapshot(g1, speed=0.0)
        left, right = preset_contacts(g1)
        scene = ReducedTsidScene(g1, [replace(left, max_normal_force=60.0), right], penalties=MEANT)
        scene.configure(all_tasks())
        zero = {name: 0 * value for name, value in random_references(scene).items()}
        solution = scene.solve(scene.formulate(at, zero)).require()
        assert solution.contact_wrenches[left.name][2] <= 60.0 * (1 + 1e-7)

    def test_contact_damping_enters_the_rows(self, g1):
        at = moving_snapshot(g1)
        contacts = preset_contacts(g1)
        left = contacts[0]
        scene = ReducedTsidScene(g1, contacts, contact_damping=20.0, penalties=MEANT)
        scene.configure(all_tasks())
        solution = scene.solve(scene.formulate(at, random_references(scene))).require()
        place = g1.place(left.frame, left.placement)
        velocity = at.twist(place, "world")
        achieved = at.jacobian(place, "world") @ solution.acceleration
        achieved += at.classical_bias_acceleration(place, "world")
        np.testing.assert_allclose(achieved, -20.0 * velocity, atol=1e-7)

    def test_contact_stiffness_pulls_back_to_the_anchor(self, g1):
        at = moving_snapshot(g1, speed=0.0)
        contacts = preset_contacts(g1)
        left = contacts[0]
        scene = ReducedTsidScene(
            g1, contacts, contact_damping=0.0, contact_stiffness=100.0, penalties=MEANT
        )
        scene.configure(all_tasks())
        pose = at.pose(left.frame) * left.placement
        moved = pin.SE3(pose.rotation, pose.translation + np.array([0.01, 0.0, 0.0]))
        previous = PreviousTick(contact_anchors={left.name: moved})
        references = random_references(scene)
        solution = scene.solve(scene.formulate(at, references, previous)).require()
        place = g1.place(left.frame, left.placement)
        achieved = at.jacobian(place, "world") @ solution.acceleration
        expected = np.array([1.0, 0.0, 0.0, 0.0, 0.0, 0.0])  # 100 1/s² × 0.01 m, back to x
        np.testing.assert_allclose(achieved, expected, atol=1e-7)


class TestArguments:
    @pytest.mark.parametrize("contacts", [None, "FL_foot", ["FL_foot"], PointContact("base", 0.6)])
    def test_what_is_no_list_of_contacts_is_refused(self, go2, contacts):
        with pytest.raises(DefinitionError, match="contacts must"):
            ReducedTsidScene(go2, contacts)

    @pytest.mark.parametrize("tasks", [None, PostureTask(), [PostureTask]])
    def test_what_is_no_list_of_tasks_is_refused(self, go2, tasks):
        with pytest.raises(SceneError, match="tasks must"):
            ReducedTsidScene(go2).configure(tasks)

    def test_iterators_are_lists_too(self, go2):
        scene = ReducedTsidScene(go2, iter(preset_contacts(go2)), penalties=MEANT)
        scene.configure(iter([PostureTask()]))
        assert len(scene.contacts) == 4
        assert len(scene.tasks) == 1

    def test_robot_and_penalties_have_their_types(self, go2):
        with pytest.raises(DefinitionError, match="robot must be a RobotModel"):
            ReducedTsidScene("go2")
        with pytest.raises(DefinitionError, match=r"penalties must be Penalties.*0\.0001"):
            ReducedTsidScene(go2, penalties=1e-4)


class TestForceTasks:
    def test_acts_on_the_contact_it_names_whatever_the_order(self, go2):
        at = moving_snapshot(go2, speed=0.0)
        contacts = preset_contacts(go2)
        scene = ReducedTsidScene(go2, contacts[::-1], penalties=MEANT)
        name = contacts[1].name
        scene.configure(
            [PostureTask("posture", 0.01), ContactForceTask("load", name, (0.0, 0.0, 100.0))]
        )
        wanted = {"posture": np.zeros(12), "load": np.array([0.0, 0.0, 25.0])}
        solution = scene.solve(scene.formulate(at, wanted)).require()
        assert solution.contact_wrenches[name][2] == pytest.approx(25.0, abs=0.1)

    def test_a_wrench_asked_of_a_point_is_refused(self, go2):
        contacts = preset_contacts(go2)
        scene = ReducedTsidScene(go2, contacts, penalties=MEANT)
        with pytest.raises(SceneError, match="a point and carries only a force"):
            scene.configure([ContactWrenchTask("load", contacts[0].name)])

    def test_an_unknown_contact_is_refused(self, go2):
        scene = ReducedTsidScene(go2, preset_contacts(go2), penalties=MEANT)
        with pytest.raises(SceneError, match="FL_foot"):
            scene.configure([ContactForceTask("load", "FL_fot")])

    def test_of_an_inactive_contact_asks_for_nothing(self, go2):
        at = moving_snapshot(go2, speed=0.0)
        contacts = [replace(preset_contacts(go2)[0], active=False), *preset_contacts(go2)[1:]]
        scene = ReducedTsidScene(go2, contacts, penalties=MEANT)
        scene.configure([PostureTask("posture"), ContactForceTask("load", contacts[0].name)])
        wanted = {"posture": np.zeros(12), "load": np.array([0.0, 0.0, 25.0])}
        problem = scene.formulate(at, wanted)
        assert not problem.program.g[go2.nv :].any()


def feet_moved_past_the_com(robot, at, axis, beyond, acceleration_limit, slack_penalty=0.0):
    """The feet moved under a standing robot, so that its com is outside them by ``beyond``."""
    contacts = preset_contacts(robot)
    poses = [at.pose(c.frame) * c.placement for c in contacts]
    half = (contacts[0].length, contacts[0].width)[axis] / 2
    edge = max(pose.translation[axis] for pose in poses) + half
    shift = np.zeros(3)
    shift[axis] = at.com[axis] - beyond - edge
    outside = [
        replace(c, placement=c.placement * pin.SE3(np.eye(3), pose.rotation.T @ shift))
        for c, pose in zip(contacts, poses, strict=True)
    ]
    scene = ReducedTsidScene(
        robot,
        outside,
        acceleration_limit=acceleration_limit,
        penalties=Penalties(contact_wrench=1e-4, friction_cone_slack=slack_penalty),
    )
    scene.configure([CenterOfMassTask("com", 10.0), PostureTask("posture", 1.0)])
    return scene


class TestSlack:
    """A centre of mass 5 mm outside the feet with small accelerations: hard cones cannot."""

    def infeasible_scene(self, g1, penalty):
        contacts = preset_contacts(g1)
        at = Workspace(g1).evaluate(standing_state(g1, contacts, g1.preset.stance))
        scene = feet_moved_past_the_com(g1, at, 1, 0.005, 0.1, penalty)
        return scene, at, {"com": np.zeros(3), "posture": np.zeros(g1.na)}

    def test_hard_cones_are_infeasible_and_say_so(self, g1):
        scene, at, references = self.infeasible_scene(g1, 0.0)
        solution = scene.solve(scene.formulate(at, references))
        assert solution.qp.status is QpStatus.INFEASIBLE
        with pytest.raises(InfeasibleError, match=r"friction cone|equations of motion|contact"):
            scene.decode(solution)

    @pytest.mark.requires("clarabel")
    def test_with_slack_it_solves_and_more_penalty_never_means_more_violation(self, g1):
        used = []
        for penalty in (1e-4, 1e-3, 1e-2, 1e-1, 1.0, 1e1, 1e2, 1e3):
            scene, at, references = self.infeasible_scene(g1, penalty)
            solution = scene.solve(scene.formulate(at, references)).require()
            slack = np.array(list(solution.friction_cone_slack.values()))
            used.append(float(slack @ slack))
        assert min(used) > 0
        # Rounding: slacks are newtons, solved to 1e-7 relative.
        assert all(b <= a * (1 + 1e-6) for a, b in itertools.pairwise(used))
        assert used[-1] == pytest.approx(self.least_violation(g1), rel=1e-3)

    def least_violation(self, g1):
        """Σ s² of the least-squares program: the same rows with nothing else in the cost."""
        import clarabel

        scene, at, references = self.infeasible_scene(g1, 1.0)
        program = scene.formulate(at, references).program
        n = program.n
        # [x; C x] between their limits, each side a row of its own where it is finite.
        stack = np.vstack((np.eye(n), program.C))
        upper = np.concatenate((program.upper_x, program.upper))
        lower = np.concatenate((program.lower_x, program.lower))
        above, below = np.isfinite(upper), np.isfinite(lower)
        rows = np.vstack((program.A, stack[above], -stack[below]))
        right = np.concatenate((program.b, upper[above], -lower[below]))
        cones = [
            clarabel.ZeroConeT(program.b.size),
            clarabel.NonnegativeConeT(int(above.sum() + below.sum())),
        ]
        settings = clarabel.DefaultSettings()
        settings.verbose = False
        cost = sparse.diags(np.concatenate((np.zeros(n - 2), [2.0, 2.0])), format="csc")
        result = clarabel.DefaultSolver(
            cost, np.zeros(n), sparse.csc_matrix(rows), right, cones, settings
        ).solve()
        assert str(result.status) == "Solved"
        return result.obj_val

    def test_at_the_border_feasibility_agrees_with_a_linear_program(self, g1):
        """HiGHS as witness, with the feet moved past the centre of mass by random amounts."""
        rng = np.random.default_rng(0)
        contacts = preset_contacts(g1)
        at = Workspace(g1).evaluate(standing_state(g1, contacts, g1.preset.stance))
        seen = set()
        for _ in range(40):
            axis, beyond = int(rng.integers(2)), rng.uniform(-0.01, 0.05)
            scene = feet_moved_past_the_com(g1, at, axis, beyond, 10 ** rng.uniform(-2.5, 0.0))
            references = {"com": np.zeros(3), "posture": np.zeros(g1.na)}
            problem = scene.formulate(at, references)
            p = problem.program
            above, below = np.isfinite(p.upper), np.isfinite(p.lower)
            witness = linprog(
                np.zeros(p.n),
                A_ub=np.concatenate((p.C[above], -p.C[below])),
                b_ub=np.concatenate((p.upper[above], -p.lower[below])),
                A_eq=p.A,
                b_eq=p.b,
                bounds=list(zip(p.lower_x, p.upper_x, strict=True)),
            )
            if witness.status not in (0, 2):  # HiGHS itself is unsure
                continue
            expected = QpStatus.SOLVED if witness.status == 0 else QpStatus.INFEASIBLE
            assert scene.solve(problem).qp.status is expected
            seen.add(expected)
        assert len(seen) == 2

    def test_each_moment_row_is_in_newtons(self, g1):
        contact = preset_contacts(g1)[0]
        scene = ReducedTsidScene(
            g1, [contact], penalties=Penalties(contact_wrench=1e-4, friction_cone_slack=1.0)
        )
        scene.configure(all_tasks())
        at = moving_snapshot(g1)
        program = scene.formulate(at, random_references(scene)).program
        cone = program.C[g1.na :, g1.nv : g1.nv + 6]
        lengths = contact.cone_row_lengths()
        x, y = contact.length / 2, contact.width / 2
        assert sorted(set(lengths)) == sorted({1.0, x, y, x + y})
        np.testing.assert_allclose(cone * lengths[:, None], contact.cone("outer"), atol=1e-15)
        np.testing.assert_array_equal(program.C[g1.na :, -1], -1.0)

    def test_the_least_normal_force_stays_hard(self, g1):
        scene, at, references = self.infeasible_scene(g1, 1e-3)
        scene.set_contacts([replace(c, min_normal_force=30.0) for c in scene.contacts])
        solution = scene.solve(scene.formulate(at, references)).require()
        assert max(solution.friction_cone_slack.values()) > 0
        for wrench in solution.contact_wrenches.values():
            assert wrench[2] >= 30.0 * (1 - 1e-7)

    def test_is_refused_for_points_and_nothing_changes(self, go2):
        scene = ReducedTsidScene(go2, preset_contacts(go2), penalties=MEANT)
        with pytest.raises(DefinitionError, match="only surface contacts have a slack"):
            scene.set_friction_cone_slack_penalty(1.0)
        assert scene.penalties == MEANT

    def test_zero_is_the_hard_constraint(self, g1):
        scene = ReducedTsidScene(g1, preset_contacts(g1), penalties=MEANT)
        scene.configure(all_tasks())
        at = moving_snapshot(g1)
        references = random_references(scene)
        hard = scene.formulate(at, references).program
        scene.set_friction_cone_slack_penalty(1.0)
        assert scene.formulate(at, references).program.n == hard.n + 2
        scene.set_friction_cone_slack_penalty(0.0)
        np.testing.assert_array_equal(scene.formulate(at, references).program.C, hard.C)


def test_without_gravity_equations_of_motion_are_judged_in_newtons(g1):
    floating = load_robot("g1", gravity=(0.0, 0.0, 0.0))
    at = Workspace(floating).evaluate(floating.neutral_state())
    scene = ReducedTsidScene(floating, preset_contacts(floating), penalties=MEANT)
    scene.configure([PostureTask("posture")])
    problem = scene.formulate(at, {"posture": np.zeros(floating.na)})
    np.testing.assert_array_equal(problem.program.equality_scale, 1.0)
    solution = scene.solve(problem).require()
    # Nothing pulls and nothing moves, so nothing is needed.
    np.testing.assert_allclose(solution.torque, 0.0, atol=1e-9)
    weighed = ReducedTsidScene(g1, preset_contacts(g1), penalties=MEANT)
    weighed.configure([PostureTask("posture")])
    at = Workspace(g1).evaluate(g1.neutral_state())
    scale = weighed.formulate(at, {"posture": np.zeros(g1.na)}).program.equality_scale
    np.testing.assert_allclose(scale[:6], g1.total_mass * 9.81)
    np.testing.assert_array_equal(scale[6:], 1.0)


class TestMistakes:
    def test_tasks_must_be_some_with_different_names(self, g1):
        scene = ReducedTsidScene(g1, preset_contacts(g1), penalties=MEANT)
        with pytest.raises(SceneError, match="at least one task"):
            scene.configure([])
        with pytest.raises(SceneError, match="'com' stands twice"):
            scene.configure([CenterOfMassTask("com"), CenterOfMassTask("com")])
        with pytest.raises(FrameNotFoundError, match="right_wrist_yaw_link"):
            scene.configure([FramePoseTask("hand", "right_wrist_yaw_lnk")])
        assert scene.tasks == ()

    def test_references_must_match_the_tasks(self, g1):
        at = moving_snapshot(g1)
        scene = ReducedTsidScene(g1, preset_contacts(g1), penalties=MEANT)
        with pytest.raises(SceneError, match=r"configure\(tasks\)"):
            scene.formulate(at, {})
        scene.configure(all_tasks())
        references = random_references(scene)
        with pytest.raises(SceneError, match="lack the task 'hand'"):
            scene.formulate(at, {k: v for k, v in references.items() if k != "hand"})
        with pytest.raises(SceneError, match=r"'hnad'.*'hand'"):
            scene.formulate(at, references | {"hnad": np.zeros(6)})
        with pytest.raises(ShapeError, match=r"reference of task 'com' must have shape \(3,\)"):
            scene.formulate(at, references | {"com": np.zeros(6)})
        with pytest.raises(DefinitionError, match=r"'com'\[1\] is nan"):
            scene.formulate(at, references | {"com": np.array([0.0, np.nan, 0.0])})

    @pytest.mark.parametrize("value", [-1.0, np.nan, "much"])
    def test_penalties_must_be_numbers_of_at_least_zero(self, g1, value):
        scene = ReducedTsidScene(g1, preset_contacts(g1), penalties=MEANT)
        for setter in (
            scene.set_acceleration_penalty,
            scene.set_contact_wrench_penalty,
            scene.set_acceleration_delta_penalty,
            scene.set_contact_wrench_delta_penalty,
            scene.set_friction_cone_slack_penalty,
        ):
            with pytest.raises(DefinitionError, match="penalty must be"):
                setter(value)
        assert scene.penalties == MEANT

    def test_a_tiny_force_penalty_that_decides_alone_warns(self, g1):
        scene = ReducedTsidScene(g1, preset_contacts(g1))
        with pytest.warns(RegularizationWarning, match="shared between the contacts"):
            scene.configure(all_tasks())
        scene.set_contact_wrench_penalty(1e-4)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            scene.configure(all_tasks())

    def test_acceleration_limits_take_names(self, g1):
        at = moving_snapshot(g1)
        scene = ReducedTsidScene(
            g1,
            preset_contacts(g1),
            acceleration_limit={"right_elbow_joint": 0.5},
            penalties=MEANT,
        )
        scene.configure(all_tasks())
        references = random_references(scene) | {"hand": 5 * np.ones(6)}
        solution = scene.solve(scene.formulate(at, references)).require()
        row = 6 + g1.joint_row("right_elbow_joint")
        assert abs(solution.acceleration[row]) <= 0.5 * (1 + 1e-7)
        assert np.abs(solution.acceleration[6:]).max() > 0.5
        with pytest.raises(DefinitionError, match="acceleration_limit must be > 0"):
            ReducedTsidScene(g1, acceleration_limit=0.0)


def test_contacts_that_fix_more_than_the_robot_can_move_are_noticed(go2):
    patches = [SurfaceContact(c.frame, 0.02, 0.02, 0.6) for c in preset_contacts(go2)]
    with pytest.warns(ContactWarning, match="fix 24 directions.*move in only 18"):
        ReducedTsidScene(go2, patches, penalties=MEANT)


def test_what_is_no_snapshot_is_refused(g1):
    scene = ReducedTsidScene(g1, preset_contacts(g1), penalties=MEANT)
    scene.configure([PostureTask("posture")])
    with pytest.raises(SceneError, match=r"must be a Snapshot.*Workspace\(robot\)"):
        scene.formulate(g1.neutral_state(), {"posture": np.zeros(g1.na)})
