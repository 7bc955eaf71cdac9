"""Controllers: from a state to a command, tick by tick."""

from poise.controller.controller import Controller as Controller
from poise.controller.memory import ControllerMemory as ControllerMemory
from poise.controller.step import ControlStep as ControlStep
