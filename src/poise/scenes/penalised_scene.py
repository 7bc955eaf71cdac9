"""Scenes whose cost has penalties, which can be changed between ticks."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import replace

from numpy.typing import ArrayLike

from poise.contact import Contact
from poise.errors import DefinitionError, RegularizationWarning
from poise.model import RobotModel
from poise.qp import Backend
from poise.scenes.checks import (
    UNDECIDED_FORCES,
    check_slack,
    forces_are_undecided,
    warn_of_too_many_rows,
)
from poise.scenes.contact_scene import ContactScene
from poise.scenes.penalties import Penalties
from poise.tasks import Task


class PenalisedScene(ContactScene):
    """A scene with contact forces and :class:`Penalties` on them and on accelerations."""

    def __init__(
        self,
        robot: RobotModel,
        contacts: Sequence[Contact],
        backend: str | Backend,
        joint_weights: ArrayLike | Mapping[str, float],
        penalties: Penalties | None,
    ) -> None:
        self._penalties = penalties if penalties is not None else Penalties()
        if not isinstance(self._penalties, Penalties):
            raise DefinitionError(f"penalties must be Penalties(...), got {penalties!r}.")
        super().__init__(robot, contacts, backend, joint_weights)

    @property
    def penalties(self) -> Penalties:
        """The cost terms that are no tasks."""
        return self._penalties

    def configure(self, tasks: Sequence[Task]) -> None:
        """Set the tasks; the scene is unchanged when it raises.

        Raises:
            SceneError: No tasks, two of one name, or a task that this scene cannot do.
            PoiseError: A task names a frame, joint or contact that does not exist.
        """
        super().configure(tasks)
        self._warn_of_undecided_forces()

    def set_contacts(self, contacts: Sequence[Contact]) -> None:
        """Replace the contacts; the scene is unchanged when it raises.

        Any change (frame, placement, active flag, friction, size) is noticed and re-plans the
        layout once; layouts are kept, so going back costs nothing.

        Raises:
            SceneError: Two of one name, or a task's contact is missing.
            DefinitionError: A kind of contact that ``dim_contact`` or the slack penalty rules out.
            FrameNotFoundError: A frame does not exist.
        """
        super().set_contacts(contacts)
        warn_of_too_many_rows(self.robot, self.contacts)
        self._warn_of_undecided_forces()

    def set_penalties(self, penalties: Penalties) -> None:
        """Replace the cost terms that are no tasks.

        Raises:
            DefinitionError: A slack penalty with point contacts; only surfaces have a slack.
        """
        check_slack(penalties, self._contacts)
        self._penalties = penalties
        self._plan = self._planned()
        self._warn_of_undecided_forces()

    def set_acceleration_penalty(self, penalty: float) -> None:
        """Set ε_a of ½ ε_a ‖q̈‖², ≥ 0 [1/(rad/s²)²]."""
        self.set_penalties(replace(self._penalties, acceleration=penalty))

    def set_contact_wrench_penalty(self, penalty: float) -> None:
        """Set ε_f of ½ ε_f ‖f‖², ≥ 0 [1/N²]."""
        self.set_penalties(replace(self._penalties, contact_wrench=penalty))

    def set_acceleration_delta_penalty(self, penalty: float) -> None:
        """Set w_a of w_a ‖q̈ − q̈_prev‖², ≥ 0; its effect depends on the tick rate."""
        self.set_penalties(replace(self._penalties, acceleration_delta=penalty))

    def set_contact_wrench_delta_penalty(self, penalty: float) -> None:
        """Set w_f of w_f ‖f − f_prev‖², ≥ 0; its effect depends on the tick rate."""
        self.set_penalties(replace(self._penalties, contact_wrench_delta=penalty))

    def set_friction_cone_slack_penalty(self, penalty: float) -> None:
        """Set w_s of w_s Σ sᵢ², ≥ 0 [1/N²]; 0 keeps the cones hard.

        Raises:
            DefinitionError: There are point contacts; only surfaces have a slack.
        """
        self.set_penalties(replace(self._penalties, friction_cone_slack=penalty))

    def _check_contacts(self, contacts: tuple[Contact, ...]) -> None:
        super()._check_contacts(contacts)
        check_slack(self._penalties, contacts)

    def _layout_key(self) -> object:
        return self._penalties.friction_cone_slack > 0

    def _warn_of_undecided_forces(self) -> None:
        if self.tasks and forces_are_undecided(
            self.robot, self._contacts, self.tasks, self._penalties
        ):
            warnings.warn(UNDECIDED_FORCES, RegularizationWarning, stacklevel=4)
