"""Conflicts of infeasible programs: irreducible, all named, with the right numbers."""

from functools import cache

import numpy as np
import pytest

from poise.qp import QuadraticProgram, find_conflicts, relaxation_of_program
from qp.conflicts import (
    infeasible_program,
    least_largest_violation,
    least_squares_can,
    linear_program_can,
    one_sided,
    stack,
    with_limit,
)
from qp.problems import (
    INF,
    ROBOTS,
    contradictory_rows,
    no_way_to_stand,
    oracle_program,
    strictly_convex,
)
from qp.tolerances import ROUNDING

WITNESSES = [linear_program_can, least_squares_can]


def assert_irreducible(problem, conflict, can):
    members = list(conflict.members)
    assert not can(problem, members)
    for member in members:
        assert can(problem, [m for m in members if m is not member]), member


def names(conflict):
    return frozenset(member.name for member in conflict.members)


def rows(*named, n=1, lower_x=None, upper_x=None):
    """A program from (name, normal, lower, upper)."""
    return QuadraticProgram(
        np.eye(n),
        np.zeros(n),
        C=[row[1] for row in named],
        lower=[row[2] for row in named],
        upper=[row[3] for row in named],
        lower_x=lower_x,
        upper_x=upper_x,
        inequality_names=tuple(row[0] for row in named),
    )


@cache
def solved(seed):
    """A program, infeasible in a known way, and its conflicts."""
    planted = infeasible_program(seed)
    return planted, find_conflicts(planted.problem)


@pytest.mark.parametrize("block", range(10))
class TestTwoHundredKnownPrograms:
    """Each infeasible by 1e-4 … 1 of a normalised row, see ``infeasible_program``."""

    @pytest.fixture
    def programs(self, block):
        return [solved(seed) for seed in range(20 * block, 20 * block + 20)]

    def test_each_set_is_infeasible_and_becomes_feasible_without_any_member(self, programs):
        for planted, conflicts in programs:
            assert least_largest_violation(planted.problem) >= 0.99e-4
            assert conflicts
            for conflict in conflicts:
                for can in WITNESSES:
                    assert_irreducible(planted.problem, conflict, can)

    def test_what_is_left_without_the_named_members_is_feasible(self, programs):
        for planted, conflicts in programs:
            problem = planted.problem
            named = [m for c in conflicts for m in c.members]
            lower, upper = problem.row_lower.copy(), problem.row_upper.copy()
            for member in named:
                if member.side == "upper" or member.equality:
                    upper[member.row] = INF
                if member.side == "lower" or member.equality:
                    lower[member.row] = -INF
            rest = QuadraticProgram(
                problem.H,
                problem.g,
                C=np.concatenate((np.eye(problem.n), problem.rows)),
                lower=lower,
                upper=upper,
            )
            assert least_largest_violation(rest) < 1e-5  # the least that is named

    def test_no_member_is_in_two_conflicts(self, programs):
        for _planted, conflicts in programs:
            named = [m for c in conflicts for m in c.members]
            keys = [(m.row, None if m.equality else m.side) for m in named]
            assert len(set(keys)) == len(keys)

    def test_amounts_are_least_largest_violations(self, programs):
        for planted, conflicts in programs:
            for conflict in conflicts:
                expected = least_largest_violation(planted.problem, conflict.members)
                # The witness's own tolerance is 1e-10 of limits near one; small rows enlarge it.
                assert conflict.amount == pytest.approx(expected, rel=1e-6, abs=1e-8)

    def test_moving_any_limit_by_its_relaxation_and_no_less_ends_the_conflict(self, programs):
        for planted, conflicts in programs[:5]:
            for conflict in conflicts:
                for member in conflict.members:
                    step = member.relaxed_limit - member.limit
                    ended = with_limit(planted.problem, member, member.limit + step)
                    assert least_largest_violation(ended, conflict.members) < 1e-8
                    nearly = with_limit(planted.problem, member, member.limit + 0.99 * step)
                    left = least_largest_violation(nearly, conflict.members)
                    assert left == pytest.approx(0.01 * conflict.amount, rel=1e-3, abs=1e-8)

    def test_multipliers_and_points_prove_it_by_themselves(self, programs):
        for planted, conflicts in programs:
            all_rows = np.concatenate((np.eye(planted.problem.n), planted.problem.rows))
            for conflict in conflicts:
                weights = np.array([m.multiplier for m in conflict.members])
                limits = np.array([m.limit for m in conflict.members])
                members = all_rows[[m.row for m in conflict.members]]
                signs = np.array([1 if m.side == "upper" else -1 for m in conflict.members])
                assert (weights * signs > 0).all()
                scale = np.abs(weights[:, None] * members).max()
                assert np.abs(weights @ members).max() < 1e-9 * scale
                assert weights @ limits == pytest.approx(-conflict.amount, rel=1e-9)
                for member in conflict.members:
                    others = [m for m in conflict.members if m is not member]
                    if others:
                        matrix, limit = one_sided(planted.problem, others)
                        assert (matrix @ member.feasible_without - limit).max() < 1e-9


