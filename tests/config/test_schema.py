"""The schema for editors: it accepts what poise accepts, and refuses what needs no robot to see."""

from __future__ import annotations

import json

import jsonschema
import pytest

from broken_files import BROKEN, FILE
from poise.config import ConfigError, demo_names, demo_text, json_schema
from poise.config.yaml_reader import read_yaml

# What a schema cannot know: the robot, the other parts of the file, files, and NaN.
NEEDS_MORE = {
    "unknown robot",
    "unknown joint",
    "unknown frame",
    "unknown preset contact",
    "unknown backend",
    "unknown contact of a task",
    "unknown contact of an event",
    "unknown task to judge",
    "unknown joint of a set-point",
    "hand of a robot without",
    "unknown dollar",
    "unit of another task",
    "not a number",
    "infinite",
    "endless",
    "axis of length 0",
    "circle for an orientation",
    "set-points out of order",
    "push after the end",
    "tick longer than the run",
    "too many weights",
    "soft cones of points",
    "normal forces crossed",
    "path outside",
    "absolute path",
    "robot outside",
    "no such file",
}


@pytest.fixture(scope="module")
def validator():
    schema = json.loads(json.dumps(json_schema()))
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


@pytest.mark.parametrize("name", demo_names())
def test_every_file_that_is_shipped_is_accepted(validator, name):
    assert list(validator.iter_errors(read_yaml(demo_text(name), name).data)) == []


def test_a_file_with_everything_is_accepted(validator):
    assert list(validator.iter_errors(read_yaml(FILE, "file").data)) == []


@pytest.mark.parametrize("broken", BROKEN, ids=lambda broken: broken.fault)
def test_faults_that_can_be_seen_without_a_robot_are_refused(validator, broken):
    try:
        data = read_yaml(broken.text, "file").data
    except ConfigError:
        return  # no YAML, so there is nothing to check
    assert validator.is_valid(data) == (broken.fault in NEEDS_MORE)


def test_fields_are_described(validator):
    fields = validator.schema["properties"]
    assert set(fields) >= {"robot", "tasks", "contacts", "events", "scene", "simulator", "outputs"}
    assert "by name" in fields["tasks"]["description"]
