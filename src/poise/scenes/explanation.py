"""Why a tick came out as it did: cost shares, limits that act, or limits that conflict."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from poise.qp import Conflict, QpStatus, RowSensitivity, find_conflicts, sensitivities
from poise.scenes.cost_terms import CostTerm, cost_terms
from poise.scenes.row_units import row_units
from poise.scenes.solution import SceneSolution


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
    """

    status: str
    cost: float
    terms: tuple[CostTerm, ...]
    limits: tuple[RowSensitivity, ...]
    slack: Mapping[str, float]
    conflicts: tuple[Conflict, ...]
    units: Mapping[str, str]

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
            lines += ["", "Limits that act (gain in cost per unit of the limit):"]
            lines += [f"  {limit.text()}" for limit in self.limits]
        if self.slack:
            used = ", ".join(f"{name} {value:.3g} N" for name, value in self.slack.items())
            lines += ["", f"Friction cone slack used: {used}."]
        return "\n".join(lines)

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
        acting = [s for s in sensitivities(problem.program, solution.qp) if not s.equality]
        return Explanation(
            status=status.value,
            cost=float(sum(term.value for term in terms)),
            terms=terms,
            limits=tuple(acting),
            slack=solution.friction_cone_slack,
            conflicts=(),
            units=units,
        )
    infeasible = status is QpStatus.INFEASIBLE
    return Explanation(
        status=status.value,
        cost=float("nan"),
        terms=(),
        limits=(),
        slack={},
        conflicts=find_conflicts(problem.program) if infeasible else (),
        units=units,
    )
