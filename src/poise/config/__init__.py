"""Configuration files: from YAML to experiments, with every fault named by its line."""

from poise.config.document import Setting as Setting
from poise.config.loading import demo_names as demo_names
from poise.config.loading import demo_text as demo_text
from poise.config.loading import load_config as load_config
from poise.config.loading import load_demo as load_demo
from poise.config.plan import Outputs as Outputs
from poise.config.plan import RunPlan as RunPlan
from poise.config.problems import ConfigError as ConfigError
from poise.config.problems import Problem as Problem
from poise.config.schema import json_schema as json_schema
