"""Numbers with units, as a file writes them: ``10 ms``, ``30 deg``, ``[5 cm, 3 cm, 5 cm]``."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from poise.config.units import UNITS, si_unit

_NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
_QUANTITY = re.compile(rf"\s*({_NUMBER})\s*([^\d\s.].*?)\s*")


class Measure(float):
    """A number in SI units that remembers what it was said to measure.

    Attributes:
        dimension: A key of :data:`~poise.config.units.UNITS`; None for a plain number.
    """

    dimension: str | None = None

    @classmethod
    def of(cls, value: float, dimension: str | None) -> Measure:
        """A number said to measure something."""
        measure = cls(value)
        measure.dimension = dimension
        return measure


@dataclass(frozen=True)
class Quantity:
    """A number, or text of a number and a unit; becomes a :class:`Measure`.

    Attributes:
        dimensions: What it may measure; a plain number is in the first one's SI unit. Nothing
            for pure numbers and for gains, whose units their fields state.
        minimum: Smallest value.
        above: What it must be larger than.
        maximum: Largest value.
    """

    dimensions: tuple[str, ...] = ()
    minimum: float | None = None
    above: float | None = None
    maximum: float | None = None

    def parse(self, value: Any) -> Measure:
        """The number meant.

        Raises:
            PydanticCustomError: It is none, has a unit of something else or is out of range.
        """
        if isinstance(value, str):
            number, dimension = self._with_unit(value)
        elif isinstance(value, int | float) and not isinstance(value, bool):
            number, dimension = _as_float(value), None
        else:
            raise _wrong(f"must be {self.in_words()}, got {shown(value)}.")
        if not math.isfinite(number):
            raise _wrong(f"must be finite, got {number}.")
        for bound, broken, sign in (
            (self.above, self.above is not None and number <= self.above, ">"),
            (self.minimum, self.minimum is not None and number < self.minimum, "≥"),
            (self.maximum, self.maximum is not None and number > self.maximum, "≤"),
        ):
            if broken:
                raise _wrong(f"must be {sign} {bound:g}, got {shown(value)}.")
        return Measure.of(number, dimension)

    def _with_unit(self, text: str) -> tuple[float, str | None]:
        match = _QUANTITY.fullmatch(text)
        if match is None:
            advice = " Write it without quotes." if re.fullmatch(_NUMBER, text.strip()) else ""
            raise _wrong(f"must be {self.in_words()}, got the text {text!r}.{advice}")
        if not self.dimensions:
            raise _wrong(f"must be a number without a unit, got {text!r}.")
        unit = match[2]
        for dimension in self.dimensions:
            if unit in UNITS[dimension]:
                return float(match[1]) * UNITS[dimension][unit], dimension
        raise _wrong(f"has the unit {unit!r} in {text!r}; valid units: {', '.join(self.units())}.")

    def units(self) -> list[str]:
        """Every unit that it may have."""
        return [unit for dimension in self.dimensions for unit in UNITS[dimension]]

    def in_words(self) -> str:
        """What is valid: "a number [s] or one with a unit, such as '1 s'"."""
        if not self.dimensions:
            return "a number"
        unit = si_unit(self.dimensions[0])
        return f"a number [{unit}] or one with a unit, such as 1 {self.units()[1]}"

    def json_schema(self) -> dict[str, Any]:
        """For editors."""
        bounds = {
            "minimum": self.minimum,
            "exclusiveMinimum": self.above,
            "maximum": self.maximum,
        }
        number = {"type": "number", **{k: v for k, v in bounds.items() if v is not None}}
        if not self.dimensions:
            return number
        # What must not be negative has no minus sign.
        positive = (self.minimum or 0.0) >= 0.0 if self.above is None else self.above >= 0.0
        unsigned = self.minimum is not None or self.above is not None
        pattern = _NUMBER.replace("[-+]?", "[+]?", 1) if unsigned and positive else _NUMBER
        units = "|".join(re.escape(unit) for unit in self.units())
        return {"anyOf": [number, {"type": "string", "pattern": rf"^\s*{pattern}\s*({units})\s*$"}]}

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
        return self.json_schema()


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
        if self.size is None and not isinstance(value, list):
            return self.each.parse(value)
        if not isinstance(value, list) or (self.size is not None and len(value) != self.size):
            count = "numbers" if self.size is None else f"{self.size} numbers"
            raise _wrong(
                f"must be a list of {count} such as {self._example()}, got {shown(value)}."
            )
        return tuple(self._item(k, item) for k, item in enumerate(value))

    def _item(self, k: int, item: Any) -> float:
        try:
            return self.each.parse(item)
        except PydanticCustomError as error:
            raise _wrong(f"item {k}: {error.message()}") from error

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
        return {**items, "minItems": self.size, "maxItems": self.size}


def shown(value: Any) -> str:
    """A value as a message shows it."""
    words = {None: "nothing", True: "true", False: "false"}
    if value is None or isinstance(value, bool):
        return words[value]
    if isinstance(value, dict):
        return "a mapping"
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}…"


def _as_float(value: float) -> float:
    try:
        return float(value)
    except OverflowError:
        return math.inf


def _wrong(message: str) -> PydanticCustomError:
    # Braces would be taken for fields of a template.
    return PydanticCustomError("quantity", "{message}", {"message": message})


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
Angle = Annotated[float, Quantity(("angle",))]
PositiveAngle = Annotated[float, Quantity(("angle",), above=0.0)]
JointPosition = Annotated[float, Quantity(("angle", "length"))]
NonNegativeForce = Annotated[float, Quantity(("force",), minimum=0.0)]
PositiveForce = Annotated[float, Quantity(("force",), above=0.0)]
NonNegativeImpulse = Annotated[float, Quantity(("impulse",), minimum=0.0)]
NonNegativeSpeed = Annotated[float, Quantity(("speed",), minimum=0.0)]
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
