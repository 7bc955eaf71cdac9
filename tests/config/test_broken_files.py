"""Every fault is named with its line and the remedy, alone and without a traceback."""

from __future__ import annotations

import pytest

from broken_files import BROKEN, FILE
from poise.config import ConfigError, load_config

pytestmark = pytest.mark.requires("example-robot-data")


@pytest.fixture
def path(tmp_path):
    return tmp_path / "my.yaml"


def test_the_file_without_faults_is_fine(path):
    path.write_text(FILE)
    plan = load_config(path)
    assert [plan.task.name for plan in plan.experiment.tasks] == ["com", "trunk", "posture", "load"]


def test_there_are_sixty_faults_and_no_two_alike():
    assert len({broken.fault for broken in BROKEN}) == len(BROKEN) >= 60


@pytest.mark.parametrize("broken", BROKEN, ids=lambda broken: broken.fault)
def test_each_fault_is_named_with_its_line_and_its_remedy(path, broken):
    path.write_text(broken.text)
    with pytest.raises(ConfigError) as raised:
        load_config(path)
    (problem,) = raised.value.problems
    message = str(raised.value)
    assert message.startswith(f"{path}:{broken.line}:")
    for word in broken.words:
        assert word in message
    assert problem.place.text == broken.text.splitlines()[broken.line - 1]
