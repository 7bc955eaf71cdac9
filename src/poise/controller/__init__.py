"""Controllers: from a state to a command, tick by tick."""

from poise.controller.controller import Controller as Controller
from poise.controller.memory import ControllerMemory as ControllerMemory
from poise.controller.references import TaskLaw as TaskLaw
from poise.controller.step import ControlStep as ControlStep
from poise.controller.task_status import TaskStatus as TaskStatus
from poise.controller.task_status import task_status as task_status
from poise.controller.task_status import task_status_at as task_status_at
