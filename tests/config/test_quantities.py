"""Numbers and lists with units: what they mean, and that long text is refused at once."""

from __future__ import annotations

import time

import jsonschema
import pytest
from pydantic import TypeAdapter, ValidationError

from poise.config.quantities import Direction, Point, PositiveTime

POINT = TypeAdapter(Point)


@pytest.mark.parametrize(
    "value", ["[5, 3, -5] cm", " [5,3 , -5]cm ", ["5 cm", "30 mm", -0.05], [0.05, 0.03, -0.05]]
)
def test_a_list_has_a_unit_for_all_or_one_each(value):
    # A factor of ten apart from the decimal number: one rounding.
    assert POINT.validate_python(value) == pytest.approx((0.05, 0.03, -0.05), rel=1e-15)
    jsonschema.validate(value, POINT.json_schema())


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("[5, 3] cm", "a list of 3 numbers"),
        ("[5, 3, 5] s", "item 0: has the unit 's'"),
        ("[5, x, 5] cm", "item 1: must be a number"),
        ("[5, 3 mm, 5] cm", "item 1: has the unit 'mm cm'"),
        ("[5, 3, 5]", "a list of 3 numbers"),
        ("[[5, 3, 5]] cm", "a list of 3 numbers"),
        ("[] cm", "a list of 3 numbers"),
    ],
)
def test_faults_of_a_list_with_a_unit(value, words):
    with pytest.raises(ValidationError, match=words.replace("[", "\\[")):
        POINT.validate_python(value)


def test_a_list_of_pure_numbers_has_no_unit():
    with pytest.raises(ValidationError, match="without a unit"):
        TypeAdapter(Direction).validate_python("[0, 0, 1] m")


@pytest.mark.parametrize(
    "text", ["1" * 200_000, "1 a" + " " * 200_000 + "b", "1" * 200_000 + ".", "[" * 200_000]
)
def test_long_text_is_refused_at_once_and_not_repeated(text):
    begin = time.perf_counter()
    with pytest.raises(ValidationError) as raised:
        TypeAdapter(PositiveTime).validate_python(text)
    # Milliseconds where matching is linear, minutes where it is quadratic.
    assert time.perf_counter() - begin < 2.0
    assert len(raised.value.errors()[0]["msg"]) < 300


def test_digits_are_those_of_numbers():
    with pytest.raises(ValidationError, match="must be a number"):
        TypeAdapter(PositiveTime).validate_python("\u0663 s")
