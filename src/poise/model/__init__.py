"""Robot models: loading, states, and kinematics and dynamics at a state."""

from poise.model.command import JointCommand as JointCommand
from poise.model.dh import DhRow as DhRow
from poise.model.dh import DhTable as DhTable
from poise.model.frames import FramePlace as FramePlace
from poise.model.inverse_dynamics import InverseDynamics as InverseDynamics
from poise.model.loading import load_robot as load_robot
from poise.model.planar_base import PlanarBase as PlanarBase
from poise.model.presets import Preset as Preset
from poise.model.presets import preset_names as preset_names
from poise.model.robot_model import RobotModel as RobotModel
from poise.model.robot_model import require_robot as require_robot
from poise.model.snapshot import Snapshot as Snapshot
from poise.model.snapshot import Workspace as Workspace
from poise.model.source import ModelSource as ModelSource
from poise.model.state import RobotState as RobotState
