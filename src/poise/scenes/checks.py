"""Whether the robot, tasks, contacts and penalties of a scene fit together."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike

from poise.arrays import Array, did_you_mean, vector
from poise.contact import Contact, SurfaceContact
from poise.errors import ContactWarning, DefinitionError, SceneError
from poise.model import RobotModel, Snapshot
from poise.scenes.penalties import Penalties
from poise.scenes.scene import Scene
from poise.tasks import EffortTask, MotionTask, Task

# Below this the force penalty resolves less than solvers' tolerances do.
_MEANT_FORCE_PENALTY = 1e-6

UNDECIDED_FORCES = (
    "The contact wrench penalty alone decides how forces are shared between the contacts, and it "
    "is smaller than solvers resolve. set_contact_wrench_penalty(1e-4) or more, before "
    "configure(tasks), makes the sharing meant."
)


def as_tasks(tasks: object) -> tuple[Task, ...]:
    """Check that an argument holds tasks, and nothing else; any iterable will do.

    Raises:
        SceneError: It does not.
    """
    if not isinstance(tasks, Iterable):
        raise SceneError(f"tasks must be a list of tasks, got {tasks!r}.")
    result = tuple(tasks)
    for task in result:
        if not isinstance(task, (MotionTask, EffortTask)):
            raise SceneError(f"tasks must hold motion or force tasks, got {task!r}.")
    return result


def check_tasks(scene: Scene, tasks: Sequence[Task]) -> None:
    """Check tasks that a scene shall have.

    Raises:
        SceneError: No tasks, two of one name, or one that the scene cannot do.
        PoiseError: A task names a frame, joint or contact that does not exist.
    """
    if not tasks:
        raise SceneError("tasks must hold at least one task.")
    _check_names_differ("task", [task.name for task in tasks])
    for task in tasks:
        _check_degree(scene, task)
        task.check(scene.robot)
        check_effort_task(task, scene.contacts)


def _check_degree(scene: Scene, task: Task) -> None:
    if task.relative_degree not in scene.degrees:
        raise SceneError(
            f"task '{task.name}' is a {type(task).__name__}, which asks for forces, and a "
            f"{type(scene).__name__} decides on none; use a ReducedTsidScene or TsidScene."
        )
    if task.strictness == "scaled" and isinstance(task, EffortTask):
        raise SceneError(
            f"task '{task.name}' is scaled, but only motion tasks can be; make it soft or hard."
        )


def check_contacts(robot: RobotModel, contacts: Sequence[Contact], dim_contact: int | None) -> None:
    """Check the contacts of a scene.

    Raises:
        SceneError: Two contacts have one name.
        FrameNotFoundError: A frame does not exist.
        DefinitionError: A kind of contact that ``dim_contact`` rules out, or no such dimension.
    """
    if dim_contact not in (None, 3, 6):
        raise DefinitionError(f"dim_contact must be 3, 6 or None, got {dim_contact!r}.")
    _check_names_differ("contact", [contact.name for contact in contacts])
    for contact in contacts:
        robot.place(contact.frame)
        if dim_contact is not None and contact.dimension != dim_contact:
            kind = "points" if dim_contact == 3 else "surfaces"
            raise DefinitionError(
                f"contact '{contact.name}' is a {type(contact).__name__}, but "
                f"dim_contact={dim_contact} allows only {kind}."
            )


def _check_names_differ(kind: str, names: Sequence[str]) -> None:
    repeated = sorted({name for name in names if names.count(name) > 1})
    if repeated:
        raise SceneError(f"{kind} names must differ, but {repeated[0]!r} stands twice.")


def check_effort_task(task: Task, contacts: Sequence[Contact]) -> None:
    """Check that a task on forces names contacts that carry what it asks for.

    Raises:
        SceneError: It does not; other kinds of task pass.
    """
    if not isinstance(task, EffortTask):
        return
    known = {contact.name: contact for contact in contacts}
    for name in task.contacts:
        if name not in known:
            raise SceneError(
                f"task '{task.name}' names the contact {name!r}, which the scene has not. "
                f"{did_you_mean(name, known)}"
            )
        if not task.fits(known[name].dimension):
            raise SceneError(
                f"task '{task.name}' asks for a wrench, but contact '{name}' is "
                "a point and carries only a force; use ContactForceTask."
            )


def check_snapshot(robot: RobotModel, snapshot: object) -> None:
    """Check that a snapshot is of a robot like this one.

    Raises:
        SceneError: It is not.
    """
    if not isinstance(snapshot, Snapshot):
        raise SceneError(
            f"snapshot must be a Snapshot, got {type(snapshot).__name__}; "
            "Workspace(robot).evaluate(state) makes one."
        )
    other = snapshot.robot
    if other is not robot and (other.nv, other.joint_names) != (robot.nv, robot.joint_names):
        raise SceneError(
            f"snapshot must be of robot '{robot.name}', but it is of '{other.name}', which "
            "has other joints."
        )


def warn_of_too_many_rows(robot: RobotModel, contacts: Sequence[Contact]) -> None:
    """Warn when the contacts fix more than the robot can move: hardly any tick then solves."""
    rows = sum(contact.dimension for contact in contacts if contact.active)
    if rows > robot.nv:
        warnings.warn(
            f"the contacts fix {rows} directions, but robot '{robot.name}' can move in only "
            f"{robot.nv}; its contact rows contradict each other as soon as it moves. Use "
            "PointContact, or fewer contacts.",
            ContactWarning,
            stacklevel=4,
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
    if penalties.contact_wrench >= _MEANT_FORCE_PENALTY or penalties.contact_wrench_delta > 0:
        return False
    active = {contact.name: contact.dimension for contact in contacts if contact.active}
    decided = sum(
        int((task.weights(robot) > 0).sum())
        for task in tasks
        if isinstance(task, EffortTask)
        and task.activation > 0
        and active.keys() >= {*task.contacts}
    )
    forces = sum(active.values())
    return forces - decided > (6 if robot.floating_base else 0)


def checked_acceleration_limit(robot: RobotModel, limit: ArrayLike | Mapping[str, float]) -> Array:
    """Joint acceleration limits, shape (na,), from one number, an array or ``{joint: value}``.

    Raises:
        DefinitionError: Not positive, or of wrong shape.
        JointNotFoundError: No such joint.
    """
    if isinstance(limit, Mapping):
        checked = robot.joint_vector(limit, default=np.inf)
    else:
        full = np.full(robot.na, limit) if np.ndim(limit) == 0 else limit
        checked = vector("acceleration_limit", full, robot.na, allow_infinite=True)
    if not (checked > 0).all():
        raise DefinitionError(f"acceleration_limit must be > 0, got {checked.tolist()}.")
    return checked
