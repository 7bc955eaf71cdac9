"""Two arms under every scene: one word in the file says what is decided on.

The file beside this program lets two hands keep their relative pose, as if they held a box, while
one of them moves round a circle and the head looks at it.
"""

import argparse
from pathlib import Path

from poise.config import load_config
from poise.experiment import run

FILE = Path(__file__).with_suffix(".yaml")
SCENES = ("reduced_tsid", "tsid", "acceleration", "hierarchical", "velocity")


def main(seconds: float) -> float:
    """Run under each scene and return the largest RMS error of the box [m]."""
    worst = 0.0
    for scene in SCENES:
        planned = load_config(FILE, [f"duration={seconds}", f"scene.type={scene}"])
        record = run(planned.experiment)
        box, hand = (
            (record.task(name).distance ** 2).mean() ** 0.5 for name in ("box", "left_hand")
        )
        print(f"{scene:14} box {1e3 * box:.3f} mm, hand {1e3 * hand:.3f} mm RMS from its circle")
        worst = max(worst, float(box))
    return worst


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=4.0, help="how long to run each")
    main(parser.parse_args().seconds)
