"""Units that a file may use, by what they measure."""

from __future__ import annotations

import math

UNITS: dict[str, dict[str, float]] = {
    "time": {"s": 1.0, "ms": 1e-3, "us": 1e-6, "µs": 1e-6, "min": 60.0},
    "length": {"m": 1.0, "cm": 1e-2, "mm": 1e-3},
    "angle": {"rad": 1.0, "mrad": 1e-3, "deg": math.pi / 180.0, "°": math.pi / 180.0},
    "force": {"N": 1.0, "kN": 1e3},
    "moment": {"N*m": 1.0, "N·m": 1.0, "Nm": 1.0},
    "impulse": {"N*s": 1.0, "N·s": 1.0, "Ns": 1.0},
    "speed": {"m/s": 1.0, "cm/s": 1e-2, "mm/s": 1e-3},
    "angular speed": {"rad/s": 1.0, "deg/s": math.pi / 180.0},
    "acceleration": {"m/s^2": 1.0, "m/s²": 1.0},
    "angular acceleration": {"rad/s^2": 1.0, "rad/s²": 1.0},
}
"""Units with their size in SI units and radians; the first is the one of plain numbers."""


def si_unit(dimension: str) -> str:
    """The unit of plain numbers."""
    return next(iter(UNITS[dimension]))
