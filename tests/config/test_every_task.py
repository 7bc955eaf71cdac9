"""Every task that a file can have is built, run, recorded and logged."""

from pathlib import Path
from typing import get_args

import pytest
import yaml

from poise.config import ConfigError, load_config
from poise.config.fields.tasks import AnyTask
from poise.experiment import run
from poise.report.log import write_log

pytestmark = pytest.mark.requires("example-robot-data", "mujoco")

HAND, OTHER = "right_wrist_yaw_link", "left_wrist_yaw_link"
FOOT = "left_ankle_roll_link"
TASKS = {
    "center_of_mass": {},
    "frame_pose": {"frame": HAND},
    "frame_position": {"frame": "$hand", "axes": "local"},
    "frame_orientation": {"frame": "$base"},
    "relative_pose": {"frame": HAND, "base": OTHER, "axes": "world"},
    "axis_alignment": {"frame": HAND, "axis": [1, 0, 0], "direction": [1, 0.1, 0]},
    "look_at": {"frame": "torso_link", "point": ["2 m", 0, "1 m"], "weight": [1, 0.5]},
    "distance": {"frame": HAND, "other": OTHER, "distance": "30 cm"},
    "manipulability": {"frame": HAND, "part": "position", "measure": 0.1, "weight": 0.1},
    "posture": {"weights": {"left_knee_joint": 1.0}},
    "joint_positions": {
        "joints": ["left_elbow_joint", "waist_yaw_joint"],
        "positions": {"waist_yaw_joint": "2 deg", "left_elbow_joint": 0.6},
    },
    "joint_coupling": {"factors": {"left_elbow_joint": 1, "right_elbow_joint": -1}},
    "joint_damping": {"weight": 0.1},
    "low_acceleration": {"weight": 0.1},
    "linear_momentum": {"weight": 0.1},
    "angular_momentum": {"weight": [0.1, 0.1, 0.2], "axes": "pelvis"},
    "capture_point": {"height": "70 cm"},
    "wheel_rolling": {"frame": HAND, "radius": "10 cm", "weight": 0.01},
    "contact_force": {"contact": FOOT, "force": [0, 0, "150 N"], "weight": 0.01},
    "contact_wrench": {"contact": FOOT, "wrench": [0, 0, 150, 0, 0, 0], "weight": 0.01},
    "center_of_pressure": {"contact": FOOT, "point": ["1 cm", 0], "weight": 0.1},
    "torque": {"torques": {"left_ankle_roll_joint": "0 N*m"}, "weight": 0.1},
}
OF_FORCES = {"contact_force", "contact_wrench", "center_of_pressure", "torque"}


def test_every_kind_is_tested_here():
    kinds = get_args(get_args(AnyTask)[0])
    assert {get_args(kind.model_fields["type"].annotation)[0] for kind in kinds} == set(TASKS)


def experiment(tmp_path: Path, tasks: dict, scene: str):
    """A standing robot with these tasks besides those that keep it up."""
    content = {
        "robot": "g1",
        "tasks": {
            "com": {"type": "center_of_mass"},
            "trunk": {"type": "frame_orientation", "frame": "$base"},
            "posture": {"type": "posture"},
            **tasks,
        },
        "scene": {"type": scene},
        "duration": 0.02,
    }
    path = tmp_path / "file.yaml"
    path.write_text(yaml.safe_dump(content, allow_unicode=True))
    return load_config(path).experiment


@pytest.mark.parametrize("scene", ["reduced_tsid", "velocity"])
def test_all_of_them_at_once(tmp_path, scene):
    tasks = {
        f"a {name}": {"type": name, **fields}
        for name, fields in TASKS.items()
        if scene != "velocity" or name not in OF_FORCES
    }
    record = run(experiment(tmp_path, tasks, scene))
    assert record.solved.all()
    for name in tasks:
        track = record.task(name)
        assert track.target.shape == track.actual.shape == (20, len(track.rows))
        assert len(track.asked_units) == len(track.rows)
    write_log(record, tmp_path / "log.csv")
    header = (tmp_path / "log.csv").read_text().splitlines()[0]
    assert "a capture_point.x.error [m]" in header
    assert ("a distance.distance.reference [m/s]" in header) == (scene == "velocity")


@pytest.mark.parametrize("name", sorted(OF_FORCES))
def test_tasks_on_forces_are_refused_where_there_are_none(tmp_path, name):
    with pytest.raises(ConfigError, match=r"velocity|degree|forces"):
        experiment(tmp_path, {"wished": {"type": name, **TASKS[name]}}, "velocity")


@pytest.mark.parametrize(
    ("name", "change", "message"),
    [
        ("relative_pose", {"base": "nowhere"}, "no frame 'nowhere'"),
        ("joint_positions", {"positions": {"left_elbow_joint": 1}}, "positions must name just"),
        ("joint_coupling", {"factors": {}}, "factors"),
        ("look_at", {"point": [1, 2]}, "point"),
        ("distance", {"distance": "-1 m"}, "distance"),
        ("manipulability", {"part": "hand"}, "'position', 'orientation' or 'pose'"),
        ("wheel_rolling", {"radius": 0}, "radius"),
        ("capture_point", {"height": "70 kg"}, "height"),
        ("torque", {"torques": {"knee": 1}}, "knee"),
    ],
)
def test_faults_are_named(tmp_path, name, change, message):
    with pytest.raises(ConfigError, match=message):
        experiment(tmp_path, {"wished": {"type": name, **TASKS[name], **change}}, "reduced_tsid")
