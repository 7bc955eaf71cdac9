"""Control laws: from errors to reference velocities and accelerations; filters; motor gains.

A law that remembers something keeps it in an explicit value: ``state = law.init(…)``, then
``output, state = law.step(state, …)``. Laws and states never change.
"""

from poise.control.acceleration_law import AccelerationLaw as AccelerationLaw
from poise.control.admittance_law import AdmittanceLaw as AdmittanceLaw
from poise.control.admittance_law import AdmittanceState as AdmittanceState
from poise.control.field_avoidance import FieldAvoidance as FieldAvoidance
from poise.control.impedance_law import ImpedanceLaw as ImpedanceLaw
from poise.control.integral import IntegralState as IntegralState
from poise.control.joint_integrator import IntegrationRule as IntegrationRule
from poise.control.joint_integrator import JointIntegrator as JointIntegrator
from poise.control.joint_integrator import JointIntegratorState as JointIntegratorState
from poise.control.joint_limit_avoidance import JointLimitAvoidance as JointLimitAvoidance
from poise.control.motion import JointMotion as JointMotion
from poise.control.motion import Motion as Motion
from poise.control.motion import PoseMotion as PoseMotion
from poise.control.motor_gains import MotorGains as MotorGains
from poise.control.moving_filters import MovingAverage as MovingAverage
from poise.control.moving_filters import MovingMedian as MovingMedian
from poise.control.pd_law import PdLaw as PdLaw
from poise.control.pid import PidLaw as PidLaw
from poise.control.pid import PidState as PidState
from poise.control.potential_field import PlanarField as PlanarField
from poise.control.potential_field import PotentialField as PotentialField
from poise.control.potential_field import RadialField as RadialField
from poise.control.sample_window import SampleWindow as SampleWindow
from poise.control.saturation import saturate as saturate
from poise.control.velocity_law import VelocityLaw as VelocityLaw
from poise.control.wrench_pid import WrenchOutput as WrenchOutput
from poise.control.wrench_pid import WrenchPidLaw as WrenchPidLaw
