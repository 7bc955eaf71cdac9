"""Every scene there is keeps the promises of its base class.

Scenes are found by subclass: a new one is tested as soon as it exists, and fails until it is added
to ``SCENES``.
"""

import copy
import inspect
import pickle

import numpy as np
import pinocchio as pin
import pytest

import robots
from poise import scenes
from poise.constraints import ExternalWrench, Payload
from poise.contact import preset_contacts
from poise.errors import DefinitionError, FrameNotFoundError, PoiseError, SceneError
from poise.model import Workspace, load_robot
from poise.scenes import Penalties, PreviousTick
from poise.scenes.scene import Scene
from poise.tasks import (
    ContactForceTask,
    FramePoseTask,
    FramePositionTask,
    LinearMomentumTask,
    PostureTask,
    TorqueTask,
)

pytestmark = pytest.mark.requires("example-robot-data")

MEANT = Penalties(contact_wrench=1e-4)
# Time in which the efforts of velocity scenes reach the velocities, and damping of contacts: the
# documented defaults.
RESPONSE, DAMPING = 0.05, 20.0
SCENES = {
    "VelocityScene": lambda robot, contacts: scenes.VelocityScene(robot, contacts, dt=0.005),
    "AccelerationScene": scenes.AccelerationScene,
    "ReducedTsidScene": lambda robot, contacts: scenes.ReducedTsidScene(
        robot, contacts, penalties=MEANT
    ),
    "TsidScene": lambda robot, contacts: scenes.TsidScene(robot, contacts, penalties=MEANT),
    "HierarchicalScene": lambda robot, contacts: scenes.HierarchicalScene(
        scenes.ReducedTsidScene(robot, contacts, penalties=MEANT)
    ),
    "CascadeScene": lambda robot, contacts: scenes.CascadeScene(
        scenes.AccelerationScene(robot, contacts), largest_gain=1e4
    ),
    "CascadeScene of velocities": lambda robot, contacts: scenes.CascadeScene(
        scenes.VelocityScene(robot, contacts, dt=0.005), largest_gain=1e4
    ),
    "HierarchicalScene of velocities": lambda robot, contacts: scenes.HierarchicalScene(
        scenes.VelocityScene(robot, contacts, dt=0.005)
    ),
}
FEET = {"panda": None, "go2": "FL_foot", "g1": "right_wrist_yaw_link"}


def concrete(base):
    found = set()
    for child in base.__subclasses__():
        if not inspect.isabstract(child) and getattr(scenes, child.__name__, None) is child:
            found.add(child.__name__)
        found |= concrete(child)
    return found


def test_every_scene_is_tested_here():
    assert concrete(Scene) == {name.split()[0] for name in SCENES}


@pytest.fixture(params=SCENES)
def make(request):
    return SCENES[request.param]


@pytest.fixture(params=FEET, scope="module")
def robot(request):
    return load_robot(request.param)


@pytest.fixture
def hand(robot):
    return FEET[robot.name] or "panda_hand"


@pytest.fixture
def scene(make, robot, hand):
    contacts = preset_contacts(robot) if robot.floating_base else ()
    if robot.name == "go2":
        contacts = [contact for contact in contacts if contact.name != hand]
    made = make(robot, contacts)
    made.configure([FramePositionTask("hand", hand, 3.0), PostureTask("posture", 0.01, priority=1)])
    return made


@pytest.fixture
def snapshot(robot, rng):
    """Near the stance and moving a little, as a robot that stands."""
    q = robot.configuration(robot.preset.stance)
    q = pin.integrate(robot.pin_model, q, 0.02 * rng.standard_normal(robot.nv))
    return Workspace(robot).evaluate(robot.state(q, 0.05 * rng.standard_normal(robot.nv)))


def zeros(scene):
    return {task.name: np.zeros(task.dimension(scene.robot)) for task in scene.tasks}


