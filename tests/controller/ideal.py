"""A robot that moves exactly as the controller's model says."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import pinocchio as pin

from poise.controller import Controller, ControlStep
from poise.model import RobotState
from poise.tasks import Target


def ideal_steps(
    controller: Controller,
    state: RobotState,
    ticks: int,
    references: Callable[[RobotState], Mapping[str, Target]] = lambda _: {},
) -> Iterator[tuple[RobotState, ControlStep]]:
    """The state and the step of each tick; accelerations are held over a tick."""
    robot, dt = controller.robot, controller.dt
    for _ in range(ticks):
        step = controller.step(state, references(state))
        assert step.solved
        yield state, step
        a = step.solution.acceleration
        q = pin.integrate(robot.pin_model, state.q, dt * state.v + 0.5 * dt**2 * a)
        state = robot.state(q, state.v + dt * a, state.time + dt)
