"""Small robots written for the tests, as URDF and MJCF text, and random states for any robot."""

from __future__ import annotations

import numpy as np
import pinocchio as pin

from poise.model import RobotModel, RobotState


def link(name: str, mass: float = 1.0, inside: str = "") -> str:
    """A link with an inertia that is not symmetric in any way."""
    return (
        f'<link name="{name}"><inertial><origin xyz="0.1 0.02 -0.05" rpy="0.1 0.2 0.3"/>'
        f'<mass value="{mass}"/>'
        '<inertia ixx="0.02" ixy="0.001" ixz="0.002" iyy="0.03" iyz="-0.001" izz="0.04"/>'
        f"</inertial>{inside}</link>"
    )


def joint(
    name: str,
    parent: str,
    child: str,
    kind: str = "revolute",
    *,
    axis: str = "0 0 1",
    limit: str = '<limit lower="-1" upper="2" effort="10" velocity="3"/>',
    inside: str = "",
) -> str:
    """A joint that is moved and turned against its parent."""
    return (
        f'<joint name="{name}" type="{kind}"><parent link="{parent}"/><child link="{child}"/>'
        f'<origin xyz="0.1 -0.2 0.3" rpy="0.3 -0.2 0.1"/><axis xyz="{axis}"/>{limit}{inside}'
        "</joint>"
    )


def robot(*parts: str, name: str = "mine") -> str:
    """A whole URDF."""
    return f'<?xml version="1.0"?><robot name="{name}">{"".join(parts)}</robot>'


ONE_LINK = robot(link("body", 2.0))

ONE_JOINT = robot(
    link("base"),
    link("arm", 2.0),
    joint("turn", "base", "arm", axis="0 1 0", inside='<dynamics damping="0.5" friction="0.25"/>'),
)

# Every kind of joint that moves in one direction, and a fixed one that shares a link's name.
MIXED = robot(
    link("base", 3.0),
    link("a", 2.0),
    link("b", 1.5),
    link("c", 1.0),
    link("tool", 0.5),
    joint(
        "spin", "base", "a", "continuous", axis="0 1 0", limit='<limit effort="4" velocity="5"/>'
    ),
    joint(
        *("slide", "a", "b", "prismatic"),
        axis="1 0 0",
        limit='<limit lower="-0.2" upper="0.4" effort="70" velocity="0.8"/>',
        inside='<dynamics damping="3" friction="2"/>',
    ),
    joint("bend", "b", "c", axis="0 0 1"),
    joint("tool", "c", "tool", "fixed"),
)

GRIPPER = robot(
    link("palm"),
    link("left"),
    link("right", 2.0),
    joint("left_slide", "palm", "left", "prismatic", axis="0 1 0"),
    joint(
        *("right_slide", "palm", "right", "prismatic"),
        axis="0 1 0",
        inside='<mimic joint="left_slide" multiplier="-1" offset="0.01"/>',
    ),
)

CONTINUOUS_MIMIC = robot(
    link("base"),
    link("wheel"),
    link("gear"),
    joint("axle", "base", "wheel", "continuous", limit=""),
    joint(
        *("geared", "wheel", "gear", "continuous"),
        axis="0 1 0",
        limit="",
        inside='<mimic joint="axle" multiplier="-2" offset="0.3"/>',
    ),
)

BALL_JOINTS = """
<mujoco model="ball"><option gravity="0 0 -3"/>
<worldbody>
  <body name="trunk"><freejoint/><geom type="box" size="0.2 0.1 0.1" mass="3"/>
    <body name="thigh" pos="0 0.1 -0.1"><joint name="hip" type="ball"/>
      <geom type="capsule" fromto="0 0 0 0.1 0 -0.4" size="0.05" mass="1"/>
      <body name="shank" pos="0.1 0 -0.4"><joint name="knee" axis="0 1 0" range="-90 90"/>
        <geom type="capsule" fromto="0 0 0 0 0.05 -0.3" size="0.04" mass="0.5"/>
        <site name="toe" pos="0 0 -0.3"/>
      </body>
    </body>
  </body>
</worldbody></mujoco>"""


def random_state(model: RobotModel, rng: np.random.Generator, time: float = 0.0) -> RobotState:
    """Everything turned at random, the base too, moving at about 1 rad/s and 1 m/s."""
    neutral = pin.neutral(model.pin_model)
    q = pin.integrate(model.pin_model, neutral, rng.normal(size=model.nv))
    return model.state(q, rng.normal(size=model.nv), time)


def moved(model: RobotModel, state: RobotState, acceleration: np.ndarray, h: float) -> RobotState:
    """The state h seconds later on the motion with this q̈, exact to second order in h."""
    step = state.v * h + 0.5 * acceleration * h * h
    return model.state(
        pin.integrate(model.pin_model, state.q, step), state.v + acceleration * h, state.time + h
    )


def dual_arm() -> str:
    """Two arms of six joints on a torso that turns; at zero both are exactly stretched."""
    limit = '<limit lower="-2.8" upper="2.8" effort="60" velocity="2"/>'

    def turn(name: str, parent: str, child: str, axis: str, xyz: str) -> str:
        return (
            f'<joint name="{name}" type="revolute"><parent link="{parent}"/>'
            f'<child link="{child}"/><origin xyz="{xyz}"/><axis xyz="{axis}"/>{limit}</joint>'
        )

    parts = [
        link("base", 5.0),
        link("torso", 5.0),
        turn("waist", "base", "torso", "0 0 1", "0 0 1"),
    ]
    for side, sign in (("left", 1), ("right", -1)):
        steps = (
            ("shoulder_pan", "0 0 1", 0.2),
            ("shoulder_lift", "1 0 0", 0.0),
            ("shoulder_roll", "0 1 0", 0.0),
            ("elbow", "0 0 1", 0.35),
            ("forearm_roll", "0 1 0", 0.0),
            ("wrist", "0 0 1", 0.3),
        )
        parent = "torso"
        for name, axis, y in steps:
            child = f"{side}_{name}_link"
            parts += [
                link(child, 1.0),
                turn(f"{side}_{name}", parent, child, axis, f"0 {sign * y} 0"),
            ]
            parent = child
        hand = f"{side}_hand"
        parts.append(link(hand, 0.3))
        parts.append(
            f'<joint name="{hand}_fixed" type="fixed"><parent link="{parent}"/>'
            f'<child link="{hand}"/><origin xyz="0 {sign * 0.1} 0"/></joint>'
        )
    return robot(*parts, name="dual arm")
