from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from poise.contact import PointContact
from poise.errors import DefinitionError
from poise.experiment import PenaltySweep, standing_experiment, sweep_penalty
from poise.experiment.sweep import total_variation
from poise.model import load_robot
from standing_records import fallen_record, standing_record

URDF = """<robot name="bob"><link name="bob"><inertial><mass value="8"/>
  <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link></robot>"""


@pytest.fixture
def experiment():
    return standing_experiment(load_robot(URDF, floating_base=True), [PointContact("bob", 0.6)])


def test_variation_is_the_sum_of_changes_of_all_components():
    signal = np.array([[[0.0, 1.0]], [[2.0, 0.0]], [[2.0, -3.0]]])
    assert total_variation(signal, np.ones(3, dtype=bool)) == 2.0 + 1.0 + 3.0


def test_changes_at_ticks_that_were_not_solved_do_not_count():
    signal = np.array([[0.0], [1.0], [np.nan], [5.0], [7.0]])
    assert total_variation(signal, np.array([1, 1, 0, 1, 1], dtype=bool)) == 1.0 + 2.0


@pytest.mark.parametrize("penalty", ["contact_wrench_delta", "acceleration_delta"])
def test_each_value_is_run_and_compared_with_the_run_without(experiment, monkeypatch, penalty):
    ran, done = [], []

    def stand_in(each):
        ran.append(each.penalties)
        value = getattr(each.penalties, penalty)
        if value == 10.0:
            return fallen_record()
        record = standing_record()
        share = 1.0 / (1.0 + value)
        return replace(
            record, wrench=share * record.wrench, acceleration=share * record.acceleration
        )

    monkeypatch.setattr("poise.experiment.sweep.run", stand_in)
    sweep = sweep_penalty(experiment, penalty, [1.0, 10.0], lambda *counts: done.append(counts))
    assert [getattr(p, penalty) for p in ran] == [0.0, 1.0, 10.0]
    assert all(p.contact_wrench == experiment.penalties.contact_wrench for p in ran)
    assert sweep.variation[:2] == pytest.approx([1.0, 0.5])
    assert (sweep.tracked, sweep.unit) == ("hand", "m")
    assert sweep.tracking_rms[0] == pytest.approx(0.002)
    assert sweep.fell.tolist() == [False, False, True]
    assert sweep.fell_at[2] == 3.1
    assert done == [(1, 3), (2, 3), (3, 3)]


def test_a_penalty_that_is_none_is_refused(experiment):
    with pytest.raises(DefinitionError, match="'contact_wrench_delta'"):
        sweep_penalty(experiment, "contact_wrench", [1.0])


@pytest.mark.parametrize("values", [[0.0], [1.0, 2.0], [0.0, 2.0, 1.0]])
def test_values_start_with_none_and_grow(values):
    ones = np.ones(len(values))
    with pytest.raises(DefinitionError, match="start with 0 and grow"):
        PenaltySweep("acceleration_delta", np.array(values), ones, ones, "hand", "m", np.nan * ones)
