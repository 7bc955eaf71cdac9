"""Differential inverse kinematics of mink and pink: one step with limits of position and speed."""

from __future__ import annotations

import mink
import mujoco
import numpy as np
import pink
import pinocchio as pin
from pink.tasks import FrameTask
from timing import main

DT = 0.01


def _mink(targets: np.ndarray, path: str):
    model = mujoco.MjModel.from_xml_path(path)
    configuration = mink.Configuration(model)
    task = mink.FrameTask("tip", "body", position_cost=1.0, orientation_cost=1.0)
    names = [model.joint(j).name for j in range(model.njnt)]
    limits = [
        mink.ConfigurationLimit(model),
        mink.VelocityLimit(model, dict.fromkeys(names, 3.0)),
    ]

    def solve(k: int, guess: np.ndarray) -> np.ndarray:
        configuration.update(guess)
        task.set_target(mink.SE3.from_matrix(targets[k]))
        return mink.solve_ik(configuration, [task], DT, "daqp", 1e-8, limits=limits)

    return solve


def _pink(targets: np.ndarray, path: str):
    model = pin.buildModelFromUrdf(path)
    configuration = pink.Configuration(model, model.createData(), pin.neutral(model))
    task = FrameTask("tip", position_cost=1.0, orientation_cost=1.0)
    goals = [pin.SE3(target) for target in targets]

    def solve(k: int, guess: np.ndarray) -> np.ndarray:
        configuration.update(guess)
        task.set_target(goals[k])
        return pink.solve_ik(configuration, [task], DT, solver="daqp", damping=1e-8)

    return solve


def make(problems: dict, path: str) -> dict:
    """One step each from a guess near the target."""
    urdf, targets = path.replace(".npz", ".urdf"), problems["targets"]
    fused = urdf.replace(".urdf", ".mink.urdf")
    keep = '<mujoco><compiler fusestatic="false"/></mujoco>'
    with open(urdf, encoding="utf-8") as file:
        text = file.read().replace("<link", f"{keep}<link", 1)
    with open(fused, "w", encoding="utf-8") as file:
        file.write(text)
    return {
        "mink step": (_mink(targets, fused), "near"),
        "pink step": (_pink(targets, urdf), "near"),
    }


main(make)
