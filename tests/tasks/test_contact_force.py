"""Tasks on contact forces: sizes, weights, and which contacts they fit."""

import copy
import pickle
from dataclasses import FrozenInstanceError

import numpy as np
import pytest

from poise.errors import DefinitionError
from poise.tasks import ContactForceTask, ContactWrenchTask, ForceTask

KINDS = ((ContactForceTask, 3), (ContactWrenchTask, 6))


@pytest.mark.parametrize(("kind", "size"), KINDS)
class TestBoth:
    def test_weights_are_given_once_or_per_component_and_copied(self, kind, size):
        assert kind("f", "foot", 2).weights(None).tolist() == [2.0] * size
        mine = np.arange(size, dtype=float)
        task = kind("f", "foot", mine)
        mine[:] = 9.0
        assert task.weights(None).tolist() == list(range(size))
        with pytest.raises(DefinitionError, match="weight of task 'f'"):
            kind("f", "foot", np.ones(size + 1))

    @pytest.mark.parametrize(
        ("changes", "message"),
        [
            ({"name": ""}, "name of a task must be"),
            ({"contact": ""}, "contact of task 'f' must be"),
            ({"contact": None}, "contact of task 'f' must be"),
            ({"weight": -1.0}, "weight of task 'f' must be ≥ 0"),
            ({"weight": np.nan}, "weight of task 'f' must be finite"),
            ({"activation": 2.0}, "activation of task 'f' must be ≤ 1, got 2"),
        ],
    )
    def test_wrong_parameters_are_named(self, kind, size, changes, message):
        with pytest.raises(DefinitionError, match=message):
            kind(**{"name": "f", "contact": "foot"} | changes)

    def test_it_is_frozen_and_copies_ask_for_the_same(self, kind, size):
        task = kind("f", "foot", 3.0, 0.5)
        with pytest.raises(FrozenInstanceError):
            task.activation = 1.0
        for twin in (copy.deepcopy(task), pickle.loads(pickle.dumps(task))):
            assert type(twin) is kind
            assert repr(twin) == repr(task)


def test_a_force_fits_every_contact_and_a_wrench_only_a_surface():
    force, wrench = ContactForceTask("f", "foot"), ContactWrenchTask("w", "foot")
    assert (force.fits(3), force.fits(6)) == (True, True)
    assert (wrench.fits(3), wrench.fits(6)) == (False, True)


def test_the_shared_part_is_no_task_of_its_own():
    with pytest.raises(TypeError, match="abstract"):
        ForceTask("f", "foot")
