"""Experiments: a closed loop of simulator and controller, recorded and judged."""

from poise.experiment.events import ContactChange as ContactChange
from poise.experiment.experiment import Experiment as Experiment
from poise.experiment.gains import Gains as Gains
from poise.experiment.limits import Limits as Limits
from poise.experiment.noise import StateNoise as StateNoise
from poise.experiment.plans import ForcePlan as ForcePlan
from poise.experiment.plans import MotionPlan as MotionPlan
from poise.experiment.pushes import default_push as default_push
from poise.experiment.pushes import three_pushes as three_pushes
from poise.experiment.record import RunRecord as RunRecord
from poise.experiment.run import run as run
from poise.experiment.standing import standing_experiment as standing_experiment
from poise.experiment.sweep import PenaltySweep as PenaltySweep
from poise.experiment.sweep import sweep_penalty as sweep_penalty
from poise.experiment.sweep import usual_sweeps as usual_sweeps
from poise.experiment.task_track import TaskTrack as TaskTrack
from poise.experiment.thresholds import Threshold as Threshold
from poise.experiment.thresholds import judge as judge
