"""Make the pictures of the README and the documents: `make pictures`."""

from pathlib import Path

from poise import load_robot, preset_contacts
from poise.experiment import judge, run, standing_experiment
from poise.experiment.drop import Drop
from poise.report import write_picture
from poise.report.drop_picture import write_drop_picture

IMAGES = Path(__file__).parent / "images"


def main() -> None:
    """Run the standing experiment of the README and the drop of the simulators' page."""
    IMAGES.mkdir(exist_ok=True)
    experiment = standing_experiment(load_robot("g1"))
    record = run(experiment)
    write_picture(record, judge(record), IMAGES / "g1_standing.png")
    hyq = load_robot("hyq")
    write_drop_picture(Drop(hyq, preset_contacts(hyq), 0.1, 2.0).run(), IMAGES / "drop.png")


if __name__ == "__main__":
    main()
