"""Control laws: from errors to reference accelerations, and gains of the motors."""

from poise.control.motor_gains import MotorGains as MotorGains
from poise.control.pd_law import PdLaw as PdLaw
from poise.control.pd_law import saturate as saturate
