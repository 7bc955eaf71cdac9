"""Limits that a user adds to any scene."""

from poise.limits.jerk_limit import JerkLimit as JerkLimit
from poise.limits.joint_limits import JointLimits as JointLimits
from poise.limits.limit import BoxLimit as BoxLimit
from poise.limits.limit import Limit as Limit
from poise.limits.limit import LimitTick as LimitTick
from poise.limits.limit import RowLimit as RowLimit
from poise.limits.polygon_limit import PolygonLimit as PolygonLimit
from poise.limits.task_limit import TaskLimit as TaskLimit
from poise.limits.torque_limits import PowerLimit as PowerLimit
from poise.limits.torque_limits import TorqueRateLimit as TorqueRateLimit
from poise.limits.torque_limits import TorqueSpeedLimit as TorqueSpeedLimit
