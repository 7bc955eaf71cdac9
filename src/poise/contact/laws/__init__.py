"""Soft contact laws: the force of the ground from the place and velocity of a point."""

from poise.contact.laws.contact_law import ContactLaw as ContactLaw
from poise.contact.laws.friction import FrictionLaw as FrictionLaw
from poise.contact.laws.friction import RegularizedCoulomb as RegularizedCoulomb
from poise.contact.laws.friction import Stiction as Stiction
from poise.contact.laws.friction import ViscousFriction as ViscousFriction
from poise.contact.laws.layer import Smoothing as Smoothing
from poise.contact.laws.normal import HuntCrossley as HuntCrossley
from poise.contact.laws.normal import NormalLaw as NormalLaw
from poise.contact.laws.normal import SoftplusSpring as SoftplusSpring
from poise.contact.laws.normal import SourceSpringDamper as SourceSpringDamper
from poise.contact.laws.normal import SpringDamper as SpringDamper
