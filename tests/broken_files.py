"""Sixty files with one fault each: what was edited, where the fault is, and what must be said."""

from __future__ import annotations

from dataclasses import dataclass

FILE = """\
robot: go2
stance: {FL_thigh_joint: 0.8}
contacts:
  FL_foot: {type: preset}
  FR_foot: {type: preset, friction: 0.7}
  RL_foot: {type: point, frame: RL_foot, friction: 0.6}
  RR_foot: {type: point, frame: RR_foot, friction: 0.6}
tasks:
  com:
    type: center_of_mass
    weight: 10
    law: {kp: 15}
    reference: {type: circle, radius: 2 cm, period: 4 s}
  trunk:
    type: frame_orientation
    frame: $base
    reference: {type: sway, angle: 3 deg, axis: [0, 0, 1]}
  posture:
    type: posture
    weight: 0.3
    reference:
      type: set_points
      points:
        - {time: 1 s, joints: {FL_calf_joint: -1.5}, duration: 1 s}
        - {time: 3 s, joints: {FL_calf_joint: -1.6}, duration: 1 s}
  load:
    type: contact_force
    contact: FL_foot
    force: [0, 0, 40 N]
    weight: 0.01
constraints:
  contact_damping: 20
  friction_cone: inner
scene:
  type: reduced_tsid
  backend: daqp
  penalties: {contact_wrench: 1.0e-4}
events:
  - {type: push, time: 2 s, impulse: [3, 0, 0]}
  - {type: contact, time: 4 s, contact: FL_foot, active: false}
simulator: {type: mujoco, friction: 0.8}
noise: {joint_velocity: 0.05, base_velocity: 0.02, seed: 1}
duration: 6 s
dt: 1 ms
judge:
  tilt: 3 deg
  slip: 10 mm
  tracking: {com: 10 mm, trunk: 2 deg}
outputs: {report: report.html, log: ticks.csv}
"""


@dataclass(frozen=True)
class Broken:
    """One edit of the file.

    Attributes:
        fault: What is wrong, as a name for the test.
        old: What is replaced, once.
        new: By what.
        at: A piece of the edited file that begins on the line to be named.
        words: What the message must contain: the field and the remedy.
    """

    fault: str
    old: str
    new: str
    at: str
    words: tuple[str, ...]

    @property
    def text(self) -> str:
        """The whole broken file."""
        assert FILE.count(self.old) == 1, f"{self.old!r} is there {FILE.count(self.old)} times"
        return FILE.replace(self.old, self.new)

    @property
    def line(self) -> int:
        """The line to be named, from 1."""
        assert self.text.count(self.at) == 1, f"{self.at!r}: {self.text.count(self.at)} times"
        return self.text[: self.text.index(self.at)].count("\n") + 1


