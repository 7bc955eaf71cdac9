"""The exceptions poise raises.

Mistakes raise, outcomes are values: a wrong shape, name or parameter raises one of these at
construction; an infeasible program or a fallen robot is a result with a status, and only its
``require()`` raises. Every leaf also subclasses the nearest built-in exception, so code that
already catches ``ValueError`` or ``LookupError`` keeps working.
"""

from __future__ import annotations

import math
from typing import Any


class PoiseError(Exception):
    """Base of every exception raised by poise."""


class PoiseWarning(UserWarning):
    """Base of every warning issued by poise."""


class DefinitionError(PoiseError, ValueError):
    """A parameter has a value that the object cannot have; the message names both."""


class ShapeError(DefinitionError):
    """An array has the wrong shape."""


class DependencyError(PoiseError, ImportError):
    """An optional dependency is not installed; the message names the extra that brings it."""


class ModelError(PoiseError):
    """Base of what goes wrong with robot models and their states."""


class ModelLoadError(ModelError, ValueError):
    """A robot file cannot be read; the message names the file and what is wrong in it."""


class RobotNotFoundError(ModelError, LookupError):
    """No robot has this name; the message lists close matches."""


class FrameNotFoundError(ModelError, LookupError):
    """No frame has this name; the message lists close matches."""


class JointNotFoundError(ModelError, LookupError):
    """No joint has this name; the message lists close matches."""


class StateError(ModelError, ValueError):
    """A robot state is not one this robot can have."""


class StaleSnapshotError(ModelError, RuntimeError):
    """A snapshot was read after its workspace evaluated another state."""


class ModelWarning(PoiseWarning):
    """A robot file loads, but something in it was left out or looks wrong."""


class MissingMeshWarning(ModelWarning):
    """Meshes that a robot file names are not found; kinematics and dynamics are complete."""


class SceneError(PoiseError, ValueError):
    """Tasks, contacts and references of a scene do not fit together."""


class ContactWarning(PoiseWarning):
    """Contacts, or where a robot is put on them, look wrong."""


class RegularizationWarning(PoiseWarning):
    """A tiny regulariser alone decides part of the answer."""


class QpError(PoiseError):
    """Base of what goes wrong with quadratic programs."""


class ProblemError(QpError, ValueError):
    """The matrices of a quadratic program do not fit together."""


class BackendNotFoundError(QpError, LookupError):
    """No QP backend has this name; the message lists those there are."""


class BackendNotInstalledError(QpError, DependencyError):
    """The package of a QP backend is not installed."""


class BackendError(QpError, RuntimeError):
    """A QP backend failed for a reason other than the problem being infeasible."""


class InfeasibleError(QpError, RuntimeError):
    """A quadratic program has no feasible point; the message names the worst rows."""


class IkError(PoiseError, RuntimeError):
    """An inverse kinematics problem was not solved; the message says why."""


class SimulationError(PoiseError, RuntimeError):
    """A simulation cannot go on."""


class DivergedError(SimulationError):
    """A simulation left the finite numbers.

    Attributes:
        state: The last good state, a :class:`poise.RobotState`; None where none is known.
        time: Its time [s]; NaN where none is known.
    """

    def __init__(self, message: str, state: Any = None) -> None:
        super().__init__(message)
        self.state = state
        self.time: float = math.nan if state is None else state.time
