"""Quadratic programs as data, solver packages behind one interface, and our own verdict on them.

``load_backend("daqp").solve(QuadraticProgram(H, g, A, b, C, lower, upper)).require().x``
"""

from poise.qp.backends import Backend as Backend
from poise.qp.backends import available_backends as available_backends
from poise.qp.backends import load_backend as load_backend
from poise.qp.conflict import Conflict as Conflict
from poise.qp.conflict import ConflictMember as ConflictMember
from poise.qp.conflict import find_conflicts as find_conflicts
from poise.qp.conflict import relaxation_of_program as relaxation_of_program
from poise.qp.layout import QpLayout as QpLayout
from poise.qp.problem import QuadraticProgram as QuadraticProgram
from poise.qp.raw import RawAnswer as RawAnswer
from poise.qp.residuals import KktResiduals as KktResiduals
from poise.qp.sensitivity import RowSensitivity as RowSensitivity
from poise.qp.sensitivity import sensitivities as sensitivities
from poise.qp.solution import ActiveRow as ActiveRow
from poise.qp.solution import QpSolution as QpSolution
from poise.qp.solution import QpStatus as QpStatus
from poise.qp.solution import ViolatedRow as ViolatedRow
from poise.qp.tolerances import KktTolerances as KktTolerances
