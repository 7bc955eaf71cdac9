"""Whether tasks, contacts and penalties on contact forces fit together."""

from __future__ import annotations

from collections.abc import Sequence

from poise.arrays import did_you_mean
from poise.contact import Contact, SurfaceContact
from poise.errors import DefinitionError, SceneError
from poise.model import RobotModel
from poise.scenes.penalties import Penalties
from poise.tasks import ForceTask, Task

# Below this the force penalty resolves less than solvers' tolerances do.
_MEANT_FORCE_PENALTY = 1e-6

UNDECIDED_FORCES = (
    "The contact wrench penalty alone decides how forces are shared between the contacts, and it "
    "is smaller than solvers resolve. set_contact_wrench_penalty(1e-4) or more, before "
    "configure(tasks), makes the sharing meant."
)


def check_force_task(task: Task, contacts: Sequence[Contact]) -> None:
    """Check that a force task names a contact that carries what it asks for.

    Raises:
        SceneError: It does not; other kinds of task pass.
    """
    if not isinstance(task, ForceTask):
        return
    for contact in contacts:
        if contact.name == task.contact:
            if not task.fits(contact.dimension):
                raise SceneError(
                    f"task '{task.name}' asks for a wrench, but contact '{contact.name}' is "
                    "a point and carries only a force; use ContactForceTask."
                )
            return
    raise SceneError(
        f"task '{task.name}' names the contact {task.contact!r}, which the scene has not. "
        f"{did_you_mean(task.contact, [contact.name for contact in contacts])}"
    )


def check_slack(penalties: Penalties, contacts: Sequence[Contact]) -> None:
    """Check that every contact can have the slack that the penalties ask for.

    Raises:
        DefinitionError: There is a point contact and the slack penalty is not 0.
    """
    if penalties.friction_cone_slack == 0:
        return
    for contact in contacts:
        if not isinstance(contact, SurfaceContact):
            raise DefinitionError(
                f"friction_cone_slack penalty must be 0: contact '{contact.name}' is a point, and "
                "only surface contacts have a slack."
            )


def forces_are_undecided(
    robot: RobotModel, contacts: Sequence[Contact], tasks: Sequence[Task], penalties: Penalties
) -> bool:
    """Whether contact forces are redundant and only a tiny penalty shares them out."""
    unknowns = sum(contact.dimension for contact in contacts if contact.active)
    redundant = unknowns > (6 if robot.floating_base else 0)
    decided = any(isinstance(task, ForceTask) and task.activation > 0 for task in tasks)
    tiny = penalties.contact_wrench < _MEANT_FORCE_PENALTY
    return redundant and tiny and penalties.contact_wrench_delta == 0 and not decided