def generalised_forces(scene, snapshot, solution, model=None):
    """What the motors and the base must give, by recursive Newton–Euler, shape (nv,)."""
    robot, state = scene.robot, snapshot.state
    model = robot.pin_model if model is None else model
    acceleration = (
        (solution.velocity - state.v) / RESPONSE
        if scene.level == "velocity"
        else solution.acceleration
    )
    tau = pin.rnea(model, model.createData(), state.q, state.v, acceleration)
    for contact in scene.contacts:
        place = robot.place(contact.frame, contact.placement)
        axes = contact.axes(snapshot.pose(place).rotation)
        wrench = np.resize(solution.contact_wrenches[contact.name], 6)
        wrench[contact.dimension :] = 0.0
        world = np.concatenate((axes @ wrench[:3], axes @ wrench[3:]))
        tau -= snapshot.jacobian(place, "world").T @ world
    tau[robot.nv - robot.na :] += robot.damping * state.v[robot.nv - robot.na :]
    return tau


def solved(scene, snapshot, references, previous=None):
    return scene.solve(scene.formulate(snapshot, references, previous)).require()


class TestATick:
    def test_the_same_input_gives_the_same_output(self, scene, snapshot, rng):
        references = {name: rng.normal(size=zero.size) for name, zero in zeros(scene).items()}
        kept = {name: value.copy() for name, value in references.items()}
        one = scene.formulate(snapshot, references)
        other = scene.formulate(snapshot, references)
        for name in ("H", "g", "A", "b", "C", "lower", "upper", "lower_x", "upper_x"):
            assert (getattr(one.program, name) == getattr(other.program, name)).all(), name
        assert all((references[name] == kept[name]).all() for name in kept)
        first = scene.decode(scene.solve(one).require())
        again = scene.decode(scene.solve(one).require())
        assert (first.effort == again.effort).all()

    def test_the_hand_does_what_was_asked(self, scene, snapshot, hand, rng):
        """By finite differences along the motion that the solution says."""
        robot = scene.robot
        references = zeros(scene) | {"hand": 0.2 * rng.normal(size=3)}
        solution = solved(scene, snapshot, references)
        h, state = 1e-5, snapshot.state

        def hand_at(time):
            if scene.level == "velocity":
                q = pin.integrate(robot.pin_model, state.q, solution.velocity * time)
                return Workspace(robot).evaluate(robot.state(q)).pose(hand).translation
            moved = robots.moved(robot, state, solution.acceleration, time)
            return Workspace(robot).evaluate(moved).twist(hand, "world")[:3]

        achieved = (hand_at(h) - hand_at(-h)) / (2 * h)
        # A posture of weight 0.01 beside one of 3 takes 1e-5 of what it misses, and more where
        # friction limits what the body can do; priorities take nothing.
        np.testing.assert_allclose(achieved, references["hand"], atol=2e-2)

    def test_contacts_stay(self, scene, snapshot):
        solution = solved(scene, snapshot, zeros(scene))
        for contact in scene.contacts:
            place = scene.robot.place(contact.frame, contact.placement)
            J = snapshot.jacobian(place, "world")[: contact.dimension]
            if scene.level == "velocity":
                moves = J @ solution.velocity
            else:
                # They brake: J q̈ + J̇v = −k_d J v.
                bias = snapshot.classical_bias_acceleration(place, "world")[: contact.dimension]
                moves = J @ solution.acceleration + bias + DAMPING * (J @ snapshot.state.v)
            np.testing.assert_allclose(moves, 0.0, atol=1e-6)

    def test_the_command_is_for_the_actuated_joints(self, scene, snapshot):
        command = scene.decode(solved(scene, snapshot, zeros(scene)))
        assert command.joint_names == scene.robot.joint_names
        assert command.effort.shape == (scene.robot.na,)
        assert np.isfinite(command.effort).all()
        given = command.velocity if scene.level == "velocity" else command.acceleration
        assert given.shape == (scene.robot.na,)

    def test_the_torques_bring_the_motion_about(self, scene, snapshot):
        """Inverse dynamics by another algorithm, with the contact forces that the scene names."""
        solution = solved(scene, snapshot, zeros(scene))
        tau, first = generalised_forces(scene, snapshot, solution), scene.robot.nv - scene.robot.na
        np.testing.assert_allclose(tau[first:], solution.torque, atol=1e-6)
        # The base has no motor.
        np.testing.assert_allclose(tau[:first], 0.0, atol=1e-5)

    def test_a_warm_start_changes_nothing(self, scene, snapshot):
        problem = scene.formulate(snapshot, zeros(scene))
        cold = scene.solve(problem).require()
        warm = scene.solve(problem, cold.warm_start).require()
        np.testing.assert_allclose(warm.x, cold.x, atol=1e-6)


