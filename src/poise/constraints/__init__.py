"""Constraints: what must hold."""

from poise.constraints.bounds import variable_bounds as variable_bounds
from poise.constraints.constraint import Constraint as Constraint
from poise.constraints.constraint import Rows as Rows
from poise.constraints.equations_of_motion import EquationsOfMotion as EquationsOfMotion
from poise.constraints.equations_of_motion import FullEquationsOfMotion as FullEquationsOfMotion
from poise.constraints.friction_cones import FrictionCones as FrictionCones
from poise.constraints.loads import ExternalWrench as ExternalWrench
from poise.constraints.loads import Load as Load
from poise.constraints.loads import Payload as Payload
from poise.constraints.loads import check_loads as check_loads
from poise.constraints.rigid_contacts import RestingContacts as RestingContacts
from poise.constraints.rigid_contacts import RigidContacts as RigidContacts
from poise.constraints.terms import TickTerms as TickTerms
from poise.constraints.terms import contact_jacobian as contact_jacobian
from poise.constraints.terms import contact_places as contact_places
from poise.constraints.terms import tick_terms as tick_terms
from poise.constraints.torque_limits import TorqueLimits as TorqueLimits
from poise.constraints.variables import Variables as Variables
from poise.constraints.variables import lay_out as lay_out
from poise.constraints.variables import lay_out_motion as lay_out_motion
