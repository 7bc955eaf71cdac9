"""References over time: what a motion task is asked for at every instant."""

from poise.experiment.references.circle import Circle as Circle
from poise.experiment.references.figure import Figure as Figure
from poise.experiment.references.goal import Goal as Goal
from poise.experiment.references.hold import Hold as Hold
from poise.experiment.references.line import Line as Line
from poise.experiment.references.recorded import Recorded as Recorded
from poise.experiment.references.reference import Follower as Follower
from poise.experiment.references.reference import Reference as Reference
from poise.experiment.references.set_points import SetPoint as SetPoint
from poise.experiment.references.set_points import SetPoints as SetPoints
from poise.experiment.references.sinusoid import JointSinusoid as JointSinusoid
from poise.experiment.references.sinusoid import Sinusoid as Sinusoid
from poise.experiment.references.sway import Sway as Sway
