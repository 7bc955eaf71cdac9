"""Contacts: where a robot may touch its environment, which forces that can carry, soft ground."""

from poise.contact.cones import Cone as Cone
from poise.contact.contact import Contact as Contact
from poise.contact.contact import as_contacts as as_contacts
from poise.contact.ground_reaction import GroundReaction as GroundReaction
from poise.contact.laws import ContactLaw as ContactLaw
from poise.contact.laws import HuntCrossley as HuntCrossley
from poise.contact.laws import RegularizedCoulomb as RegularizedCoulomb
from poise.contact.laws import Smoothing as Smoothing
from poise.contact.laws import SoftplusSpring as SoftplusSpring
from poise.contact.laws import SpringDamper as SpringDamper
from poise.contact.laws import Stiction as Stiction
from poise.contact.laws import ViscousFriction as ViscousFriction
from poise.contact.point_contact import PointContact as PointContact
from poise.contact.presets import preset_contacts as preset_contacts
from poise.contact.soft_contact_model import SoftContactModel as SoftContactModel
from poise.contact.standing import standing_state as standing_state
from poise.contact.surface_contact import SurfaceContact as SurfaceContact
from poise.contact.terrain import Box as Box
from poise.contact.terrain import CombinedTerrain as CombinedTerrain
from poise.contact.terrain import HeightField as HeightField
from poise.contact.terrain import Plane as Plane
from poise.contact.terrain import Slope as Slope
from poise.contact.terrain import Steps as Steps
from poise.contact.terrain import Terrain as Terrain
