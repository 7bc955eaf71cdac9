"""The report as a file: complete, self-contained and safe."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from html.parser import HTMLParser

import numpy as np
import pytest

from poise.errors import DefinitionError
from poise.experiment import PenaltySweep, judge
from poise.report import report_page, verdict, write_picture, write_report
from standing_records import (
    arm_record,
    fallen_record,
    of_ticks,
    pressing_record,
    quadruped_record,
    slipping_record,
    standing_record,
)

pytestmark = pytest.mark.requires("matplotlib")

VOID = {"meta", "path", "use", "br"}
NASTY = "<script>alert(1)</script>&\"'$x^2$"


class Page(HTMLParser):
    """Collects what a page holds, and fails where its elements do not match."""

    def __init__(self, text):
        super().__init__()
        self.open, self.tags, self.ids, self.links, self.words = [], Counter(), [], [], []
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag, attrs):
        self.tags[tag] += 1
        for name, value in attrs:
            if name == "id":
                self.ids.append(value)
            if name in ("href", "src", "srcset", "action", "data", "poster"):
                self.links.append(value)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_data(self, data):
        self.words.append(data)


def made(record, **options):
    return report_page(record, judge(record), **options)


@pytest.fixture(scope="module")
def page():
    return made(standing_record(), settings={"Seed": "42"})


def test_elements_match_and_ids_are_unique(page):
    ids = Counter(Page(page).ids)
    assert [name for name, count in ids.items() if count > 1] == []


def test_nothing_outside_the_file_is_referred_to(page):
    assert "http:" not in page
    assert "https:" not in page
    assert all(link.startswith("#") for link in Page(page).links)
    assert all(url.startswith("#") for url in re.findall(r"url\(([^)]*)\)", page))
    assert "@import" not in page


def test_internal_references_lead_somewhere(page):
    found = Page(page)
    wanted = {link[1:] for link in found.links} | set(re.findall(r"url\(#([^)]*)\)", page))
    assert wanted <= set(found.ids)


def test_no_script_is_needed(page):
    assert Page(page).tags["script"] == 0


def test_page_says_what_happened_and_what_it_was_judged_by(page):
    words = " ".join(Page(page).words)
    assert "Stilts stood for 10 s and survived three pushes of 6 N·s" in words
    assert words.count("✓ held") == len(judge(standing_record()))
    assert "at 2.5 s from the front, at 5 s from the right, at 7.5 s from the back" in words
    assert "knee_joint at 2.80 s" in words
    assert "42" in words
    for label in ("position [mm]", "error [mm]", "base tilt [deg]", "foot slip [mm]"):
        assert label in words
    for label in (
        "normal force [N]",
        "torque [% of limit]",
        "wall time [ms]",
        "time [s]",
        "acceleration [m/s²]",
        "hand turned [deg]",
    ):
        assert label in words


def test_every_plot_has_a_caption_and_a_description(page):
    found = Page(page)
    assert found.tags["svg"] == found.tags["figcaption"] == found.tags["figure"] == 9
    assert page.count('role="img" aria-label="') == 9


def test_a_fall_is_said_plainly():
    words = " ".join(Page(made(fallen_record())).words)
    assert "Stilts fell at 3.1 s" in words
    assert "✗ broken" in words
    assert "Orange: one push of 40 N·s" in words


def test_a_broken_threshold_is_marked():
    assert " ".join(Page(made(slipping_record())).words).count("✗ broken") == 1


def test_a_quadruped_has_no_hand_plot():
    text = made(quadruped_record())
    assert 'id="path-0"' not in text
    assert 'id="held"' in text


def test_an_arm_has_no_plots_of_contacts_or_tilt():
    text = made(arm_record())
    words = " ".join(Page(text).words)
    for key in ("forces", "cones", "slip", "tilt"):
        assert f'id="{key}"' not in text
    assert "Crane ran for 10 s" in words
    assert "fixed base" in words
    assert "The robot was not pushed." in words
    assert "wrist_joint" in words
    assert "after a push" not in words


def test_a_force_task_is_drawn_in_newtons():
    assert "error [N]" in " ".join(Page(made(pressing_record())).words)


def test_names_from_files_are_escaped(page):
    record = replace(
        standing_record(),
        title=NASTY,
        simulator=NASTY,
        backend=NASTY,
        joint_losses=NASTY,
        joint_names=(NASTY, "_hidden", "b", "c"),
        contact_names=(NASTY, "$\\frac{$"),
        statuses={NASTY: 1},
    )
    text = made(record, settings={NASTY: NASTY})
    found = Page(text)
    assert found.tags["script"] == 0
    assert NASTY in "".join(found.words)
    assert found.tags["figure"] == Page(page).tags["figure"]


def test_a_run_that_ended_at_once_still_has_a_report():
    first = of_ticks(standing_record(), slice(1))
    unsolved = replace(first, solved=np.zeros(1, dtype=bool), fell_at=0.001)
    Page(made(unsolved))


def test_a_sweep_adds_its_plot():
    sweep = PenaltySweep(
        "contact_wrench_delta",
        np.array([0.0, 1e-5, 1e-3, 1e-1]),
        np.array([1.0, 0.5, 0.2, 0.1]),
        np.array([0.002, 0.002, 0.004, 0.05]),
        "hand",
        "m",
        np.array([np.nan, np.nan, np.nan, 3.0]),
    )
    text = made(standing_record(), sweeps=[sweep])
    words = " ".join(Page(text).words)
    assert "penalty contact_wrench_delta" in words
    assert "The robot fell in 1 of them." in words
    assert "none" in words


def test_the_same_run_gives_the_same_page(page):
    assert made(standing_record(), settings={"Seed": "42"}) == page


def test_page_is_small_whatever_the_length(page):
    assert len(page.encode()) < 1_000_000
    longer = made(standing_record(duration=60.0))
    assert len(longer.encode()) < 1.5 * len(page.encode())


def test_report_is_written_whole_or_not_at_all(tmp_path, monkeypatch):
    record = standing_record(duration=1.0)
    path = tmp_path / "report.html"
    path.write_text("before")
    with pytest.raises(DefinitionError, match="no folder"):
        write_report(record, judge(record), tmp_path / "absent" / "report.html")
    monkeypatch.setattr("pathlib.Path.replace", _full)
    with pytest.raises(DefinitionError, match=r"report\.html cannot be written: No space"):
        write_report(record, judge(record), path)
    assert path.read_text() == "before"
    assert [file.name for file in tmp_path.iterdir()] == ["report.html"]


def _full(*_):
    raise OSError(28, "No space left on device")


@pytest.mark.parametrize("make", [standing_record, quadruped_record, arm_record])
def test_picture_is_wide_and_not_empty(tmp_path, make):
    record = make()
    write_picture(record, judge(record), tmp_path / "picture.png")
    data = (tmp_path / "picture.png").read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert int.from_bytes(data[16:20]) > 2 * int.from_bytes(data[20:24])
    assert verdict(record, judge(record))


@pytest.mark.parametrize(
    ("make", "shown"),
    [
        (standing_record, ["hand error [mm]", "normal force [N]", "cone reserve", "torque"]),
        (quadruped_record, ["centre of mass error [mm]", "normal force [N]", "cone", "torque"]),
        (arm_record, ["hand error [mm]", "hand position [mm]", "acceleration [m/s²]", "torque"]),
    ],
)
def test_picture_shows_what_there_is(tmp_path, monkeypatch, make, shown):
    labels = []

    def look(figure, file, **_):
        labels.extend(axes.get_ylabel() for axes in figure.axes)
        file.write(b"picture")

    monkeypatch.setattr("matplotlib.figure.Figure.savefig", look)
    record = make()
    write_picture(record, judge(record), tmp_path / "picture.png")
    assert len(labels) == len(shown)
    assert all(label.startswith(start) for label, start in zip(labels, shown, strict=True))


def test_importing_the_report_does_not_load_matplotlib():
    code = "import sys, poise.report; sys.exit('matplotlib' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_missing_matplotlib_is_answered_with_what_to_install():
    code = (
        "import sys; sys.modules['matplotlib'] = None\n"
        "from poise.errors import DependencyError\n"
        "from poise.report import require_matplotlib\n"
        "try: require_matplotlib()\n"
        "except DependencyError as error: print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert 'pip install "poise[report]"' in done.stdout


@pytest.mark.parametrize(("solved", "opened"), [(True, "<details>"), (False, "<details open>")])
def test_a_tick_is_explained_and_escaped(solved, opened):
    record = standing_record()
    if not solved:
        record = replace(record, solved=np.arange(record.time.size) != 5)
    text = made(replace(record, explanation="<b> cannot hold together", explained_at=0.005))
    assert opened in text
    assert "&lt;b&gt; cannot hold together" in text
    assert "explained, at 0.005 s" in text
