"""Laws of files: what they become."""

from __future__ import annotations

import numpy as np
import pytest
from pydantic import ValidationError

from poise.config.fields.laws import LawFields
from poise.control import AccelerationLaw, PdLaw


def test_without_an_integral_a_law_has_no_memory():
    law = LawFields.model_validate({"kp": 25, "max_acceleration": [1, 2, 3]}).build()
    assert isinstance(law, PdLaw)
    assert (law.kp, law.kd) == (25.0, 10.0)  # critically damped
    np.testing.assert_array_equal(law.max_acceleration, [1.0, 2.0, 3.0])


@pytest.mark.parametrize("field", ["ki", "max_integral"])
def test_with_one_it_has(field):
    law = LawFields.model_validate({"kp": [1, 2], "kd": 3, field: 0.5}).build()
    assert isinstance(law, AccelerationLaw)
    assert getattr(law, field) == 0.5
    assert law.kd == 3.0


@pytest.mark.parametrize("wrong", [{"kp": -1}, {"kp": 1, "max_integral": 0}, {"kp": "1"}, {}])
def test_wrong_gains_are_refused(wrong):
    with pytest.raises(ValidationError):
        LawFields.model_validate(wrong)
