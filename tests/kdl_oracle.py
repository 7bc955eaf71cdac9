"""Robots and samples that KDL computed; see tests/data/kdl."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from poise.model import DhRow, DhTable, RobotModel, load_robot

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
