"""From text to data with places: YAML 1.2, settings of the command line, and text of any kind."""

from __future__ import annotations

import math
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from broken_files import FILE
from poise.config import ConfigError
from poise.config.document import (
    Setting,
    parse_document,
    parse_setting,
    read_document,
    with_settings,
)
from poise.config.fields.experiment import ExperimentFields
from poise.config.validation import validated
from poise.config.yaml_reader import read_yaml


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("no", "no"),
        ("on", "on"),
        ("true", True),
        ("False", False),
        ("1e-3", 1e-3),
        ("1.0e-3", 1e-3),
        ("-.5", -0.5),
        ("012", 12),
        ("1:30", "1:30"),
        ("1_000", "1_000"),
        ("2026-12-01", "2026-12-01"),
        ("'5'", "5"),
        ("~", None),
        ("", None),
        ("-.inf", -math.inf),
        ("9 N*s", "9 N*s"),
        ("[1, [2, x]]", [1, [2, "x"]]),
        ("$hand", "$hand"),
    ],
)
def test_plain_values_are_what_they_look_like(text, value):
    read = read_yaml(f"key: {text}", "file").data["key"]
    assert read == value
    assert type(read) is type(value)


def test_not_a_number_is_read_as_such():
    assert math.isnan(read_yaml("key: .nan", "file").data["key"])


def test_every_value_has_its_place():
    places = read_yaml("a:\n  b: [1, 22]\n  c:\n    - d: 5\n", "file").places
    found = {path: (place.line, place.column) for path, place in places.items()}
    assert found == {
        (): (1, 1),
        ("a",): (1, 1),
        ("a", "b"): (2, 6),
        ("a", "b", 0): (2, 7),
        ("a", "b", 1): (2, 10),
        ("a", "c"): (3, 3),
        ("a", "c", 0): (4, 7),
        ("a", "c", 0, "d"): (4, 10),
    }


def bomb(levels):
    lines = [f"a{k}: &a{k} [{', '.join([f'*a{k - 1}'] * 10)}]" for k in range(1, levels)]
    return "\n".join(["a0: &a0 [x, x, x, x, x, x, x, x, x, x]", *lines])


@pytest.mark.parametrize(
    "text",
    [bomb(9), "a: &a [*a]", "[" * 5000, "a: " + "[" * 40 + "]" * 40, "x" * (2**20 + 1)],
    ids=["bomb", "cycle", "brackets", "deep", "long"],
)
def test_what_would_use_up_the_machine_is_refused_at_once(text):
    with pytest.raises(ConfigError):
        read_yaml(text, "file")


def test_an_alias_may_be_used():
    assert read_yaml("a: &x [1]\nb: *x", "file").data == {"a": [1], "b": [1]}


def document(text=FILE, tmp_path=None):
    return parse_document(text, "my.yaml", tmp_path)


def test_settings_replace_and_add_values(tmp_path):
    base = document(tmp_path=tmp_path)
    changed = with_settings(
        base,
        [
            parse_setting("duration=2 s"),
            parse_setting("events.0.impulse=[1, 2, 3]"),
            parse_setting("tasks.com.law.kd=5"),
            parse_setting("noise.seed=7"),
            Setting("--report", ("outputs", "report"), None),
        ],
    )
    fields = validated(ExperimentFields, changed)
    assert fields.duration == 2.0
    assert fields.events[0].impulse == (1.0, 2.0, 3.0)
    assert (fields.tasks["com"].law.kp, fields.tasks["com"].law.kd) == (15.0, 5.0)
    assert fields.noise.seed == 7
    assert (fields.outputs.report, fields.outputs.log) == (None, "ticks.csv")
    assert base.data["duration"] == "6 s"


@pytest.mark.parametrize(
    ("setting", "words"),
    [
        ("duration", "a setting is written a.b=c"),
        ("=3", "a setting is written a.b=c"),
        ("a..b=3", "a setting is written a.b=c"),
        ("events.7.time=3", "a list of 2"),
        ("events.first.time=3", "a list of 2"),
        ("robot.x=3", "'go2' and has no fields"),
        ("taks.com.weight=3", "Did you mean 'tasks'"),
        ("tasks.con.weight=3", "Did you mean 'com'"),
        ("tasks.com.wieght=3", "Did you mean 'weight'"),
        ("duration=[1", "']'"),
        ("duration=-1 s", "duration: must be > 0"),
        ("judge.tilt=3 mm", "valid units: rad"),
    ],
)
def test_faults_of_settings_name_the_setting(tmp_path, setting, words):
    def change():
        changed = with_settings(document(tmp_path=tmp_path), [parse_setting(setting)])
        validated(ExperimentFields, changed)

    with pytest.raises(ConfigError) as raised:
        change()
    assert str(raised.value).startswith(f"--set {setting}")
    assert words in str(raised.value)
    assert len(raised.value.problems) == 1


def test_several_faults_are_told_at_once(tmp_path):
    text = FILE.replace("duration: 6 s", "duration: 6 m").replace("weight: 10", "weight: -1")
    with pytest.raises(ConfigError) as raised:
        validated(ExperimentFields, document(text, tmp_path))
    assert str(raised.value).startswith("2 faults:\nmy.yaml:")
    assert [problem.field for problem in raised.value.problems] == ["tasks.com.weight", "duration"]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (None, "cannot be read: No such file"),
        (b"\xff\xfe\x00", "not UTF-8"),
        (b"", "must consist of 'key: value' lines"),
        (b"[1, 2]", "must consist of 'key: value' lines"),
        (b"a: \x07", "no text that YAML allows"),
    ],
)
def test_files_that_are_none_are_answered(tmp_path, content, words):
    path = tmp_path / "my.yaml"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(ConfigError, match=words):
        read_document(path)
    with pytest.raises(ConfigError):
        read_document(tmp_path)  # a folder


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=80))
def test_any_text_is_read_or_refused(text):
    with suppress(ConfigError):
        read_yaml(text, "file")


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_any_edit_of_a_file_is_read_or_refused(tmp_path_factory, data):
    """Cut a piece out and put another one in, from the file itself or from anywhere."""
    first = data.draw(st.integers(0, len(FILE)))
    last = data.draw(st.integers(first, min(first + 30, len(FILE))))
    piece = data.draw(st.one_of(st.text(max_size=12), st.sampled_from(FILE.split())))
    text = FILE[:first] + piece + FILE[last:]
    folder = tmp_path_factory.getbasetemp()
    with suppress(ConfigError):
        validated(ExperimentFields, parse_document(text, "my.yaml", folder))
