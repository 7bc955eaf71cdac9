"""Every task on forces there is keeps the promises of its base class.

Tasks are found by subclass: a new one is tested as soon as it exists, and fails until it is
added to ``CASES``, with what it asks for written out at forces that are simply known.
"""

import copy
import inspect
import pickle
from dataclasses import FrozenInstanceError

import numpy as np
import pytest

import robots
from poise import tasks
from poise.errors import DefinitionError, JointNotFoundError
from poise.model import load_robot
from poise.tasks import AffineMap, Efforts, EffortTask

VARIABLES = 17
# Sums of 17 products of order 1, in two orders.
ROUND_OFF = 1e-12


def missing_pressure(torque, wrenches, wanted):
    """Moment about the wanted point along the patch's axes: (r × f + m) moved from o to p."""
    force, moment = wrenches["foot"][:3], wrenches["foot"][3:]
    about = moment - np.cross(np.append(wanted, 0.0), [0.0, 0.0, force[2]])
    return np.array([about[1], about[0]])


CASES = {
    tasks.ContactForceTask: (
        lambda **k: tasks.ContactForceTask("task", "toe", **k),
        lambda torque, wrenches, wanted: wrenches["toe"] - wanted,
    ),
    tasks.ContactWrenchTask: (
        lambda **k: tasks.ContactWrenchTask("task", "foot", **k),
        lambda torque, wrenches, wanted: wrenches["foot"] - wanted,
    ),
    tasks.CenterOfPressureTask: (
        lambda **k: tasks.CenterOfPressureTask("task", "foot", **k),
        missing_pressure,
    ),
    tasks.TorqueTask: (
        lambda **k: tasks.TorqueTask("task", ("bend", "spin"), **k),
        lambda torque, wrenches, wanted: np.array([torque[2], torque[0]]) - wanted,
    ),
}


def concrete(base):
    found = set()
    for child in base.__subclasses__():
        public = getattr(tasks, child.__name__, None) is child and child is not tasks.ForceTask
        if public and not inspect.isabstract(child):
            found.add(child)
        found |= concrete(child)
    return found


def test_every_task_on_forces_is_tested_here():
    assert concrete(EffortTask) == set(CASES)


@pytest.fixture
def robot():
    return load_robot(robots.MIXED, floating_base=True)


@pytest.fixture
def efforts(robot, rng):
    def some(size):
        return AffineMap(rng.normal(size=(size, VARIABLES)), rng.normal(size=size))

    return Efforts(some(robot.na), {"foot": some(6), "toe": some(3)})


@pytest.fixture(params=CASES, ids=lambda kind: kind.__name__)
def kind(request):
    return request.param


@pytest.fixture
def make(kind):
    return CASES[kind][0]


class TestRows:
    def test_they_are_affine_in_the_forces_and_say_what_is_missing(
        self, kind, make, robot, efforts, rng
    ):
        task, missing = make(), CASES[kind][1]
        wanted = rng.normal(size=task.reference_size(robot))
        matrix, target = task.rows(robot, efforts, wanted)
        for _ in range(3):
            x = rng.normal(size=VARIABLES)
            wrenches = {name: force(x) for name, force in efforts.wrenches.items()}
            np.testing.assert_allclose(
                matrix @ x - target,
                missing(efforts.torque(x), wrenches, wanted),
                atol=ROUND_OFF,
            )

    def test_sizes_fit(self, make, robot, efforts):
        task = make()
        task.check(robot)
        matrix, target = task.rows(robot, efforts, np.zeros(task.reference_size(robot)))
        (size,) = target.shape
        assert matrix.shape == (size, VARIABLES)
        assert len(task.row_names(robot)) == len(task.row_units(robot)) == size
        assert len(set(task.row_names(robot))) == size
        assert set(task.row_units(robot)) <= {"N", "N·m"}
        assert np.broadcast_shapes(task.weights(robot).shape, (size,)) == (size,)

    def test_reading_changes_nothing(self, make, robot, efforts, rng):
        task = make()
        wanted = rng.normal(size=task.reference_size(robot))
        kept = copy.deepcopy(efforts), wanted.copy()
        first = [part.copy() for part in task.rows(robot, efforts, wanted)]
        again = task.rows(robot, efforts, wanted)
        assert all((one == other).all() for one, other in zip(first, again, strict=True))
        assert (wanted == kept[1]).all()
        assert (efforts.torque.matrix == kept[0].torque.matrix).all()
        for name, force in efforts.wrenches.items():
            assert (force.matrix == kept[0].wrenches[name].matrix).all()
            assert (force.offset == kept[0].wrenches[name].offset).all()

    def test_it_names_contacts_that_carry_what_it_asks_for(self, make, efforts):
        task = make()
        sizes = {name: force.offset.size for name, force in efforts.wrenches.items()}
        assert all(task.fits(sizes[name]) for name in task.contacts)


