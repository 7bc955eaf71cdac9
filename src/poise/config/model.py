"""The fields of a configuration file: mappings with known keys."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pydantic import (
    BaseModel,
    ConfigDict,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    model_validator,
)
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from poise.arrays import did_you_mean


class ConfigModel(BaseModel):
    """A mapping in a file: its keys are the fields, and no others."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    @model_validator(mode="before")
    @classmethod
    def _refuse_unknown_keys(cls, data: Any) -> Any:
        """Before anything else, so that a misspelt key is not called missing as well."""
        unknown = (
            [] if not isinstance(data, dict) else [k for k in data if k not in cls.model_fields]
        )
        if unknown:
            messages = {
                key: f"there is no field {key!r} here. {did_you_mean(key, cls.model_fields)}"
                for key in unknown
            }
            raise PydanticCustomError("unknown_keys", "unknown keys", {"messages": messages})
        return data


@dataclass(frozen=True)
class OrText:
    """Allows plain text where a mapping stands, meaning one field of it.

    Attributes:
        field: Name of that field.
    """

    field: str

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        """Turn text into the mapping that it means."""

        def mapping(value: Any) -> Any:
            return {self.field: value} if isinstance(value, str) else value

        return core_schema.no_info_before_validator_function(mapping, handler(source))

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        """Text or the mapping."""
        return {"anyOf": [{"type": "string"}, handler(schema)]}
