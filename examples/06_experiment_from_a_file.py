"""An experiment from a file: loaded, changed in two places, run, judged and asked why.

The file beside this program says what the robot shall do; `poise run FILE` runs it as well.
"""

import argparse
from pathlib import Path

from poise.config import load_config
from poise.experiment import judge, run

FILE = Path(__file__).with_suffix(".yaml")


def main(seconds: float) -> float:
    """Run and return the RMS distance of the centre of mass from its circle [m]."""
    planned = load_config(FILE, [f"duration={seconds}", "tasks.light_foot.force.2=25 N"])
    print(planned.in_words())
    record = run(planned.experiment)
    for threshold in judge(record):
        print(f"{threshold.name}: {threshold.value:.3g} {threshold.unit}, held: {threshold.held}")
    load = record.task("light_foot")
    print(f"asked of the light foot {load.target[-1, 2]:.1f} N, given {load.actual[-1, 2]:.1f} N")
    print(record.explanation)  # of the last tick: cost shares, and the limits that act
    return float((record.task("com").distance ** 2).mean() ** 0.5)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3.0, help="how long to run")
    error = main(parser.parse_args().seconds)
    print(f"centre of mass: {1e3 * error:.2f} mm RMS from its circle")
