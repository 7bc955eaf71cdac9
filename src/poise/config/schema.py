"""The JSON schema of configuration files: for editors that complete and check while one types."""

from __future__ import annotations

from typing import Any

from poise.config.fields.experiment import ExperimentFields


def json_schema() -> dict[str, Any]:
    """The schema, in the 2020-12 draft of JSON Schema.

    It knows fields, kinds, units and ranges; what depends on the robot only ``poise validate``
    knows.
    """
    schema = ExperimentFields.model_json_schema()
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "poise experiment",
        **{key: value for key, value in schema.items() if key != "title"},
    }
