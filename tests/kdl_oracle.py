"""Robots and samples that KDL computed; see tests/data/kdl."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pinocchio as pin

from poise.model import DhRow, DhTable, RobotModel, load_robot
from poise.model.link_chain import ChainLink, LinkChain, model_of_chains

KDL = Path(__file__).parent / "data" / "kdl"


def kdl_data(name: str) -> dict[str, Any]:
    """The whole oracle of a chain."""
    return json.loads((KDL / f"{name}.json").read_text())


def kdl_ur5() -> tuple[RobotModel, dict[str, Any]]:
    """The UR5 with KDL's made-up masses, and its oracle."""
    data = kdl_data("ur5_6r")
    note = data["note"]
    rows = [
        DhRow(
            a=note["a"][k],
            alpha=note["alpha"][k],
            d=note["d"][k],
            mass=segment["inertia"]["mass"],
            com=segment["inertia"]["com"],
            inertia=segment["inertia"]["Ic"],
        )
        for k, segment in enumerate(data["segments"])
    ]
    return load_robot(DhTable(rows, name="ur5_dh"), gravity=data["gravity"]), data


def kdl_robot(name: str) -> tuple[RobotModel, dict[str, Any]]:
    """A chain built segment by segment, joint then fixed transform, and its oracle."""
    data = kdl_data(name)
    links = []
    for segment in data["segments"]:
        joint = segment["joint"]
        kind = {"Rot": "revolute", "Tra": "prismatic", "Fix": "fixed"}[joint[:3]]
        inertia = pin.Inertia.Zero()
        if segment["inertia"] is not None:
            given = segment["inertia"]
            inertia = pin.Inertia(given["mass"], np.array(given["com"]), np.array(given["Ic"]))
        links.append(
            ChainLink(
                segment["name"],
                f"{segment['name']}_joint",
                kind,
                axis=np.eye(3)["XYZ".find(joint[-1])] if kind != "fixed" else np.eye(3)[2],
                tip=pin.SE3(np.array(segment["f_tip"])),
                inertia=inertia,
            )
        )
    model = model_of_chains(name, [LinkChain(links, "tip")])
    return load_robot(model, gravity=data["gravity"]), data
