"""What a configuration file asks for, ready to be run."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from poise.experiment import Experiment


@dataclass(frozen=True, slots=True)
class Outputs:
    """Files that a run writes; None for those it does not.

    Attributes:
        report: HTML page.
        picture: PNG picture.
        log: CSV file with every tick.
    """

    report: Path | None = None
    picture: Path | None = None
    log: Path | None = None


@dataclass(frozen=True, slots=True, eq=False)
class RunPlan:
    """An experiment and the files to write.

    Attributes:
        experiment: What to run.
        outputs: What to write.
    """

    experiment: Experiment
    outputs: Outputs

    def in_words(self) -> str:
        """One sentence: robot, tasks, contacts, pushes, time and simulator."""
        experiment = self.experiment
        robot = experiment.robot
        title = robot.name if robot.preset is None else robot.preset.title
        parts = [f"tasks {', '.join(plan.task.name for plan in experiment.tasks)}"]
        if experiment.contacts:
            parts.append(f"contacts {', '.join(contact.name for contact in experiment.contacts)}")
        if experiment.pushes:
            count = len(experiment.pushes)
            parts.append(f"{count} {'push' if count == 1 else 'pushes'}")
        return (
            f"{title}: {'; '.join(parts)}; {experiment.duration:g} s at "
            f"{1.0 / experiment.dt:g} Hz in {experiment.simulator}."
        )
