"""Representations: numbers for positions, orientations and poses, with exact rate maps."""

from poise.spatial.representations.axis_angles import AxisAngle as AxisAngle
from poise.spatial.representations.axis_angles import ScaledAxisAngle as ScaledAxisAngle
from poise.spatial.representations.euler import EulerZYZ as EulerZYZ
from poise.spatial.representations.euler import PolarAzimuth as PolarAzimuth
from poise.spatial.representations.euler import RollPitchYaw as RollPitchYaw
from poise.spatial.representations.orientations import (
    OrientationRepresentation as OrientationRepresentation,
)
from poise.spatial.representations.poses import EulerYZPose as EulerYZPose
from poise.spatial.representations.poses import PoseRepresentation as PoseRepresentation
from poise.spatial.representations.poses import PositionAndOrientation as PositionAndOrientation
from poise.spatial.representations.positions import CartesianPosition as CartesianPosition
from poise.spatial.representations.positions import CylindricalPosition as CylindricalPosition
from poise.spatial.representations.positions import PositionRepresentation as PositionRepresentation
from poise.spatial.representations.positions import SphericalPosition as SphericalPosition
from poise.spatial.representations.quaternions import QuaternionWXYZ as QuaternionWXYZ
from poise.spatial.representations.quaternions import QuaternionXYZW as QuaternionXYZW
from poise.spatial.representations.representation import Representation as Representation