def test_planted_conflicts_are_recovered_by_name():
    """Mixtures of conflicts with innocent rows are conflicts too, so not each one is."""
    missing, fewer, total = 0, 0, 0
    for seed in range(200):
        planted, conflicts = solved(seed)
        found = [names(conflict) for conflict in conflicts]
        missing += len(set(planted.conflicts) - set(found))
        fewer += len(found) < len(planted.conflicts)
        total += len(planted.conflicts)
    assert total > 350
    assert missing < 0.1 * total
    assert fewer <= 4


def test_conflicts_of_separate_variables_are_all_named_exactly():
    named = []
    for block in range(4):
        normal = np.zeros((3, 8))
        normal[0, 2 * block], normal[1, 2 * block + 1] = 1.0, 1.0
        normal[2, 2 * block : 2 * block + 2] = -1.0
        gap = 10.0**-block
        named += [(f"{block}.{i}", normal[i], -INF, -gap if i == 2 else 0.0) for i in range(3)]
    conflicts = find_conflicts(rows(*named, n=8))
    expected = [frozenset(f"{block}.{i}" for i in range(3)) for block in range(4)]
    assert [names(conflict) for conflict in conflicts] == expected  # largest first


class TestClosedForms:
    def test_two_opposed_limits(self):
        problem = rows(("a", [2.0], 6.0, INF), ("b", [1.0], -9.0, 1.0))
        (conflict,) = find_conflicts(problem)
        assert conflict.amount == pytest.approx(1.0, abs=ROUNDING)  # x ≥ 3 and x ≤ 1
        by_name = {m.name: m for m in conflict.members}
        assert (by_name["a"].side, by_name["b"].side) == ("lower", "upper")
        assert by_name["a"].relaxation == pytest.approx(4.0)  # in its own unit: 2 x ≥ 2
        assert by_name["a"].relaxed_limit == pytest.approx(2.0)
        assert by_name["b"].relaxation == pytest.approx(2.0)
        assert by_name["b"].relaxed_limit == pytest.approx(3.0)
        assert by_name["b"].feasible_without == pytest.approx([3.0])

    def test_a_bound_has_the_name_of_its_variable(self):
        problem = rows(("row", [1.0], 2.0, INF), upper_x=[1.0])
        (conflict,) = find_conflicts(problem)
        assert names(conflict) == {"row", "x[0]"}

    def test_three_equalities_of_two_variables(self):
        problem = QuadraticProgram(
            np.eye(2), [0, 0], [[1, 0], [0, 1], [1, 1]], [1, 1, 5], equality_names=("a", "b", "c")
        )
        (conflict,) = find_conflicts(problem)
        sides = {m.name: (m.side, m.equality, m.relaxation) for m in conflict.members}
        assert sides["c"] == ("lower", True, pytest.approx(3.0))  # 5 is too much
        assert sides["a"] == ("upper", True, pytest.approx(3.0))

    def test_the_same_equality_twice_with_different_values(self):
        problem = QuadraticProgram(np.eye(2), [0, 0], [[1, 1], [2, 2]], [1.0, 2.001])
        (conflict,) = find_conflicts(problem)
        assert conflict.amount == pytest.approx(0.5 * 0.0005 / np.sqrt(0.5) / 2, rel=1e-9)

    def test_a_row_of_zeros_conflicts_with_itself(self):
        (conflict,) = find_conflicts(rows(("nothing", [0.0], 1.0, INF)))
        (member,) = conflict.members
        assert (member.name, member.side, member.relaxation) == ("nothing", "lower", 1.0)
        assert conflict.text().startswith("nothing lower (≥ 1) cannot hold:")

    def test_a_fixed_inequality_is_an_equality(self):
        (conflict,) = find_conflicts(rows(("a", [1.0], 1.0, 1.0), ("b", [1.0], 2.0, 2.0)))
        assert [m.equality for m in conflict.members] == [True, True]

    def test_each_side_of_a_row_is_its_own_member(self):
        """One row in two conflicts, once with each of its sides."""
        problem = rows(
            ("a", [1.0], 0.0, 1.0), ("low", [1.0], -INF, -1.0), ("high", [1.0], 3.0, INF)
        )
        conflicts = find_conflicts(problem)
        members = {(m.name, m.side) for c in conflicts for m in c.members}
        assert members <= {("a", "lower"), ("a", "upper"), ("low", "upper"), ("high", "lower")}
        for conflict in conflicts:
            assert_irreducible(problem, conflict, linear_program_can)


