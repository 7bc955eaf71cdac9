"""The plots of a run's tasks: paths, errors, and what was asked for at each tick."""

from __future__ import annotations

from functools import partial

from poise.experiment import RunRecord, TaskTrack
from poise.report.motion_plots import (
    draw_accelerations,
    draw_distance,
    draw_error,
    draw_path,
    draw_turn,
    plain,
)
from poise.report.plot import Plot, over_time, stacked


def task_plots(record: RunRecord) -> list[Plot]:
    """One plot for each task that moves, one for all that hold still, one of accelerations."""
    moving = [track for track in record.tasks if track.moves]
    held = [track for track in record.tasks if not track.moves]
    found = [_path_plot(record, k, track) for k, track in enumerate(moving)]
    if held:
        found.append(_held_plot(record, held))
    main = record.main_task
    if main is not None:
        found.append(_acceleration_plot(record, main))
    return found


def _path_plot(record: RunRecord, number: int, track: TaskTrack) -> Plot:
    what = {"joints": "the joints that move most", "orientation": "the rotation vector"}.get(
        track.kind, "the position against where it started"
    )
    draws = [partial(draw_path, track=track), partial(draw_distance, track=track)]
    caption = f"Above: {what}. Below: the distance from the target"
    if track.kind == "pose":
        draws.append(partial(draw_turn, track=track))
        caption += ", and the angle by which the orientation is off"
    if record.pushes:
        caption += "; the second after a push, grey, is not judged"
    return Plot(
        f"path-{number}",
        f"{_headed(track)} tracking",
        f"{caption}.",
        lambda: stacked(record, draws, 0.2 + 1.6 * len(draws)),
    )


def _held_plot(record: RunRecord, held: list[TaskTrack]) -> Plot:
    draws = []
    for track in held:
        draws.append(partial(draw_error, track=track))
        if track.kind == "pose":
            draws.append(partial(draw_turn, track=track))
    return Plot(
        "held",
        "Tasks that hold still",
        "Target minus value, along the world's axes: x forward, z up; of forces along the "
        "contact's. Of joints the four that err most.",
        lambda: stacked(record, draws, 0.4 + 1.7 * len(draws)),
    )


def _acceleration_plot(record: RunRecord, track: TaskTrack) -> Plot:
    asked = track.asked_for
    return Plot(
        "asked",
        f"What the {plain(track.title)} asked for and got",
        f"The {asked} that the task's law asks for at each tick, and the one that the solution "
        "gives; limits and other tasks come between them.",
        lambda: over_time(record, partial(draw_accelerations, track=track)),
    )


def _headed(track: TaskTrack) -> str:
    return f"{track.title[:1].upper()}{track.title[1:]}"