class TestDefinitions:
    def test_it_is_frozen_and_copies_ask_for_the_same(self, kind, make, robot):
        task = make(weight=3.0, activation=0.5, priority=2, strictness="hard")
        with pytest.raises(FrozenInstanceError):
            task.activation = 1.0
        with pytest.raises((AttributeError, TypeError)):
            task.something = 1
        for twin in (copy.deepcopy(task), pickle.loads(pickle.dumps(task))):
            assert type(twin) is kind
            assert repr(twin) == repr(task)
            assert (twin.weights(robot) == 3.0).all()

    def test_weights_are_given_once_or_per_row_and_copied(self, make, robot):
        size = len(make().row_names(robot))
        mine = np.arange(size, dtype=float)
        task = make(weight=mine)
        mine[:] = 9.0
        assert task.weights(robot).tolist() == list(range(size))
        with pytest.raises(ValueError, match="read-only"):
            task.weights(robot)[0] = 1.0

    @pytest.mark.parametrize("weight", [-1.0, np.nan, np.inf, "heavy", np.ones(7)])
    def test_wrong_weights_are_named(self, make, weight):
        with pytest.raises(DefinitionError, match="weight of task 'task'"):
            make(weight=weight)

    @pytest.mark.parametrize("activation", [-0.1, 1.1, np.nan, "on", True])
    def test_activation_lies_between_none_and_all(self, make, activation):
        with pytest.raises(DefinitionError, match=f"activation of task 'task'.*{activation}"):
            make(activation=activation)


class TestTorque:
    def test_it_means_all_joints_when_it_names_none(self, robot, efforts, rng):
        task = tasks.TorqueTask(weight=2.0)
        wanted = rng.normal(size=robot.na)
        matrix, target = task.rows(robot, efforts, wanted)
        np.testing.assert_array_equal(matrix, efforts.torque.matrix)
        np.testing.assert_allclose(target, wanted - efforts.torque.offset, atol=ROUND_OFF)
        assert task.row_names(robot) == robot.joint_names
        assert task.row_units(robot) == ("N·m", "N", "N·m")  # the middle joint slides
        assert task.weights(robot).tolist() == [2.0, 2.0, 2.0]

    def test_wrong_joints_are_named(self, robot):
        with pytest.raises(JointNotFoundError, match=r"'bent'.*'bend'"):
            tasks.TorqueTask(joints=["bent"]).check(robot)
        with pytest.raises(DefinitionError, match=r"joints of task 'torque'.*'bend' stands twice"):
            tasks.TorqueTask(joints=["bend", "bend"])
        for joints in ("bend", 3, [], [""], [1]):
            with pytest.raises(DefinitionError, match="joints of task 'torque' must"):
                tasks.TorqueTask(joints=joints)
        with pytest.raises(DefinitionError, match=r"weight of task 'torque'.*2"):
            tasks.TorqueTask(weight=(1.0, 2.0)).check(robot)
