"""Contacts: where a robot may touch its environment, and which forces that can carry."""

from poise.contact.cones import Cone as Cone
from poise.contact.contact import Contact as Contact
from poise.contact.contact import as_contacts as as_contacts
from poise.contact.point_contact import PointContact as PointContact
from poise.contact.presets import preset_contacts as preset_contacts
from poise.contact.standing import standing_state as standing_state
from poise.contact.surface_contact import SurfaceContact as SurfaceContact