class TestBorder:
    @pytest.mark.parametrize("seed", range(10))
    def test_a_feasible_program_has_no_conflict(self, seed):
        assert find_conflicts(strictly_convex(seed).problem) == ()

    @pytest.mark.parametrize("scene", ["reduced", "tsid"])
    @pytest.mark.parametrize("robot", ROBOTS)
    def test_a_robot_that_can_stand_has_no_conflict(self, robot, scene):
        assert find_conflicts(oracle_program(robot, 0, scene, 1e-8)) == ()

    @pytest.mark.parametrize("seed", range(10))
    def test_limits_that_just_touch_do_not_conflict(self, seed):
        """All limits are met at one point, and only rounding could make them contradict."""
        rng = np.random.default_rng(seed)
        normals = rng.standard_normal((5, 8))
        normals[-1] = -rng.uniform(0.3, 1.0, 4) @ normals[:-1]
        limits = normals @ (1e3 * rng.standard_normal(8))
        assert find_conflicts(QuadraticProgram(np.eye(8), np.zeros(8), normals, limits)) == ()

    @pytest.mark.parametrize("scale", [1e-3, 1.0, 1e3])
    @pytest.mark.parametrize(("gap", "infeasible"), [(1e-8, False), (1e-6, True), (1e-4, True)])
    def test_the_decision_does_not_depend_on_the_units_of_rows(self, gap, infeasible, scale):
        problem = rows(("a", [scale], -INF, 0.0), ("b", [1.0], gap, INF))
        assert bool(find_conflicts(problem)) is infeasible

    @pytest.mark.parametrize("seed", range(5))
    def test_a_conflict_of_twenty_rows_is_found_whole(self, seed):
        problem = contradictory_rows(seed, 1e-2)
        (conflict,) = find_conflicts(problem)
        # Twenty rows of fifteen variables hold smaller conflicts; those are what is asked for.
        assert len(conflict.members) <= 16
        assert_irreducible(problem, conflict, linear_program_can)

    def test_bounds_of_ten_billion_do_no_harm(self):
        problem = rows(
            ("a", [1.0, 1.0], 1e-3, INF),
            ("b", [1.0, 1.0], -INF, 0.0),
            n=2,
            lower_x=[-1e10] * 2,
            upper_x=[1e10, 1e30],
        )
        (conflict,) = find_conflicts(problem)
        assert names(conflict) == {"a", "b"}


