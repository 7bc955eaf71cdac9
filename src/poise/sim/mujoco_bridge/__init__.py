"""The bridge to MuJoCo, checked: the same robot in both programs, compared number by number."""

from poise.sim.mujoco_bridge.compare import check_file as check_file
from poise.sim.mujoco_bridge.compare import compare_with_mujoco as compare_with_mujoco
from poise.sim.mujoco_bridge.report import BridgeReport as BridgeReport
from poise.sim.mujoco_bridge.report import BridgeStatus as BridgeStatus
from poise.sim.mujoco_bridge.report import Difference as Difference
from poise.sim.mujoco_bridge.report import Quantity as Quantity