BROKEN = (
    # Not YAML, or not the YAML that is read.
    Broken("tab", "    weight: 10\n", "\tweight: 10\n", "\tweight", ("tab", "spaces")),
    Broken("unclosed bracket", "[3, 0, 0]", "[3, 0, 0", "[3, 0, 0", ("]",)),
    Broken("unclosed brace", "law: {kp: 15}", "law: {kp: 15", "law: {kp: 15", ("}",)),
    Broken("unclosed quote", "robot: go2", 'robot: "go2', 'robot: "go2', ("quote",)),
    Broken("no space after colon", "duration: 6 s", "duration:6 s", "duration:6", ("space",)),
    Broken(
        "indentation", "    weight: 10\n", "      weight: 10\n", "      weight: 10", ("indent",)
    ),
    Broken("duplicate key", "dt: 1 ms", "dt: 1 ms\ndt: 2 ms", "dt: 2 ms", ("dt", "twice")),
    Broken(
        "duplicate task",
        "  load:\n",
        "  posture:\n",
        "  posture:\n    type: contact_force",
        ("posture", "twice"),
    ),
    Broken(
        "foreign tag", "robot: go2", "robot: !!python/name:os.system go2", "robot: !!", ("tag",)
    ),
    Broken("unknown alias", "weight: 10", "weight: *ten", "weight: *ten", ("ten",)),
    Broken("two documents", "dt: 1 ms", "dt: 1 ms\n---\na: 1", "---", ("one document",)),
    # Names.
    Broken("unknown key", "duration: 6 s", "duraton: 6 s", "duraton", ("duraton", "duration")),
    Broken(
        "unknown key below",
        "radius: 2 cm",
        "radius: 2 cm, speed: 3",
        "reference: {type: circle",
        ("speed", "period"),
    ),
    Broken("unknown robot", "robot: go2", "robot: go3", "robot: go3", ("go3", "go2")),
    Broken("unknown joint", "FL_thigh_joint", "FL_thigh_jiont", "stance", ("FL_thigh_joint",)),
    Broken(
        "unknown frame",
        "frame: RL_foot",
        "frame: RL_foto",
        "RL_foot: {type: point, frame: RL_foto",
        ("RL_foto", "RL_foot"),
    ),
    Broken(
        "unknown preset contact",
        "  FL_foot: {type: preset}",
        "  FL_fot: {type: preset}",
        "  FL_fot",
        ("FL_foot",),
    ),
    Broken(
        "unknown task type",
        "type: frame_orientation",
        "type: frame_orient",
        "type: frame_orient",
        ("frame_orient", "frame_orientation"),
    ),
    Broken(
        "unknown reference type",
        "type: circle",
        "type: cirle",
        "reference: {type: cirle",
        ("cirle", "circle"),
    ),
    Broken("unknown event type", "type: push", "type: psuh", "- {type: psuh", ("psuh", "push")),
    Broken("unknown backend", "backend: daqp", "backend: dapq", "backend", ("dapq", "daqp")),
    Broken(
        "unknown simulator",
        "type: mujoco",
        "type: gazebo",
        "simulator",
        ("gazebo", "mujoco", "soft"),
    ),
    Broken(
        "unknown scene", "reduced_tsid", "reduced_tsdi", "  type: reduced_tsdi", ("reduced_tsid",)
    ),
    Broken("unknown cone", "inner", "iner", "friction_cone", ("iner", "inner")),
    Broken(
        "unknown contact of a task",
        "    contact: FL_foot",
        "    contact: FL_feet",
        "    contact: FL_feet",
        ("FL_feet", "FL_foot"),
    ),
    Broken(
        "unknown contact of an event",
        "4 s, contact: FL_foot",
        "4 s, contact: LF_foot",
        "- {type: contact",
        ("LF_foot", "FL_foot"),
    ),
    Broken("unknown task to judge", "{com: 10 mm", "{comm: 10 mm", "tracking", ("comm", "com")),
    Broken(
        "unknown joint of a set-point",
        "{FL_calf_joint: -1.6}",
        "{FL_calf: -1.6}",
        "- {time: 3 s",
        ("FL_calf", "FL_calf_joint"),
    ),
    Broken("hand of a robot without", "$base", "$hand", "    frame", ("$hand", "hand")),
    Broken("unknown dollar", "$base", "$bse", "    frame", ("$bse", "$base")),
    # Missing.
    Broken("no robot", "robot: go2\n", "", "stance", ("robot",)),
    Broken(
        "no type", "    type: frame_orientation\n", "", "  trunk", ("type", "frame_orientation")
    ),
    Broken("no frame", "    frame: $base\n", "", "  trunk", ("frame",)),
    Broken("no radius", "radius: 2 cm, ", "", "reference: {type: circle", ("radius",)),
    Broken("no gain", "{kp: 15}", "{kd: 15}", "law", ("kp",)),
    Broken("no impulse", ", impulse: [3, 0, 0]", "", "- {type: push", ("impulse",)),
    Broken("empty value", "duration: 6 s", "duration:", "duration:\n", ("duration",)),
    # Types and units.
    Broken(
        "text for a number", "weight: 10", "weight: heavy", "weight: heavy", ("weight", "heavy")
    ),
    Broken("quoted number", "weight: 10", "weight: '10'", "weight: '10'", ("number",)),
    Broken(
        "list for a number",
        "radius: 2 cm",
        "radius: [2 cm]",
        "reference: {type: circle",
        ("radius",),
    ),
    Broken("number for a mapping", "law: {kp: 15}", "law: 15", "law: 15", ("law", "kp")),
    Broken("number for a name", "robot: go2", "robot: 7", "robot: 7", ("robot",)),
    Broken("two of three numbers", "[3, 0, 0]", "[3, 0]", "- {type: push", ("impulse", "3")),
    Broken(
        "yes for a boolean", "active: false", "active: no", "- {type: contact", ("active", "false")
    ),
    Broken("wrong unit of time", "duration: 6 s", "duration: 6 m", "duration: 6 m", ("ms", "min")),
    Broken(
        "wrong unit of length",
        "radius: 2 cm",
        "radius: 2 deg",
        "reference: {type: circle",
        ("radius", "cm"),
    ),
    Broken(
        "wrong unit of angle",
        "angle: 3 deg",
        "angle: 3 mm",
        "reference: {type: sway",
        ("angle", "deg"),
    ),
    Broken("unknown unit", "dt: 1 ms", "dt: 1 msec", "dt: 1 msec", ("msec", "ms")),
    Broken("unit of another task", "trunk: 2 deg", "trunk: 2 mm", "tracking", ("trunk", "deg")),
    # Values.
    Broken("not a number", "kp: 15", "kp: .nan", "law", ("kp", "finite")),
    Broken("infinite", "duration: 6 s", "duration: .inf", "duration: .inf", ("finite",)),
    Broken("endless", "duration: 6 s", "duration: 1e308", "duration: 1e308", ("ticks",)),
    Broken("negative duration", "duration: 6 s", "duration: -6 s", "duration: -6", ("> 0",)),
    Broken("negative weight", "weight: 10", "weight: -10", "weight: -10", ("≥ 0",)),
    Broken("no friction", "friction: 0.7", "friction: 0", "  FR_foot", ("friction", "> 0")),
    Broken(
        "activation",
        "    weight: 10\n",
        "    weight: 10\n    activation: 2\n",
        "activation",
        ("activation", "1"),
    ),
    Broken("seed", "seed: 1", "seed: -1", "noise", ("seed", "≥ 0")),
    Broken(
        "axis of length 0",
        "axis: [0, 0, 1]",
        "axis: [0, 0, 0]",
        "reference: {type: sway",
        ("axis", "zero"),
    ),
    # What contradicts itself.
    Broken(
        "circle for an orientation",
        "{type: sway, angle: 3 deg, axis: [0, 0, 1]}",
        "{type: circle, radius: 2 cm}",
        "    reference: {type: circle, radius: 2 cm}\n",
        ("trunk", "position"),
    ),
    Broken(
        "set-points out of order",
        "{time: 3 s",
        "{time: 1.5 s",
        "      points:",
        ("set-points must follow",),
    ),
    Broken(
        "push after the end",
        "push, time: 2 s",
        "push, time: 7 s",
        "- {type: push",
        ("end of the run",),
    ),
    Broken("tick longer than the run", "dt: 1 ms", "dt: 20 s", "dt: 20 s", ("dt",)),
    Broken("too many weights", "weight: 10", "weight: [1, 2]", "weight: [1", ("weight", "3")),
    Broken(
        "soft cones of points",
        "{contact_wrench: 1.0e-4}",
        "{contact_wrench: 1.0e-4, friction_cone_slack: 1}",
        "penalties",
        ("slack", "surface"),
    ),
    Broken(
        "normal forces crossed",
        "RR_foot, friction: 0.6}",
        "RR_foot, friction: 0.6, min_normal_force: 9, max_normal_force: 5}",
        "  RR_foot",
        ("max_normal_force",),
    ),
    # Paths.
    Broken(
        "path outside",
        "report: report.html",
        "report: ../report.html",
        "outputs",
        ("outside", "--set"),
    ),
    Broken("absolute path", "log: ticks.csv", "log: /tmp/ticks.csv", "outputs", ("outside",)),
    Broken("robot outside", "robot: go2", "robot: ../../go2.urdf", "robot", ("outside",)),
    Broken(
        "no such file",
        "{type: circle, radius: 2 cm, period: 4 s}",
        "{type: csv, file: way.csv}",
        "    reference: {type: csv",
        ("way.csv",),
    ),
)
