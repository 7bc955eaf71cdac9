"""Control laws: from errors to reference accelerations."""

from poise.control.pd_law import PdLaw as PdLaw
from poise.control.pd_law import saturate as saturate
