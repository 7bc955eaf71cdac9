"""Programs in the documents run, and what they let others build works from outside the package."""

import inspect
import re
import sys
from pathlib import Path

import numpy as np
import pytest

import robots
from poise import scenes, tasks
from poise.model import Workspace, load_robot
from poise.qp import QuadraticProgram, load_backend
from poise.scenes import HierarchicalScene, VelocityScene
from poise.tasks import PostureTask, Target

DOCS = Path(__file__).parents[2] / "docs"
NAMES = ("the_task", "the_scene", "the_solver")


def programs(page):
    text = (DOCS / page).read_text(encoding="utf-8")
    return re.findall(r"```python\n(.*?)```", text, re.DOTALL)


@pytest.mark.requires("example-robot-data")
@pytest.mark.parametrize("page", ["tasks.md", "scenes.md", "hierarchy.md"])
def test_programs_of_a_page_run_one_after_the_other(page):
    names = {}
    for program in programs(page):
        exec(program, names)  # noqa: S102


@pytest.fixture
def own(tmp_path, monkeypatch):
    """The three files of the page on extending, as modules outside the package."""
    for name, program in zip(NAMES, programs("extending.md"), strict=True):
        (tmp_path / f"{name}.py").write_text(program, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    import importlib

    yield [importlib.import_module(name) for name in NAMES]
    for name in NAMES:
        del sys.modules[name]


def test_a_task_of_ones_own_has_the_derivatives_of_its_degree(own, rng):
    robot = load_robot(robots.MIXED, floating_base=True)
    task = own[0].HeightTask("height", "tool", weight=2.0)
    state = robots.random_state(robot, rng)
    now = Workspace(robot).evaluate(state)
    h, qdd = 1e-5, rng.normal(size=robot.nv)
    after, before = (Workspace(robot).evaluate(robots.moved(robot, state, qdd, t)) for t in (h, -h))
    np.testing.assert_allclose(
        (task.value(after) - task.value(before)) / (2 * h), task.velocity(now)[0], atol=1e-6
    )
    rate = (task.velocity(after) - task.velocity(before)) / (2 * h)
    np.testing.assert_allclose(task.jacobian(now) @ qdd + task.bias(now), rate, atol=1e-6)


def test_it_is_done_by_scenes_of_poise(own):
    robot = load_robot(robots.MIXED)
    for scene in (VelocityScene(robot, dt=1e-3), HierarchicalScene(VelocityScene(robot, dt=1e-3))):
        scene.configure([own[0].HeightTask("height", "tool"), PostureTask(weight=1e-4, priority=1)])
        now = Workspace(robot).evaluate(robot.neutral_state())
        wished = {"height": np.array([0.05]), "posture": np.zeros(robot.na)}
        v = scene.solve(scene.formulate(now, wished)).require().velocity
        np.testing.assert_allclose(now.jacobian("tool", "world")[2] @ v, 0.05, atol=1e-5)
    task = own[0].HeightTask("height", "tool")
    target = task.checked_target(robot, Target(0.7))
    np.testing.assert_allclose(task.error(now, target), [0.7 - now.pose("tool").translation[2]])


def test_a_scene_of_ones_own_slows_down_before_the_limit(own):
    robot = load_robot(robots.ONE_JOINT)
    speeds = {}
    for kind in (VelocityScene, own[1].GentleScene):
        scene = kind(robot, dt=1e-3)
        scene.configure([PostureTask()])
        now = Workspace(robot).evaluate(robot.state([1.9]))
        solution = scene.solve(scene.formulate(now, {"posture": np.array([9.0])})).require()
        speeds[kind.__name__] = solution.velocity[0]
    assert speeds["VelocityScene"] == pytest.approx(3.0)
    assert speeds["GentleScene"] == pytest.approx(0.1)


def test_a_solver_of_ones_own_gives_the_answers_of_the_others(own, rng):
    backend = own[2].Slsqp()
    for _ in range(5):
        L = rng.normal(size=(6, 6))
        inside = rng.normal(size=6)
        A, C = rng.normal(size=(2, 6)), rng.normal(size=(4, 6))
        program = QuadraticProgram(
            L @ L.T, rng.normal(size=6), A, A @ inside, C, C @ inside - 0.1, C @ inside + 0.3
        )
        expected = load_backend("daqp").solve(program).require().x
        np.testing.assert_allclose(backend.solve(program).require().x, expected, atol=1e-8)


def test_it_solves_the_ticks_of_a_scene(own):
    robot = load_robot(robots.MIXED)
    answers = []
    for backend in ("daqp", own[2].Slsqp()):
        scene = VelocityScene(robot, dt=1e-3, backend=backend)
        scene.configure([PostureTask()])
        now = Workspace(robot).evaluate(robot.neutral_state())
        solution = scene.solve(scene.formulate(now, {"posture": np.array([0.3, 9.0, -9.0])}))
        answers.append(solution.require().velocity)
    np.testing.assert_allclose(answers[1], answers[0], atol=1e-8)


def of_package(package, base):
    """Public concrete classes of a package."""
    return sorted(
        name
        for name, kind in vars(package).items()
        if inspect.isclass(kind) and issubclass(kind, base) and not inspect.isabstract(kind)
    )


@pytest.mark.parametrize("name", [n for n in of_package(tasks, tasks.Task) if n != "ForceTask"])
def test_every_task_is_in_the_page_and_says_what_its_rows_are(name):
    assert f"`{name}`" in (DOCS / "tasks.md").read_text(encoding="utf-8")
    text = inspect.getdoc(getattr(tasks, name))
    assert "[" in text, "no unit"
    assert re.search(r"rows?\b|components", text), "how many rows it has"


@pytest.mark.parametrize("name", of_package(scenes, scenes.Scene))
def test_every_scene_is_in_the_page(name):
    assert f"`{name}" in (DOCS / "scenes.md").read_text(encoding="utf-8")
