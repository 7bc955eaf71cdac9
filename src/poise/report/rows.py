"""The figures of a run as words: one table for the terminal and the report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from poise.experiment import Threshold
from poise.report.figures import ContactFigures, JointPeak, RunSummary, Timing, Tracking


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table of figures.

    Attributes:
        group: Heading that it stands under.
        label: What it is about.
        value: The figure, with its unit.
        note: Where, when, and what it is compared with.
    """

    group: str
    label: str
    value: str
    note: str = ""


def rows(summary: RunSummary) -> tuple[Row, ...]:
    """Every figure of a run, grouped, in reading order."""
    return (
        *_tracking_rows(summary),
        *_contact_rows(summary.contacts),
        *_joint_rows(summary),
        *_timing_rows(summary),
        Row("Set-up", "Simulator", summary.simulator),
        Row("Set-up", "QP backend", summary.backend),
    )


@dataclass(frozen=True, slots=True)
class ThresholdRow:
    """One threshold in words.

    Attributes:
        name: What is judged.
        value: What it came to, with its unit.
        limit: What is asked for, with relation and unit.
        held: Whether it holds.
    """

    name: str
    value: str
    limit: str
    held: bool

    @property
    def mark(self) -> str:
        """A sign and a word, so that colour is not needed."""
        return "✓ held" if self.held else "✗ broken"


def threshold_rows(thresholds: Sequence[Threshold]) -> tuple[ThresholdRow, ...]:
    """The thresholds of a run in words."""
    return tuple(
        ThresholdRow(
            name=t.name[:1].upper() + t.name[1:],
            value=f"{_shown(t)} {t.unit}".rstrip(),
            limit=f"{t.relation} {np.format_float_positional(t.limit, trim='-')} {t.unit}".rstrip(),
            held=t.held,
        )
        for t in thresholds
    )


def _shown(threshold: Threshold) -> str:
    """The value with so many digits that rounding does not change what it seems to be."""
    for digits in range(3, 17):
        text = f"{threshold.value:.{digits}g}"
        rounded = replace(threshold, value=float(text))
        at_limit = rounded.value == threshold.limit != threshold.value
        if rounded.held == threshold.held and not at_limit:
            return text
    return repr(threshold.value)


def _tracking_rows(summary: RunSummary) -> list[Row]:
    found = [_tracking_row(tracking, pushed=summary.pushed) for tracking in summary.tasks]
    if summary.tilt_at_end is not None and summary.largest_tilt is not None:
        note = f"at most {degrees(summary.largest_tilt)}"
        found.append(Row("Balance", "Base tilt at the end", degrees(summary.tilt_at_end), note))
    return found


def _tracking_row(tracking: Tracking, *, pushed: bool) -> Row:
    label = f"{tracking.title[:1].upper()}{tracking.title[1:]} off its "
    label += "path" if tracking.moves else "target"
    if np.isnan(tracking.rms):
        return Row("Tasks", label, "—", "not known: some ticks were not solved")
    overall = f"{error_in_words(tracking.rms, tracking.unit)} overall, "
    note = f"outside the second after a push; {overall}" if pushed else ""
    note += (
        f"at most {error_in_words(tracking.largest, tracking.unit)} at {tracking.largest_at:.2f} s"
    )
    if tracking.turn_rms is not None:
        note += f"; turned by {degrees(tracking.turn_rms)} RMS"
    if tracking.asked_for != "force":
        missed = rate_in_words(tracking.missed_rms, tracking.asked_unit)
        note += f"; {missed} RMS from the {tracking.asked_for} asked for"
    value = f"{error_in_words(tracking.rms_calm, tracking.unit)} RMS"
    return Row("Tasks", label, value, note)


def _contact_rows(contacts: Sequence[ContactFigures]) -> list[Row]:
    found = []
    for contact in contacts:
        note = "no tick was solved"
        if not np.isnan(contact.smallest_reserve):
            note = (
                f"cone reserve at least {percent(contact.smallest_reserve)} "
                f"({number(contact.margin)} N at {contact.time:.2f} s); simulated normal force "
                f"{number(contact.normal_force_rms)} N RMS from the commanded"
            )
        if contact.slack > 0.0:
            note += f"; cone slack up to {number(contact.slack)} N"
        found.append(Row("Contacts", contact.contact, f"{millimetres(contact.slip)} slip", note))
    return found


