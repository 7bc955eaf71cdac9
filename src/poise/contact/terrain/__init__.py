"""Terrain: signed distances to the ground and where it points."""

from poise.contact.terrain.box import Box as Box
from poise.contact.terrain.box import Steps as Steps
from poise.contact.terrain.combined import CombinedTerrain as CombinedTerrain
from poise.contact.terrain.combined import require_terrain as require_terrain
from poise.contact.terrain.height_field import HeightField as HeightField
from poise.contact.terrain.plane import Plane as Plane
from poise.contact.terrain.plane import Slope as Slope
from poise.contact.terrain.terrain import Terrain as Terrain