class TestRelaxationOfProgram:
    def test_is_infinite_while_other_limits_conflict(self):
        problem = rows(
            ("a", [1.0, 0.0], 1.0, INF),
            ("b", [1.0, 0.0], -INF, 0.0),
            ("c", [0.0, 1.0], 2.0, INF),
            ("d", [0.0, 1.0], -INF, 0.0),
            n=2,
        )
        for conflict in find_conflicts(problem):
            for member in conflict.members:
                assert relaxation_of_program(problem, member) == INF

    def test_counts_the_worst_of_overlapping_conflicts(self):
        problem = rows(("a", [2.0], -INF, 0.0), ("b", [1.0], 1.0, INF), ("c", [1.0], 3.0, INF))
        member = next(m for c in find_conflicts(problem) for m in c.members if m.name == "a")
        assert relaxation_of_program(problem, member) == pytest.approx(6.0)

    def test_an_equality_moves_as_a_whole(self):
        problem = QuadraticProgram(
            np.eye(1), [0.0], [[2.0]], [0.0], lower_x=[3.0], equality_names=("e",)
        )
        (conflict,) = find_conflicts(problem)
        member = next(m for m in conflict.members if m.equality)
        assert member.side == "upper"
        assert relaxation_of_program(problem, member) == pytest.approx(6.0)


class TestText:
    def conflict(self):
        problem = rows(
            ("torque limit left_knee", [1.0, 1.0], -139.0, 139.0),
            ("unilateral left_foot", [-1.0, 0.0], -INF, -140.0),
            ("unilateral right_foot", [0.0, 1.0], 2.0, INF),
            n=2,
        )
        (conflict,) = find_conflicts(problem)
        return conflict

    def test_names_members_amount_and_moves_with_units(self):
        text = self.conflict().text({"torque limit left_knee": "N·m"})
        assert "torque limit left_knee upper (≤ 139 N·m)" in text
        assert "unilateral right_foot lower (≥ 2)" in text
        assert "cannot hold together" in text
        assert "torque limit left_knee by 3 N·m to 142 N·m" in text
        assert "unilateral right_foot by 3 to -1" in text

    def test_counts_what_it_does_not_name(self):
        assert "and 2 more that bear less cannot" in self.conflict().text(shown=1)

    def test_moves_facts_only_when_there_is_nothing_else(self):
        problem = QuadraticProgram(
            np.eye(1), [0.0], [[1.0]], [0.0], lower_x=[1.0], equality_names=("physics",)
        )
        (conflict,) = find_conflicts(problem)
        assert "physics (= 0)" in conflict.text()
        assert "physics by" not in conflict.text()


class TestRobots:
    @pytest.mark.parametrize("robot", ROBOTS)
    def test_feet_that_may_bear_too_little(self, robot):
        problem = no_way_to_stand(robot)
        (conflict,) = find_conflicts(problem)
        assert_irreducible(problem, conflict, linear_program_can)
        assert conflict.members[0].name == "base[2]"  # the weight
        feet = [m for m in conflict.members if m.name.startswith("f")]
        assert feet
        assert {m.limit for m in feet if m.side == "upper"} == {10.0}

    @pytest.mark.parametrize("robot", ROBOTS)
    def test_a_limit_raised_by_a_tenth_of_a_thousandth_is_found(self, robot):
        """One row is asked for 1e-4 more than its own opposite side, written as another row."""
        program = oracle_program(robot, 0, "reduced", 1e-4)
        row = program.C[0] / np.linalg.norm(program.C[0])
        problem = QuadraticProgram(
            program.H,
            program.g,
            program.A,
            program.b,
            np.vstack((program.C, row, row)),
            np.append(program.lower, (-INF, 1e-4)),
            np.append(program.upper, (0.0, INF)),
            program.lower_x,
            program.upper_x,
        )
        conflicts = find_conflicts(problem)
        count = len(program.C)
        assert names(conflicts[0]) == {f"inequality[{count}]", f"inequality[{count + 1}]"}
        assert conflicts[0].amount == pytest.approx(0.5e-4, rel=1e-6)
        for conflict in conflicts:
            assert_irreducible(problem, conflict, linear_program_can)


def test_witnesses_see_what_they_should():
    """The judges themselves: a known conflict, and the same without its worst row."""
    problem = rows(("a", [1.0], 1e-4, INF), ("b", [1.0], -INF, 0.0))
    (conflict,) = find_conflicts(problem)
    for can in WITNESSES:
        assert not can(problem, list(conflict.members))
        assert can(problem, list(conflict.members[:1]))
        assert can(problem, [])
    assert stack(problem)[0].shape == (3, 1)
