"""Go round a circle."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from poise.arrays import Array, direction, frozen, number
from poise.errors import DefinitionError
from poise.experiment.references.easing import check_rhythm, eased
from poise.experiment.references.reference import Translation


@dataclass(frozen=True, slots=True, eq=False)
class Circle(Translation):
    """A circle through the first position, at constant speed once it is under way.

    Its centre is one radius away along ``towards``; it turns about ``normal`` by the right hand.

    Attributes:
        radius: > 0 [m].
        period: Time of one round at full speed, > 0 [s].
        normal: Axis of the circle, world axes, shape (3,); its length does not matter.
        towards: Direction to the centre, likewise; what is along the normal does not count.
        start: When it begins [s].
        fade: How long it takes to reach full speed, > 0 [s].
    """

    radius: float
    period: float = 4.0
    normal: Array = field(default_factory=lambda: np.array([1.0, 0.0, 0.0]))
    towards: Array = field(default_factory=lambda: np.array([0.0, 0.0, 1.0]))
    start: float = 0.5
    fade: float = 1.5

    def __post_init__(self) -> None:
        """Check every parameter, and make the axes orthonormal."""
        number("radius", self.radius, above=0.0)
        check_rhythm(self.period, self.start, self.fade)
        normal = direction("normal", self.normal)
        towards = direction("towards", self.towards)
        across = towards - normal * (normal @ towards)
        if np.linalg.norm(across) <= 1e-6:
            raise DefinitionError(
                f"towards must not be along the normal, got {self.towards}; it points from the "
                "first position to the circle's centre."
            )
        object.__setattr__(self, "normal", normal)
        object.__setattr__(self, "towards", frozen(across / np.linalg.norm(across)))

    def offset(self, time: float) -> tuple[Array, Array, Array]:
        """The centre's offset minus a turning radius."""
        angle, speed, growth = self._angle(time - self.start)
        inwards, ahead = self.towards, np.cross(self.towards, self.normal)
        # From the centre the first position is at −inwards, and it sets out along −n × inwards.
        out = -np.cos(angle) * inwards + np.sin(angle) * ahead
        along = np.sin(angle) * inwards + np.cos(angle) * ahead
        return (
            self.radius * (inwards + out),
            self.radius * speed * along,
            self.radius * (growth * along - speed**2 * out),
        )

    def _angle(self, t: float) -> tuple[float, float, float]:
        """Angle gone round with its rates: speed grows as the smooth step during the fade."""
        full = 2.0 * np.pi / self.period
        if t <= 0.0:
            return 0.0, 0.0, 0.0
        if t >= self.fade:  # the mean speed during the fade is half of the full one
            return full * (t - 0.5 * self.fade), full, 0.0
        s = t / self.fade
        share, rate, _ = eased(t, self.fade)
        gone = self.fade * (2.5 * s**4 - 3.0 * s**5 + s**6)  # ∫ of the smooth step
        return full * gone, full * share, full * rate
