from __future__ import annotations

import pytest

from poise.cli.contact_option import ContactOption, parse_contact
from poise.cli.robot_option import contact_fields
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
    assert parse_contact("foot:0.2x0.1@0.03,0,-0.05").fields(0.7) == {
        "type": "surface",
        "frame": "foot",
        "friction": 0.7,
        "length": 0.2,
        "width": 0.1,
        "offset": [0.03, 0.0, -0.05],
    }


def test_without_a_size_it_is_a_point():
    assert parse_contact("foot@0,0,-0.02").fields(0.6) == {
        "type": "point",
        "frame": "foot",
        "friction": 0.6,
        "offset": [0.0, 0.0, -0.02],
    }


def test_a_foot_given_twice_is_refused():
    with pytest.raises(DefinitionError, match="foot is given twice"):
        contact_fields("my.urdf", ["foot:0.2x0.1", "foot"], None)
