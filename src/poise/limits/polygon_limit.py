"""Keep the centre of mass, or another point, over a convex polygon."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.spatial import ConvexHull, QhullError

from poise.arrays import Array, array_of_shape, number
from poise.errors import DefinitionError
from poise.limits.limit import LimitTick, RowLimit, check_limit
from poise.model import RobotModel
from poise.tasks import CenterOfMassTask, MotionTask, Target


@dataclass(frozen=True, slots=True, eq=False)
class PolygonLimit(RowLimit):
    """x and y of a position stay within the convex hull of points, seen from above.

    The barrier of :class:`TaskLimit` for each edge.

    Attributes:
        vertices: Shape (k, 2), k ≥ 3, in any order [m].
        task: Whose position: the centre of mass, or a frame's.
        gain: α > 0 [1/s].
        margin: Kept from the edges, ≥ 0 [m].
        softness: None for a hard limit; else of its slack.
        name: What results call it.
    """

    vertices: ArrayLike
    task: MotionTask = CenterOfMassTask()  # noqa: RUF009 - frozen
    gain: float = 10.0
    margin: float = 0.0
    softness: float | None = None
    name: str = "polygon"

    def __post_init__(self) -> None:
        """Check every parameter."""
        check_limit(self)
        number(f"gain of limit '{self.name}'", self.gain, above=0.0)
        number(f"margin of limit '{self.name}'", self.margin, minimum=0.0)
        count = np.shape(self.vertices)[0] if np.ndim(self.vertices) else 0
        label = f"vertices of limit '{self.name}'"
        vertices = array_of_shape(label, self.vertices, (count, 2))
        object.__setattr__(self, "vertices", vertices)
        self._edges()

    def check(self, robot: RobotModel) -> None:
        """Check the task."""
        self.task.check(robot)
        if self.task.relative_degree != 2 or self.task.dimension(robot) != 3:
            raise DefinitionError(
                f"task of limit '{self.name}' must be about a position, got {self.task!r}."
            )

    def row_names(self, robot: RobotModel) -> tuple[str, ...]:
        """One for each edge."""
        del robot
        return tuple(f"limit {self.name} edge {k}" for k in range(self._edges()[1].size))

    def row_units(self, robot: RobotModel, *, of_velocity: bool) -> tuple[str, ...]:
        """Metres a second, or a second squared."""
        return ("m/s" if of_velocity else "m/s²",) * len(self.row_names(robot))

    def rows(self, tick: LimitTick) -> tuple[Array, Array, Array]:
        """Outwards normal · velocity or acceleration ≤ what the way left allows."""
        normals, offsets = self._edges()
        snapshot, alpha = tick.snapshot, self.gain
        here = -self.task.error(snapshot, Target(np.zeros(3)))[:2]
        way = offsets - self.margin - normals @ here
        if tick.of_velocity:
            upper = alpha * way
        else:
            speed = normals @ self.task.velocity(snapshot)[:2]
            upper = alpha * alpha * way - 2.0 * alpha * speed
            upper -= normals @ self.task.bias(snapshot)[:2]
        matrix = np.zeros((offsets.size, tick.variables.size))
        matrix[:, tick.variables.motion] = normals @ self.task.jacobian(snapshot)[:2]
        return matrix, np.full(offsets.size, -np.inf), upper

    def _edges(self) -> tuple[Array, Array]:
        """Outward normals (k, 2) and offsets (k,): normal · point ≤ offset."""
        try:
            hull = ConvexHull(np.asarray(self.vertices))
        except (QhullError, ValueError) as error:
            raise DefinitionError(
                f"vertices of limit '{self.name}' must be at least three points that are not on "
                f"one line, got {np.asarray(self.vertices).tolist()}."
            ) from error
        return hull.equations[:, :2], -hull.equations[:, 2]