def _joint_rows(summary: RunSummary) -> list[Row]:
    return [
        _share_row("Torque nearest its limit", summary.torque, {"rad": "N·m", "m": "N"}),
        _share_row("Speed nearest its limit", summary.speed, {"rad": "rad/s", "m": "m/s"}),
        _position_row(summary.position),
        Row("Joints", "Damping and friction", "", summary.joint_losses),
    ]


def _share_row(label: str, peak: JointPeak | None, units: Mapping[str, str]) -> Row:
    if peak is None:
        return Row("Joints", label, "—", "no joint moves or none has a limit")
    unit = units[peak.unit]
    return Row(
        "Joints",
        label,
        f"{percent(abs(peak.value) / peak.limit)} of it",
        f"{peak.joint} at {peak.time:.2f} s: {number(peak.value)} of ±{number(peak.limit)} {unit}, "
        f"margin {number(peak.margin)} {unit}",
    )


def _position_row(peak: JointPeak | None) -> Row:
    label = "Position nearest its limit"
    if peak is None:
        return Row("Joints", label, "—", "no joint has a limit")
    left = (
        f"{number(peak.margin)} {peak.unit} left"
        if peak.margin >= 0
        else f"{number(-peak.margin)} {peak.unit} beyond"
    )
    where = (
        f"{peak.joint} at {peak.time:.2f} s: {number(peak.value)} of {number(peak.limit)} "
        f"{peak.unit}"
    )
    return Row("Joints", label, left, where)


def _timing_rows(summary: RunSummary) -> list[Row]:
    failures = "; ".join(f"{count} × {text}" for text, count in summary.failures.items())
    late = f"{summary.ticks_late} of {summary.ticks} took longer than {summary.dt * 1e3:g} ms"
    return [
        _timing_row("Controller tick", summary.tick, late),
        _timing_row("QP solve, part of the tick", summary.solve, ""),
        Row("Ticks", "Not solved", f"{summary.ticks_not_solved} of {summary.ticks}", failures),
        Row(
            "Ticks",
            "KKT residual",
            f"{summary.residual.largest:.2g} of the tolerance",
            f"largest; median {summary.residual.median:.2g}. {summary.backend} was asked in "
            f"{summary.ticks_asked} ticks; its own answers: largest "
            f"{summary.raw_residual.largest:.2g}, median {summary.raw_residual.median:.2g}",
        ),
    ]


def _timing_row(label: str, timing: Timing, note: str) -> Row:
    worst = f"longest {duration(timing.worst)}"
    return Row(
        "Ticks",
        label,
        f"{duration(timing.median)} median",
        f"{duration(timing.p99)} p99, " + (f"{worst}; {note}" if note else worst),
    )


def error_in_words(value: float, unit: str) -> str:
    """An error in the unit that people think in: mm, degrees or N."""
    if unit == "m":
        return millimetres(value)
    return degrees(value) if unit == "rad" else f"{number(value)} {unit}"


def rate_in_words(value: float, unit: str) -> str:
    """A velocity or an acceleration; turning ones in degrees."""
    if unit.startswith("rad"):
        return f"{number(float(np.degrees(value)))}°{unit.removeprefix('rad')}"
    return f"{number(value)} {unit}"


def millimetres(metres: float) -> str:
    """A length in mm, with three digits at most below 100 mm."""
    return f"{metres * 1e3:.3g} mm" if abs(metres) < 0.1 else f"{metres * 1e3:.0f} mm"


def number(value: float) -> str:
    """Three digits with a proper minus sign; what is next to nothing is 0."""
    return "0" if abs(value) < 5e-4 else f"{value:.3g}".replace("-", "−")


def percent(share: float) -> str:
    """A share in whole percent."""
    return f"{round(share * 100.0)} %".replace("-", "−")


def degrees(radians: float) -> str:
    """An angle in degrees."""
    return f"{np.degrees(radians):.2f}°"


def duration(seconds: float) -> str:
    """A short time in µs or ms."""
    return f"{seconds * 1e6:.0f} µs" if seconds < 1e-3 else f"{seconds * 1e3:.3g} ms"
