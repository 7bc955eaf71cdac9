"""Kinds of numbers and lists in a file: ``10 ms``, ``[5 cm, 3 cm, 5 cm]``, ``[5, 3, 5] cm``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from poise.config.quantity import Quantity, shown, wrong

_LIST_AND_UNIT = re.compile(r"\[([^][]*)\]([^][]+)")


@dataclass(frozen=True)
class Quantities:
    """A list of quantities; becomes a tuple of floats.

    Attributes:
        each: One of them.
        size: How many there must be; None for one number or a list of any length.
    """

    each: Quantity
    size: int | None = None

    def parse(self, value: Any) -> float | tuple[float, ...]:
        """The numbers meant.

        Raises:
            PydanticCustomError: It is no such list, or an item is wrong.
        """
        value = _with_unit_each(value)
        if self.size is None and not isinstance(value, list):
            return self.each.parse(value)
        if not isinstance(value, list) or (self.size is not None and len(value) != self.size):
            count = "numbers" if self.size is None else f"{self.size} numbers"
            raise wrong(f"must be a list of {count} such as {self._example()}, got {shown(value)}.")
        return tuple(self._item(k, item) for k, item in enumerate(value))

    def _item(self, k: int, item: Any) -> float:
        try:
            return self.each.parse(item)
        except PydanticCustomError as error:
            raise wrong(f"item {k}: {error.message()}") from error

    def _example(self) -> str:
        unit = f" {self.each.units()[0]}" if self.each.dimensions else ""
        return f"[{', '.join(f'{k}{unit}' for k in range(1, (self.size or 2) + 1))}]"

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        """Validate by :meth:`parse`."""
        del source, handler
        return core_schema.no_info_plain_validator_function(self.parse)

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        """What editors may complete and check."""
        del schema, handler
        items = {"type": "array", "items": self.each.json_schema()}
        if self.size is None:
            return {"anyOf": [self.each.json_schema(), items]}
        sized = {**items, "minItems": self.size, "maxItems": self.size}
        if not self.each.dimensions:
            return sized
        units = "|".join(re.escape(unit) for unit in self.each.units())
        text = {"type": "string", "pattern": rf"^\s*\[[^\[\]]*\]\s*({units})\s*$"}
        return {"anyOf": [sized, text]}


def _with_unit_each(value: Any) -> Any:
    """The list meant by text such as ``[5, 3, 5] cm``; any other value itself."""
    match = _LIST_AND_UNIT.fullmatch(value.strip()) if isinstance(value, str) else None
    if match is None:
        return value
    return [f"{item.strip()} {match[2].strip()}" for item in match[1].split(",")]


def _vector(size: int, *dimensions: str) -> Quantities:
    return Quantities(Quantity(dimensions), size)


Number = Annotated[float, Quantity()]
PositiveNumber = Annotated[float, Quantity(above=0.0)]
NonNegativeNumber = Annotated[float, Quantity(minimum=0.0)]
NonNegativeNumbers = Annotated[float | tuple[float, ...], Quantities(Quantity(minimum=0.0))]
PositiveNumbers = Annotated[float | tuple[float, ...], Quantities(Quantity(above=0.0))]
Share = Annotated[float, Quantity(minimum=0.0, maximum=1.0)]
PositiveTime = Annotated[float, Quantity(("time",), above=0.0)]
NonNegativeTime = Annotated[float, Quantity(("time",), minimum=0.0)]
PositiveLength = Annotated[float, Quantity(("length",), above=0.0)]
NonNegativeLength = Annotated[float, Quantity(("length",), minimum=0.0)]
Length = Annotated[float, Quantity(("length",))]
Torque = Annotated[float, Quantity(("moment", "force"))]
Angle = Annotated[float, Quantity(("angle",))]
PositiveAngle = Annotated[float, Quantity(("angle",), above=0.0)]
JointPosition = Annotated[float, Quantity(("angle", "length"))]
NonNegativeForce = Annotated[float, Quantity(("force",), minimum=0.0)]
PositiveForce = Annotated[float, Quantity(("force",), above=0.0)]
NonNegativeImpulse = Annotated[float, Quantity(("impulse",), minimum=0.0)]
NonNegativeSpeed = Annotated[float, Quantity(("speed",), minimum=0.0)]
PositiveSpeed = Annotated[float, Quantity(("speed",), above=0.0)]
NonNegativeAngularSpeed = Annotated[float, Quantity(("angular speed",), minimum=0.0)]
NonNegativeJointSpeed = Annotated[float, Quantity(("angular speed", "speed"), minimum=0.0)]
PositiveAcceleration = Annotated[
    float, Quantity(("angular acceleration", "acceleration"), above=0.0)
]
PositiveError = Annotated[float, Quantity(("length", "angle", "force"), above=0.0)]
Point = Annotated[tuple[float, float, float], _vector(3, "length")]
Direction = Annotated[tuple[float, float, float], _vector(3)]
RollPitchYaw = Annotated[tuple[float, float, float], _vector(3, "angle")]
Impulse3 = Annotated[tuple[float, float, float], _vector(3, "impulse")]
Force3 = Annotated[tuple[float, float, float], _vector(3, "force")]
Wrench6 = Annotated[tuple[float, ...], _vector(6, "force", "moment")]
Acceleration3 = Annotated[tuple[float, float, float], _vector(3, "acceleration")]
