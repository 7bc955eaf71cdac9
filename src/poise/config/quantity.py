"""A number with its unit, as a file writes it: ``10 ms`` or ``30 deg``."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Any

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from poise.config.units import UNITS, si_unit

# Each character has one way to match, so that long text is refused as fast as it is read.
_NUMBER = r"[-+]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?"
_QUANTITY = re.compile(rf"({_NUMBER})\s*([^\d\s.].*)")


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
            raise wrong(f"must be {self.in_words()}, got {shown(value)}.")
        if not math.isfinite(number):
            raise wrong(f"must be finite, got {number}.")
        for bound, broken, sign in (
            (self.above, self.above is not None and number <= self.above, ">"),
            (self.minimum, self.minimum is not None and number < self.minimum, "≥"),
            (self.maximum, self.maximum is not None and number > self.maximum, "≤"),
        ):
            if broken:
                raise wrong(f"must be {sign} {bound:g}, got {shown(value)}.")
        return Measure.of(number, dimension)

    def _with_unit(self, text: str) -> tuple[float, str | None]:
        match = _QUANTITY.fullmatch(text.strip())
        if match is None:
            advice = " Write it without quotes." if re.fullmatch(_NUMBER, text.strip()) else ""
            raise wrong(f"must be {self.in_words()}, got the text {shown(text)}.{advice}")
        if not self.dimensions:
            raise wrong(f"must be a number without a unit, got {shown(text)}.")
        unit = match[2]
        for dimension in self.dimensions:
            if unit in UNITS[dimension]:
                return float(match[1]) * UNITS[dimension][unit], dimension
        raise wrong(
            f"has the unit {shown(unit)} in {shown(text)}; valid units: {', '.join(self.units())}."
        )

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


def wrong(message: str) -> PydanticCustomError:
    """The complaint that validation turns into a fault."""
    # Braces would be taken for fields of a template.
    return PydanticCustomError("quantity", "{message}", {"message": message})
