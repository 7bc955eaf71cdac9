"""Uneven ground from heights on a grid."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike

from poise.arrays import Array, array_of_shape, number, vector
from poise.contact.terrain.surface import HEIGHT_FIELD
from poise.contact.terrain.terrain import Shape, Terrain
from poise.errors import DefinitionError, DependencyError

_MAX_POINTS = 16_000_000  # 128 MB of coefficients
_MARGIN = 30  # cells; the spline's memory of its border fades by 0.27 per cell: 1e-17


class HeightField(Terrain):
    """Ground z = h(x, y) through heights on a regular grid, twice continuously differentiable.

    Between the points lies a bicubic spline, which goes through every height and reproduces
    planes. Beyond its edges the ground goes on level.

    Args:
        heights: Shape (n, m), at least 2 each; ``heights[i, j]`` is at the i-th x and j-th y [m].
        spacing: Between points along x and y, shape (2,), or one number for both [m].
        origin: World x and y of ``heights[0, 0]``, shape (2,) [m]; absent: the field's middle is
            over the world's origin.

    Raises:
        DefinitionError, ShapeError: Fewer than 2 × 2 heights, a height that is not finite, or a
            spacing that is not > 0.
    """

    __slots__ = ("_coefficients", "heights", "origin", "spacing")

    def __init__(
        self, heights: ArrayLike, spacing: ArrayLike = 0.1, origin: ArrayLike | None = None
    ) -> None:
        raw = np.asarray(heights, dtype=np.float64)
        if raw.ndim != 2 or min(raw.shape) < 2 or raw.size > _MAX_POINTS:
            raise DefinitionError(
                f"heights must have shape (n, m) with n, m ≥ 2 and at most {_MAX_POINTS} points, "
                f"got shape {raw.shape}."
            )
        self.heights: Array = array_of_shape("heights", raw, raw.shape)
        if np.ndim(spacing) == 0:
            spacing = np.full(2, spacing)
        self.spacing: Array = vector("spacing", spacing, 2)
        if (self.spacing <= 0.0).any():
            raise DefinitionError(f"spacing must be > 0, got {self.spacing.tolist()}.")
        middle = -0.5 * self.spacing * (np.array(raw.shape) - 1)
        self.origin: Array = vector("origin", middle if origin is None else origin, 2)
        self._coefficients = spline_coefficients(self.heights)

    @classmethod
    def from_image(
        cls,
        image: str | Path | ArrayLike,
        height: float,
        spacing: ArrayLike = 0.1,
        origin: ArrayLike | None = None,
    ) -> HeightField:
        """A height field from the brightness of an image, black 0 and white ``height``.

        The image lies like a map: its right is +x, its top +y.

        Args:
            image: A file that Pillow reads, or brightness, shape (rows, columns): whole numbers of
                8 or 16 bits without sign, or numbers from 0 to 1.
            height: Of white [m].
            spacing: Between pixels [m]; see the class.
            origin: Of the lower left pixel; see the class.

        Raises:
            DependencyError: A file is given and Pillow is not installed.
            DefinitionError: The image is no grey image of at least 2 × 2 pixels.
            FileNotFoundError: There is no such file.
        """
        pixels = _read(Path(image)) if isinstance(image, str | Path) else np.asarray(image)
        if pixels.ndim != 2:
            raise DefinitionError(
                f"image must be grey, shape (rows, columns), got shape {pixels.shape}."
            )
        white = float(np.iinfo(pixels.dtype).max) if pixels.dtype.kind == "u" else 1.0
        heights = pixels[::-1].T.astype(np.float64) * (number("height", height) / white)
        return cls(heights, spacing, origin)

    def __repr__(self) -> str:
        """Size and range of heights."""
        n, m = self.heights.shape
        low, high = float(self.heights.min()), float(self.heights.max())
        return f"HeightField({n} × {m} points, spacing={self.spacing}, {low:g} to {high:g} m)"

    def shapes(self) -> tuple[Shape, ...]:
        """The field itself."""
        n, m = self.heights.shape
        row = (*map(float, self.origin), *map(float, self.spacing), float(n), float(m))
        return (Shape(HEIGHT_FIELD, row, self._coefficients),)


def spline_coefficients(heights: Array) -> Array:
    """Coefficients of the cubic B-splines, with one more around the edge, flat.

    Beyond its edges the field is continued by its point reflection, so that planes stay planes.
    """
    from scipy.ndimage import spline_filter  # SciPy's image package is slow to import

    wide = np.pad(heights, _MARGIN, mode="reflect", reflect_type="odd")
    found = spline_filter(wide, order=3, mode="mirror")
    inner = slice(_MARGIN - 1, 1 - _MARGIN)
    return np.ascontiguousarray(found[inner, inner]).ravel()


def _read(path: Path) -> Array:
    try:
        from PIL import Image
    except ImportError as error:
        raise DependencyError(
            "HeightField.from_image needs Pillow to read a file; "
            "install it with: pip install 'poise[image]'."
        ) from error
    with Image.open(path) as picture:
        if picture.width * picture.height > _MAX_POINTS:
            raise DefinitionError(f"image must have at most {_MAX_POINTS} pixels: {path}.")
        grey = picture if picture.mode.startswith("I;16") else picture.convert("L")
        return np.array(grey)
