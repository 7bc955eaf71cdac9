"""What scenes with contact forces share: tasks, contacts and penalties that can be changed."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from poise.constraints import (
    EquationsOfMotion,
    FrictionCones,
    RigidContacts,
    TorqueLimits,
    lay_out,
)
from poise.contact import Cone, Contact, as_contacts
from poise.errors import DefinitionError, RegularizationWarning
from poise.model import RobotModel, require_robot
from poise.qp import Backend, load_backend
from poise.scenes.checks import (
    UNDECIDED_FORCES,
    as_tasks,
    check_contacts,
    check_force_task,
    check_slack,
    check_tasks,
    checked_acceleration_limit,
    forces_are_undecided,
    warn_of_too_many_rows,
)
from poise.scenes.penalties import Penalties
from poise.scenes.plan import Plan
from poise.scenes.scene import Scene
from poise.scenes.task_stack import TaskStack
from poise.tasks import Task

_log = logging.getLogger(__name__)

# Layouts kept; a gait switches between a few, a changing friction makes ever new ones.
_MOST_PLANS = 64


class ContactForceScene(Scene):
    """A scene that decides on contact forces; :class:`ReducedTsidScene` tells the parameters.

    Whatever changes it (:meth:`configure`, :meth:`set_contacts`, the penalties) leaves it
    unchanged when it raises.
    """

    def __init__(
        self,
        robot: RobotModel,
        contacts: Sequence[Contact] = (),
        *,
        backend: str | Backend = "daqp",
        dim_contact: int | None = None,
        use_spatial_acc_bias: bool = True,
        cone: Cone = "inner",
        contact_damping: float = 20.0,
        contact_stiffness: float = 0.0,
        acceleration_limit: ArrayLike | Mapping[str, float] = np.inf,
        penalties: Penalties | None = None,
    ) -> None:
        self.robot = require_robot(robot)
        self.backend = load_backend(backend) if isinstance(backend, str) else backend
        self._dim_contact = dim_contact
        self._cone = cone
        self._rigid = RigidContacts(contact_damping, contact_stiffness, use_spatial_acc_bias)
        self._constraints = (
            EquationsOfMotion(),
            self._rigid,
            TorqueLimits(),
            FrictionCones(cone),
        )
        self._acceleration_limit = checked_acceleration_limit(robot, acceleration_limit)
        self._penalties = penalties if penalties is not None else Penalties()
        if not isinstance(self._penalties, Penalties):
            raise DefinitionError(f"penalties must be Penalties(...), got {penalties!r}.")
        self._plans: dict[object, Plan] = {}
        self._stack = TaskStack(robot, ())
        self._contacts: tuple[Contact, ...] = ()
        self._plan: Plan
        self.set_contacts(contacts)

    def __repr__(self) -> str:
        """Robot, tasks, contacts and backend."""
        tasks = ", ".join(task.name for task in self.tasks)
        contacts = ", ".join(contact.name for contact in self.contacts)
        return (
            f"{type(self).__name__}({self.robot.name}; tasks: {tasks or 'none'}; "
            f"contacts: {contacts or 'none'}; {self.backend.name})"
        )

    @property
    def tasks(self) -> tuple[Task, ...]:
        """The tasks, in the order configured."""
        return self._stack.tasks

    @property
    def contacts(self) -> tuple[Contact, ...]:
        """The contacts, active and inactive."""
        return self._contacts

    @property
    def penalties(self) -> Penalties:
        """The cost terms that are no tasks."""
        return self._penalties

    @property
    def dim_contact(self) -> int | None:
        """The one dimension that contacts may have; None allows both kinds."""
        return self._dim_contact

    @property
    def use_spatial_acc_bias(self) -> bool:
        """Whether J̇v enters task and contact rows."""
        return self._rigid.use_bias

    @property
    def cone(self) -> Cone:
        """The friction pyramid of points."""
        return self._cone

    def configure(self, tasks: Sequence[Task]) -> None:
        """Set the tasks; the scene is unchanged when it raises.

        Raises:
            SceneError: No tasks, two of one name, or a task that this scene cannot do.
            PoiseError: A task names a frame, joint or contact that does not exist.
        """
        tasks = as_tasks(tasks)
        check_tasks(self.robot, tasks, self._contacts)
        self._stack = TaskStack(self.robot, tasks)
        self._warn_of_undecided_forces()

    def set_contacts(self, contacts: Sequence[Contact]) -> None:
        """Replace the contacts; the scene is unchanged when it raises.

        Any change (frame, placement, active flag, friction, size) is noticed and re-plans the
        layout once; layouts are kept, so going back costs nothing.

        Raises:
            SceneError: Two of one name, or a force task's contact is missing.
            DefinitionError: A kind of contact that ``dim_contact`` or the slack penalty rules out.
            FrameNotFoundError: A frame does not exist.
        """
        contacts = as_contacts(contacts)
        check_contacts(self.robot, contacts, self.dim_contact)
        check_slack(self._penalties, contacts)
        for task in self.tasks:
            check_force_task(task, contacts)
        warn_of_too_many_rows(self.robot, contacts)
        self._contacts = contacts
        self._plan = self._planned()
        self._warn_of_undecided_forces()

    def set_acceleration_penalty(self, penalty: float) -> None:
        """Set ε_a of ½ ε_a ‖q̈‖², ≥ 0 [1/(rad/s²)²]."""
        self._set_penalties(replace(self._penalties, acceleration=penalty))

    def set_contact_wrench_penalty(self, penalty: float) -> None:
        """Set ε_f of ½ ε_f ‖f‖², ≥ 0 [1/N²]."""
        self._set_penalties(replace(self._penalties, contact_wrench=penalty))

    def set_acceleration_delta_penalty(self, penalty: float) -> None:
        """Set w_a of w_a ‖q̈ − q̈_prev‖², ≥ 0; its effect depends on the tick rate."""
        self._set_penalties(replace(self._penalties, acceleration_delta=penalty))

    def set_contact_wrench_delta_penalty(self, penalty: float) -> None:
        """Set w_f of w_f ‖f − f_prev‖², ≥ 0; its effect depends on the tick rate."""
        self._set_penalties(replace(self._penalties, contact_wrench_delta=penalty))

    def set_friction_cone_slack_penalty(self, penalty: float) -> None:
        """Set w_s of w_s Σ sᵢ², ≥ 0 [1/N²]; 0 keeps the cones hard.

        Raises:
            DefinitionError: There are point contacts; only surfaces have a slack.
        """
        self._set_penalties(replace(self._penalties, friction_cone_slack=penalty))

    def _set_penalties(self, penalties: Penalties) -> None:
        check_slack(penalties, self._contacts)
        self._penalties = penalties
        self._plan = self._planned()
        self._warn_of_undecided_forces()

    def _warn_of_undecided_forces(self) -> None:
        if self.tasks and forces_are_undecided(
            self.robot, self._contacts, self.tasks, self._penalties
        ):
            warnings.warn(UNDECIDED_FORCES, RegularizationWarning, stacklevel=4)

    def _planned(self) -> Plan:
        """The layout for the contacts and penalties there are: a known one, or a new one."""
        with_slack = self._penalties.friction_cone_slack > 0
        key = (with_slack, tuple(contact.structure() for contact in self._contacts))
        plan = self._plans.get(key)
        if plan is None:
            variables = lay_out(self.robot, self._contacts, with_slack=with_slack)
            plan = Plan(variables, self._constraints, self._acceleration_limit)
            _log.debug("%s: new layout with %d variables", self.robot.name, variables.size)
            if len(self._plans) >= _MOST_PLANS:
                del self._plans[next(iter(self._plans))]
            self._plans[key] = plan
        return plan
