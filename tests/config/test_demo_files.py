"""The files that come with poise do what they say; changing only the file gives everything else."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from poise.config import demo_text, load_config, load_demo
from poise.experiment import judge, run, standing_experiment
from poise.model import load_robot

pytestmark = [pytest.mark.requires("example-robot-data", "mujoco")]


def outcome(path: Path, name: str, *changes: tuple[str, str]):
    """Write a shipped file with lines changed, run it, and give record and broken thresholds."""
    text = demo_text(name)
    for old, new in changes:
        assert text.count(old) == 1
        text = text.replace(old, new)
    file = path / "my.yaml"
    file.write_text(text)
    record = run(load_config(file).experiment)
    return record, [t.name for t in judge(record) if not t.held]


def test_the_humanoid_file_is_the_standing_experiment():
    """The same run as the one made in Python; the order of the tasks changes rounding only."""
    planned = load_demo("humanoid").experiment
    made = standing_experiment(load_robot("g1"))
    short = {"duration": 0.3}
    first, second = (
        run(type(made)(**{name: getattr(e, name) for name in made.__slots__} | short))
        for e in (planned, made)
    )
    np.testing.assert_allclose(first.joint_position, second.joint_position, atol=1e-11, rtol=0)
    assert planned.limits == made.limits
    for mine, theirs in zip(planned.pushes, made.pushes, strict=True):
        assert mine.time == theirs.time
        np.testing.assert_array_equal(mine.impulse, theirs.impulse)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("humanoid", []),
        ("humanoid", [("robot: g1", "robot: talos")]),
        ("humanoid", [("backend: daqp", "backend: piqp")]),
        ("quadruped", []),
        ("quadruped", [("robot: go2", "robot: hyq")]),
        ("arm", []),
        ("arm", [("robot: panda", "robot: ur5")]),
    ],
    ids=["g1", "talos", "piqp", "go2", "hyq", "panda", "ur5"],
)
def test_every_file_holds_its_own_limits(tmp_path, name, changes):
    record, broken = outcome(tmp_path, name, *changes)
    assert broken == []
    assert record.time.size == 10_000


def test_panda_follows_a_circle_within_two_millimetres(tmp_path):
    record, broken = outcome(tmp_path, "arm", ("duration: 10 s", "duration: 5 s"))
    hand = record.task("hand")
    assert broken == []
    assert np.sqrt(np.mean(hand.distance**2)) < 2e-3
    # It is a circle of 10 cm about the world's x axis, more than once round.
    centre = hand.target[0, :3] + [0.0, 0.0, 0.1]
    radius = np.linalg.norm(hand.actual[:, 1:3] - centre[1:], axis=1)
    assert np.abs(radius - 0.1).max() < 1e-3
    assert np.ptp(hand.actual[:, 1]) > 0.19


def test_one_foot_fewer_falls_honestly(tmp_path):
    one = "contacts:\n  left_ankle_roll_link: {type: preset}\n\ntasks: "
    record, broken = outcome(tmp_path, "humanoid", ("\ntasks: ", f"\n{one}"))
    assert record.contact_names == ("left_ankle_roll_link",)
    assert record.fell_at is not None
    assert record.fell_at < 3.0
    assert "stood for" in broken


def test_a_foot_given_up_is_no_longer_used(tmp_path):
    change = "  - {type: contact, time: 0.2 s, contact: FL_foot, active: false}\n  - type: three_p"
    record, _ = outcome(
        tmp_path,
        "quadruped",
        ("  - type: three_p", change),
        ("duration: 10 s", "duration: 0.4 s"),
    )
    before, after = record.time < 0.1995, record.time > 0.1995
    assert (record.wrench[before][5:, 0, 2] > 10.0).all()
    np.testing.assert_array_equal(record.wrench[after, 0], 0.0)
