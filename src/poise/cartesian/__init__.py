"""Cartesian solvers: kinematics and dynamics of chains and trees."""

from poise.cartesian.chain import Chain as Chain
from poise.cartesian.chain import extract_chain as extract_chain
from poise.cartesian.chain_solver import ChainSolver as ChainSolver
from poise.cartesian.ik_options import IkOptions as IkOptions
from poise.cartesian.ik_result import ActiveLimit as ActiveLimit
from poise.cartesian.ik_result import IkResult as IkResult
from poise.cartesian.ik_result import IkStatus as IkStatus
from poise.cartesian.reference_frame import ReferenceFrame as ReferenceFrame
from poise.cartesian.solver import CartesianSolver as CartesianSolver
from poise.cartesian.target_parts import TargetParts as TargetParts
from poise.cartesian.tree import TreeOptions as TreeOptions
from poise.cartesian.tree_solver import TreeSolver as TreeSolver
