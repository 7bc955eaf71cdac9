"""A closed loop of robot, controller and simulator: what it is made of."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

from poise.arrays import did_you_mean, number
from poise.contact import Cone, Contact, as_contacts
from poise.errors import DefinitionError
from poise.experiment.events import ContactChange
from poise.experiment.limits import Limits
from poise.experiment.noise import StateNoise
from poise.experiment.plans import ForcePlan, MotionPlan, TaskPlan
from poise.experiment.scenes import SceneName
from poise.model import RobotModel
from poise.model.joint_space import JointValues
from poise.scenes import Penalties
from poise.sim import Push

SimulatorName = Literal["mujoco", "soft"]

# More would not fit into any memory; a day at 1 kHz has nearly as many.
_MOST_TICKS = 10**8


@dataclass(frozen=True, slots=True, eq=False)
class Experiment:
    """Everything that determines a run; the same experiment gives the same run.

    Attributes:
        robot: The robot.
        contacts: Its contacts with the ground; a fixed base needs none.
        stance: Joint positions it starts in, (na,) or ``{joint: value}`` [rad, m].
        tasks: What it shall do, each with its law and its reference over time.
        simulator: ``"mujoco"`` or ``"soft"``.
        ground_friction: Coulomb coefficient in the simulator; each contact's own when absent.
        scene: What is decided on and how tasks are ranked; one of :data:`SceneName`.
        backend: Name of the QP backend.
        duration: How long it runs [s].
        dt: Time between ticks [s].
        pushes: What pushes it.
        contact_changes: When the controller begins or ceases to count on contacts.
        noise: Noise on the measured velocities; None for the true state.
        seed: Of the noise.
        penalties: The scene's regularisers and rate penalties.
        contact_damping: k_d of the contacts [1/s].
        contact_stiffness: k_p of the contacts [1/s²].
        acceleration_limit: Largest joint accelerations, one number or ``{joint: value}``
            [rad/s², m/s²].
        cone: Friction pyramid of points.
        limits: What it is judged by.
    """

    robot: RobotModel
    contacts: tuple[Contact, ...]
    stance: JointValues
    tasks: tuple[TaskPlan, ...]
    simulator: SimulatorName = "mujoco"
    ground_friction: float | None = None
    scene: SceneName = "reduced_tsid"
    backend: str = "daqp"
    duration: float = 10.0
    dt: float = 1e-3
    pushes: tuple[Push, ...] = ()
    contact_changes: tuple[ContactChange, ...] = ()
    noise: StateNoise | None = None
    seed: int = 0
    penalties: Penalties = field(default_factory=lambda: Penalties(contact_wrench=1e-4))
    contact_damping: float = 20.0
    contact_stiffness: float = 0.0
    acceleration_limit: float | Mapping[str, float] = math.inf
    cone: Cone = "inner"
    limits: Limits = field(default_factory=Limits)

    def __post_init__(self) -> None:
        """Check what no part checks itself."""
        number("duration", self.duration, above=0.0)
        number("dt", self.dt, above=0.0, maximum=0.1)
        if self.duration / self.dt > _MOST_TICKS:
            raise DefinitionError(
                f"duration must be at most {_MOST_TICKS:.0e} ticks of {self.dt:g} s, got "
                f"{self.duration:g} s."
            )
        if self.ticks == 0:
            raise DefinitionError(
                f"duration must be at least one tick of {self.dt:g} s, got {self.duration:g} s."
            )
        if self.ground_friction is not None:
            number("ground_friction", self.ground_friction, minimum=0.0)
        if self.simulator not in ("mujoco", "soft"):
            raise DefinitionError(f"simulator must be 'mujoco' or 'soft', got {self.simulator!r}.")
        if self.scene not in get_args(SceneName):
            raise DefinitionError(
                f"scene must be one of {', '.join(get_args(SceneName))}, got {self.scene!r}."
            )
        for name in ("contacts", "tasks", "pushes", "contact_changes"):
            object.__setattr__(self, name, tuple(getattr(self, name)))
        as_contacts(self.contacts)
        if self.robot.floating_base and not self.contacts:
            raise DefinitionError(
                f"contacts must hold at least one contact: robot '{self.robot.name}' has a "
                "floating base and needs something to stand on."
            )
        self._check_plans()
        _known("contact_changes", (c.contact for c in self.contact_changes), self._contact_names())
        _known("limits.tracking", self.limits.tracking, [plan.task.name for plan in self.tasks])

    @property
    def ticks(self) -> int:
        """How many ticks the run has."""
        return round(self.duration / self.dt)

    @property
    def motions(self) -> tuple[MotionPlan, ...]:
        """The plans of the motion tasks."""
        return tuple(plan for plan in self.tasks if isinstance(plan, MotionPlan))

    @property
    def forces(self) -> tuple[ForcePlan, ...]:
        """The plans of the force tasks."""
        return tuple(plan for plan in self.tasks if isinstance(plan, ForcePlan))

    def _contact_names(self) -> list[str]:
        return [contact.name for contact in self.contacts]

    def _check_plans(self) -> None:
        for plan in self.tasks:
            if not isinstance(plan, MotionPlan | ForcePlan):
                raise DefinitionError(
                    f"tasks must hold MotionPlan or ForcePlan, got {plan!r}; "
                    "MotionPlan(task, law, reference) makes one."
                )


def _known(argument: str, names: Iterable[str], known: list[str]) -> None:
    """Refuse names that nothing has."""
    for name in names:
        if name not in known:
            raise DefinitionError(
                f"{argument} names {name!r}, which there is not. {did_you_mean(name, known)}"
            )
