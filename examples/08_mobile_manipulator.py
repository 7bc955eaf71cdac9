"""An arm on a base with two driven wheels reaches what it cannot reach from where it stands.

The file beside this program says what the robot shall do; `poise run FILE` runs it as well.
"""

import argparse
from pathlib import Path

import numpy as np

from poise.config import load_config
from poise.experiment import run

FILE = Path(__file__).with_suffix(".yaml")


def main(seconds: float) -> float:
    """Run and return the RMS error of the hand [m]."""
    planned = load_config(FILE, [f"duration={seconds}"])
    record = run(planned.experiment)
    x, y, yaw = record.joint_position[-1, :3]
    print(f"the base drove to ({x:.2f}, {y:.2f}) m and turned by {np.degrees(yaw):.0f}°")
    sideways = np.abs(record.joint_velocity[:, 1]).max()
    print(f"and never moved sideways: at most {sideways:.1e} m/s")
    return float((record.task("hand").distance ** 2).mean() ** 0.5)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0, help="how long to run")
    error = main(parser.parse_args().seconds)
    print(f"hand: {1e3 * error:.3f} mm RMS from its line")
