"""Strict hierarchies of least-squares problems: levels that never disturb those above them.

``solve_hierarchy(HierarchicalProblem(n, (Level("hand", J, dx), Level("posture", I, dq)), hard))``
"""

from poise.qp.hierarchy.cascade import CascadeLevel as CascadeLevel
from poise.qp.hierarchy.cascade import CascadeSolution as CascadeSolution
from poise.qp.hierarchy.cascade import null_space_cascade as null_space_cascade
from poise.qp.hierarchy.problem import HardRows as HardRows
from poise.qp.hierarchy.problem import HierarchicalProblem as HierarchicalProblem
from poise.qp.hierarchy.problem import Level as Level
from poise.qp.hierarchy.solution import ActingLimit as ActingLimit
from poise.qp.hierarchy.solution import HierarchicalSolution as HierarchicalSolution
from poise.qp.hierarchy.solution import HierarchyStatus as HierarchyStatus
from poise.qp.hierarchy.solution import LevelResult as LevelResult
from poise.qp.hierarchy.solve import solve_hierarchy as solve_hierarchy
