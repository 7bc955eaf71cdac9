"""Scenes: tasks, contacts and constraints turned into a quadratic program."""

from poise.scenes.acceleration import AccelerationScene as AccelerationScene
from poise.scenes.cascade import CascadeScene as CascadeScene
from poise.scenes.cascade import CascadeSceneSolution as CascadeSceneSolution
from poise.scenes.contact_force_scene import ContactForceScene as ContactForceScene
from poise.scenes.cost_terms import CostTerm as CostTerm
from poise.scenes.explanation import Explanation as Explanation
from poise.scenes.hierarchical import HierarchicalScene as HierarchicalScene
from poise.scenes.hierarchical_solution import (
    HierarchicalSceneSolution as HierarchicalSceneSolution,
)
from poise.scenes.motion_scene import MotionScene as MotionScene
from poise.scenes.penalties import Penalties as Penalties
from poise.scenes.previous import PreviousTick as PreviousTick
from poise.scenes.reduced_tsid import ReducedTsidScene as ReducedTsidScene
from poise.scenes.scene import Level as Level
from poise.scenes.scene import Scene as Scene
from poise.scenes.solution import SceneProblem as SceneProblem
from poise.scenes.solution import SceneSolution as SceneSolution
from poise.scenes.tsid import TsidScene as TsidScene
from poise.scenes.velocity import VelocityScene as VelocityScene