class TestTasks:
    def test_a_degree_that_it_cannot_do_is_refused_and_nothing_changes(self, scene, hand):
        before = scene.tasks
        task = TorqueTask()
        if 0 in scene.degrees:
            scene.configure([task, FramePositionTask("hand", hand)])
        else:
            with pytest.raises(SceneError, match="'torque'"):
                scene.configure([task, FramePositionTask("hand", hand)])
            assert scene.tasks is before
        assert {1, 2} <= scene.degrees

    def test_rates_are_asked_for_at_their_own_level(self, scene, snapshot, rng):
        scene.configure(
            [LinearMomentumTask("momentum", 100.0), PostureTask("posture", 1e-3, priority=1)]
        )
        wanted = 0.05 * rng.normal(size=3)
        solution = solved(scene, snapshot, zeros(scene) | {"momentum": wanted})
        Ag = snapshot.centroidal_momentum_matrix[:3]
        if scene.level == "velocity":
            given = Ag @ solution.velocity
        else:
            given = Ag @ solution.acceleration + snapshot.centroidal_momentum_bias[:3]
        np.testing.assert_allclose(given, wanted, atol=1e-3)

    def test_frames_and_names_are_checked_at_once(self, scene):
        with pytest.raises(FrameNotFoundError, match="nowhere"):
            scene.configure([FramePoseTask("hand", "nowhere")])
        with pytest.raises(SceneError):
            scene.configure([PostureTask("same"), PostureTask("same")])
        with pytest.raises(SceneError):
            scene.configure([])

    def test_references_of_wrong_shape_are_named(self, scene, snapshot):
        with pytest.raises(PoiseError, match=r"'hand'.*must have shape"):
            scene.formulate(snapshot, zeros(scene) | {"hand": np.zeros(4)})
        with pytest.raises(PoiseError, match=r"hand"):
            scene.formulate(snapshot, {"posture": np.zeros(scene.robot.na)})
        with pytest.raises(DefinitionError, match=r"'hand'.*finite"):
            scene.formulate(snapshot, zeros(scene) | {"hand": np.full(3, np.nan)})

    def test_another_robots_snapshot_is_refused(self, scene):
        other = load_robot(robots.ONE_JOINT)
        with pytest.raises(SceneError):
            scene.formulate(Workspace(other).evaluate(other.neutral_state()), zeros(scene))

    def test_before_it_is_configured_it_says_so(self, make, robot, snapshot):
        with pytest.raises(SceneError, match="configure"):
            make(robot, ()).formulate(snapshot, {})


