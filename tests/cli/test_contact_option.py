from __future__ import annotations

import numpy as np
import pytest

from poise.cli.contact_option import ContactOption, parse_contact
from poise.contact import PointContact, SurfaceContact
from poise.errors import DefinitionError


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("foot", ContactOption("foot")),
        (" foot ", ContactOption("foot")),
        ("foot:0.2x0.1", ContactOption("foot", (0.2, 0.1))),
        ("foot:.2X1e-1", ContactOption("foot", (0.2, 0.1))),
        ("foot:0.2×0.1", ContactOption("foot", (0.2, 0.1))),
        ("foot:0.2x0.1@0.03,0,-0.05", ContactOption("foot", (0.2, 0.1), (0.03, 0.0, -0.05))),
        ("foot@0,-.5,+1", ContactOption("foot", None, (0.0, -0.5, 1.0))),
        ("foot:1x2@ 1 , 2 , 3 ", ContactOption("foot", (1.0, 2.0), (1.0, 2.0, 3.0))),
        ("l-foot_2/sole", ContactOption("l-foot_2/sole")),
    ],
)
def test_contact_is_read_as_written(text, meant):
    assert parse_contact(text) == meant


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "the frame is missing"),
        (":0.2x0.1", "the frame is missing"),
        ("foot:", "LENGTHxWIDTH"),
        ("foot:0.2", "LENGTHxWIDTH"),
        ("foot:0.2x", "LENGTHxWIDTH"),
        ("foot:0.2x0.1x0.3", "LENGTHxWIDTH"),
        ("foot:0.2,0.1", "LENGTHxWIDTH"),
        ("foot:axb", "LENGTHxWIDTH"),
        ("foot:nanxinf", "LENGTHxWIDTH"),
        ("foot@", "three numbers"),
        ("foot:0.2x0.1@1,2", "three numbers"),
        ("foot:0.2x0.1@1,2,3,4", "three numbers"),
        ("foot@1,2,z", "three numbers"),
        ("foot@1,2,3:0.2x0.1", "three numbers"),
    ],
)
def test_what_is_wrong_is_said_with_the_form(text, reason):
    with pytest.raises(DefinitionError, match=reason) as caught:
        parse_contact(text)
    assert "FRAME[:LENGTHxWIDTH][@x,y,z]" in str(caught.value)


def test_with_a_size_it_is_a_surface_with_offset():
    contact = parse_contact("foot:0.2x0.1@0.03,0,-0.05").contact(0.7)
    assert isinstance(contact, SurfaceContact)
    assert (contact.frame, contact.length, contact.width) == ("foot", 0.2, 0.1)
    assert contact.friction == 0.7
    assert np.array_equal(contact.placement.translation, [0.03, 0.0, -0.05])
    assert np.array_equal(contact.placement.rotation, np.eye(3))


def test_without_a_size_it_is_a_point():
    contact = parse_contact("foot@0,0,-0.02").contact(0.6)
    assert isinstance(contact, PointContact)
    assert np.array_equal(contact.placement.translation, [0.0, 0.0, -0.02])


@pytest.mark.parametrize("text", ["foot:0x0.1", "foot:0.2x-0.1"])
def test_a_size_that_is_not_positive_is_refused(text):
    with pytest.raises(DefinitionError, match="must be > 0"):
        parse_contact(text).contact(0.6)
