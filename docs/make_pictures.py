"""Make the pictures of the README and the documents: `make pictures`."""

from pathlib import Path

from poise import load_robot
from poise.experiment import judge, run, standing_experiment
from poise.report import write_picture

IMAGES = Path(__file__).parent / "images"


def main() -> None:
    """Run the standing experiment of the README and draw it."""
    IMAGES.mkdir(exist_ok=True)
    experiment = standing_experiment(load_robot("g1"))
    record = run(experiment)
    write_picture(record, judge(record), IMAGES / "g1_standing.png")


if __name__ == "__main__":
    main()
