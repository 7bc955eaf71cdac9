"""Why a tick came out as it did: cost shares, limits that act, or limits that conflict."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from poise.qp import Conflict, QpStatus, RowSensitivity, find_conflicts, sensitivities
from poise.scenes.cascade import CascadeSceneSolution
from poise.scenes.cost_terms import CostTerm, cost_terms
from poise.scenes.hierarchical_solution import HierarchicalSceneSolution
from poise.scenes.row_units import row_units
from poise.scenes.solution import SceneProblem, SceneSolution

# Relative to the cost: what relaxing a limit by one unit must save to be worth a line.
_FELT = 1e-9


@dataclass(frozen=True, slots=True, eq=False)
class Explanation:
    """What a tick's cost is made of and what holds it back.

    Attributes:
        status: What became of the tick, in a sentence.
        cost: The objective with its constant, the sum of all terms; NaN when not solved.
        terms: Every task and every regulariser with its value; none is left out.
        limits: Inequalities and bounds that act, with what relaxing them would gain.
        slack: Friction cone slack used, by contact [N]; empty when the cones are hard.
        conflicts: Irreducible sets of limits that contradict each other, when infeasible.
        units: Unit of each row and variable of the program, by name.
        held_back: Which limits hold which priority back, in a hierarchical scene.
        limit_slack: By how much each soft limit of the user is passed.
    """

    status: str
    cost: float
    terms: tuple[CostTerm, ...]
    limits: tuple[RowSensitivity, ...]
    slack: Mapping[str, float]
    conflicts: tuple[Conflict, ...]
    units: Mapping[str, str]
    held_back: tuple[str, ...] = ()
    limit_slack: Mapping[str, float] = field(default_factory=dict)

    def share(self, term: CostTerm) -> float:
        """The term's share of the cost, in [0, 1]; 0 where nothing costs anything."""
        return term.value / self.cost if self.cost > 0 else 0.0

    def text(self) -> str:
        """All of it, to be read."""
        lines = [self.status]
        if self.conflicts:
            lines += [conflict.text(self.units) for conflict in self.conflicts]
        if self.terms:
            lines += ["", f"Cost {self.cost:.6g}:"]
            lines += [self._term_line(term) for term in self.terms]
        if self.limits:
            lines += ["", "Limits that act, and what relaxing them by one unit would save:"]
            lines += self._limit_lines()
        if self.held_back:
            lines += ["", "What holds it back:", *(f"  {line}" for line in self.held_back)]
        for name, passed in self.limit_slack.items():
            unit = self.units[f"slack of limit {name}"]
            lines += ["", f"Limit {name} is passed by {passed:.3g} {unit}."]
        if self.slack:
            used = ", ".join(f"{name} {value:.3g} N" for name, value in self.slack.items())
            lines += ["", f"Friction cone slack used: {used}."]
        return "\n".join(lines)

    def _limit_lines(self) -> list[str]:
        """Those that hold the cost up; the others are met by chance, and only counted."""
        felt = [limit for limit in self.limits if limit.lower > _FELT * self.cost]
        lines = []
        for limit in sorted(felt, key=lambda limit: -limit.lower):
            unit = self.units[limit.name]
            relation = "≤" if limit.side == "upper" else "≥"
            line = f"  {limit.name} {limit.side} ({relation} {limit.limit:.4g} {unit}): "
            line += f"{limit.lower:.4g} per {unit}"
            if not limit.exact:
                line += f" (tightening it costs {limit.upper:.4g}: several limits meet here)"
            lines.append(line)
        rest = len(self.limits) - len(felt)
        return [*lines, f"  and {rest} more that are met but hold nothing up"] if rest else lines

    def _term_line(self, term: CostTerm) -> str:
        line = f"  {100.0 * self.share(term):6.2f} %  {term.kind} {term.name}"
        missed = [f"{value:.3g} {unit}" for unit, value in term.worst_by_unit().items()]
        return f"{line}, missed by at most {', '.join(missed)}" if missed else line


def explain(solution: SceneSolution) -> Explanation:
    """Explain a tick; costs far more than a tick, so it is made when asked for.

    Args:
        solution: A solved or an infeasible tick.
    """
    problem = solution.problem
    units = row_units(problem)
    status = solution.qp.status
    if solution.solved:
        terms = cost_terms(problem, solution.x)
        shifts = _shifts(problem)
        acting = [
            replace(found, limit=found.limit + shifts.get(found.name, 0.0))
            for found in sensitivities(problem.program, solution.qp)
            if not found.equality
        ]
        return Explanation(
            status=status.value,
            cost=float(sum(term.value for term in terms)),
            terms=terms,
            limits=tuple(acting),
            slack=solution.friction_cone_slack,
            conflicts=(),
            units=units,
            limit_slack=solution.limit_slack,
        )
    infeasible = status is QpStatus.INFEASIBLE
    return Explanation(
        status=status.value,
        cost=float("nan"),
        terms=(),
        limits=(),
        slack={},
        conflicts=_conflicts(problem) if infeasible else (),
        units=units,
    )


def explain_levels(solution: HierarchicalSceneSolution) -> Explanation:
    """Explain a tick solved level by level.

    Args:
        solution: A solved or an infeasible tick.
    """
    if not solution.solved:
        return explain(solution)
    terms = cost_terms(solution.problem, solution.x)
    held = [
        f"{limit.name} {limit.side} holds {limit.level} back"
        for limit in solution.hierarchy.acting
        if limit.level not in ("penalties", "reference")
    ]
    return Explanation(
        status=solution.hierarchy.status.value,
        cost=float(sum(term.value for term in terms)),
        terms=terms,
        limits=(),
        slack=solution.friction_cone_slack,
        conflicts=(),
        units=row_units(solution.problem),
        held_back=tuple(held),
        limit_slack=solution.limit_slack,
    )


def explain_cascade(solution: CascadeSceneSolution) -> Explanation:
    """Explain a tick solved by a cascade.

    Args:
        solution: A solved or an infeasible tick.
    """
    if not solution.solved:
        return explain(solution)
    terms = cost_terms(solution.problem, solution.x)
    held = [
        f"{level.name} is cut short in {level.damped} of {level.rank} directions"
        for level in solution.cascade.levels
        if level.damped
    ]
    if solution.pace < 1.0:
        held.append(f"velocity limits let {100.0 * solution.pace:.3g} % of the motion happen")
    return Explanation(
        status=solution.qp.status.value,
        cost=float(sum(term.value for term in terms)),
        terms=terms,
        limits=(),
        slack={},
        conflicts=(),
        units=row_units(solution.problem),
        held_back=tuple(held),
        limit_slack=solution.limit_slack,
    )


def _conflicts(problem: SceneProblem) -> tuple[Conflict, ...]:
    shifts = _shifts(problem)
    return tuple(
        replace(
            conflict,
            members=tuple(
                replace(member, limit=member.limit + shifts.get(member.name, 0.0))
                for member in conflict.members
            ),
        )
        for conflict in find_conflicts(problem.program)
    )


def _shifts(problem: SceneProblem) -> dict[str, float]:
    """What a torque row lacks of the torque: h, which stands in its limits."""
    joints = problem.variables.robot.joint_names
    offsets = problem.efforts.torque.offset.tolist()
    return {f"torque limit {joint}": h for joint, h in zip(joints, offsets, strict=True)}
