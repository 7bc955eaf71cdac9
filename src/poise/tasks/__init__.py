"""Tasks: what should happen."""

from poise.tasks.center_of_mass import CenterOfMassTask as CenterOfMassTask
from poise.tasks.contact_force import ContactForceTask as ContactForceTask
from poise.tasks.contact_force import ContactWrenchTask as ContactWrenchTask
from poise.tasks.contact_force import ForceTask as ForceTask
from poise.tasks.effort_task import EffortTask as EffortTask
from poise.tasks.efforts import AffineMap as AffineMap
from poise.tasks.efforts import Efforts as Efforts
from poise.tasks.frame_orientation import FrameOrientationTask as FrameOrientationTask
from poise.tasks.frame_pose import FramePoseTask as FramePoseTask
from poise.tasks.frame_position import FramePositionTask as FramePositionTask
from poise.tasks.frame_task import FrameTask as FrameTask
from poise.tasks.posture import PostureTask as PostureTask
from poise.tasks.rank import Strictness as Strictness
from poise.tasks.target import Target as Target
from poise.tasks.task import MotionTask as MotionTask
from poise.tasks.task import RateTask as RateTask
from poise.tasks.task import Task as Task
