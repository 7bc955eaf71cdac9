"""What all representations of an orientation share."""

from __future__ import annotations

from abc import abstractmethod

from numpy.typing import ArrayLike

from poise.arrays import Array
from poise.spatial.representations.representation import Representation
from poise.spatial.rotation import rotation_matrix


class OrientationRepresentation(Representation):
    """Numbers that describe an orientation R_a_b.

    Its velocity is the angular velocity ω of b [rad/s], its acceleration ω̇ [rad/s²], both in
    the axes of a.
    """

    def rotation(self, values: ArrayLike) -> Array:
        """The rotation that the values describe.

        Args:
            values: Shape (n,).

        Returns:
            Rotation matrix, shape (3, 3).

        Raises:
            ShapeError: Not n numbers.
            DefinitionError: Not values of this representation.
        """
        return self._rotation(self._read(values))

    def values(self, rotation: ArrayLike) -> Array:
        """The values of a rotation; undoes :meth:`rotation`.

        Args:
            rotation: Rotation matrix, shape (3, 3).

        Returns:
            Shape (n,).

        Raises:
            ShapeError: Not a 3×3 matrix.
            DefinitionError: Not a rotation, or one that this representation does not have.
        """
        return self._values(rotation_matrix("rotation", rotation)) / self._units

    @abstractmethod
    def _rotation(self, values: Array) -> Array: ...

    @abstractmethod
    def _values(self, rotation: Array) -> Array: ...
