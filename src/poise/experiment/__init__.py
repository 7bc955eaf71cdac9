"""Experiments: a closed loop of simulator and controller, recorded and judged."""

from poise.experiment.from_preset import default_push as default_push
from poise.experiment.from_preset import standing_experiment as standing_experiment
from poise.experiment.hand_path import HandPath as HandPath
from poise.experiment.noise import StateNoise as StateNoise
from poise.experiment.record import RunRecord as RunRecord
from poise.experiment.run import run as run
from poise.experiment.standing import Gains as Gains
from poise.experiment.standing import StandingExperiment as StandingExperiment
from poise.experiment.standing import three_pushes as three_pushes
from poise.experiment.sweep import PenaltySweep as PenaltySweep
from poise.experiment.sweep import sweep_penalty as sweep_penalty
from poise.experiment.sweep import usual_sweeps as usual_sweeps
from poise.experiment.thresholds import Threshold as Threshold
from poise.experiment.thresholds import judge as judge
