"""The programs that people copy: every example, and the one in the README."""

import importlib.util
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "examples").glob("[0-9]*.py"))

pytestmark = pytest.mark.requires("example-robot-data", "mujoco")


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_example_is_short_and_runs(path):
    text = path.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 80
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.__doc__
    # Hands follow their paths, and a pushed trunk is back, to a millimetre.
    assert module.main(2.0) < 1e-3


def readme_program():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    return re.search(r"```python\n(.*?)```", text, re.DOTALL).group(1)


def test_the_readme_program_has_at_most_15_lines():
    assert len([line for line in readme_program().splitlines() if line.strip()]) <= 15


def test_the_readme_program_runs():
    program = readme_program()
    assert "simulator.time < 5.0" in program
    names = {}
    exec(program.replace("simulator.time < 5.0", "simulator.time < 0.3"), names)  # noqa: S102
    assert names["simulator"].time == pytest.approx(0.3)
    assert names["simulator"].state.q[2] == pytest.approx(0.7635, abs=1e-3)