class TestLoads:
    def test_a_payload_is_a_body_welded_on(self, scene, snapshot, hand):
        """Against a robot whose model holds the mass."""
        scene.set_loads([Payload(hand, 0.5, (0.02, -0.01, 0.03))])
        loaded = solved(scene, snapshot, zeros(scene))
        robot = scene.robot
        model = robot.pin_model.copy()
        frame = model.frames[robot.frame_id(hand)]
        point = pin.SE3(np.eye(3), np.array([0.02, -0.01, 0.03]))
        model.appendBodyToJoint(
            frame.parentJoint,
            pin.Inertia(0.5, np.zeros(3), np.zeros((3, 3))),
            frame.placement * point,
        )
        tau, first = generalised_forces(scene, snapshot, loaded, model), robot.nv - robot.na
        np.testing.assert_allclose(tau[first:], loaded.torque, atol=1e-6)
        np.testing.assert_allclose(tau[:first], 0.0, atol=1e-5)

    def test_a_known_wrench_is_carried_and_can_go_again(self, scene, snapshot, hand):
        free = solved(scene, snapshot, zeros(scene)).torque
        scene.set_loads([ExternalWrench(hand, [3.0, 0.0, -5.0, 0.0, 0.0, 0.0])])
        pushed = solved(scene, snapshot, zeros(scene))
        if not scene.contacts and scene.level == "velocity":
            push = snapshot.jacobian(hand, "world").T @ [3.0, 0.0, -5.0, 0.0, 0.0, 0.0]
            np.testing.assert_allclose(pushed.torque, free - push, atol=1e-6)
        assert np.abs(pushed.torque - free).max() > 0.1
        scene.set_loads([])
        assert (solved(scene, snapshot, zeros(scene)).torque == free).all()

    def test_what_is_no_load_is_refused(self, scene):
        with pytest.raises(DefinitionError):
            scene.set_loads(["box"])
        with pytest.raises(FrameNotFoundError):
            scene.set_loads([Payload("nowhere", 1.0)])
        with pytest.raises(DefinitionError, match="mass"):
            Payload("nowhere", -1.0)


class TestTheObject:
    def test_it_says_what_it_does_and_where_that_is_from(self, make, robot):
        text = inspect.getdoc(type(make(robot, ())))
        assert "Args:" in text or ":class:" in text  # which tells the arguments
        assert "Source:" in text
        for stage in ("configure", "formulate", "solve", "decode"):
            assert inspect.getdoc(getattr(make(robot, ()), stage))

    def test_copies_solve_the_same(self, scene, snapshot):
        expected = solved(scene, snapshot, zeros(scene)).torque
        for twin in (copy.deepcopy(scene), pickle.loads(pickle.dumps(scene))):
            again = Workspace(twin.robot).evaluate(snapshot.state)
            np.testing.assert_allclose(solved(twin, again, zeros(twin)).torque, expected, atol=1e-9)

    def test_a_contact_that_is_lifted_is_noticed(self, scene, snapshot):
        if not scene.contacts:
            return
        before = solved(scene, snapshot, zeros(scene)).torque
        contacts = scene.contacts
        scene.set_contacts(contacts[1:] if len(contacts) > 2 else contacts)
        solved(scene, snapshot, zeros(scene))
        scene.set_contacts(contacts)
        assert (solved(scene, snapshot, zeros(scene)).torque == before).all()

    def test_what_was_before_may_be_told(self, scene, snapshot):
        first = solved(scene, snapshot, zeros(scene))
        previous = PreviousTick()
        again = solved(scene, snapshot, zeros(scene), previous)
        np.testing.assert_allclose(again.torque, first.torque, atol=1e-9)


def test_a_force_is_asked_of_the_contact_named(robot, make):
    """Not of the contacts in the order in which tasks appear."""
    if robot.name != "go2":
        return
    scene = make(robot, preset_contacts(robot))
    if 0 not in scene.degrees:
        return
    names = [contact.name for contact in scene.contacts]
    tasks = [ContactForceTask(f"of {name}", name) for name in reversed(names)]
    scene.configure([*tasks, PostureTask("posture", 0.01)])
    q = robot.configuration(robot.preset.stance)
    now = Workspace(robot).evaluate(robot.state(q))
    wished = {f"of {name}": np.array([0.0, 0.0, 30.0 + 2 * k]) for k, name in enumerate(names)}
    solution = solved(scene, now, wished | {"posture": np.zeros(robot.na)})
    given = [solution.contact_wrenches[name][2] for name in names]
    assert given == sorted(given)
