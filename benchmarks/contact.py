"""Soft contact against what it is compared with, all in one run: python benchmarks/contact.py.

HyQ with four feet on the ground, one thread. Each number is the median over rounds, in which the
candidates take turns; so are the ratios, so a slow moment of the machine hits both sides.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np
import pinocchio as pin

import poise
from poise.contact import GroundReaction
from poise.sim.drive import Drive
from poise.sim.grounded_robot import GroundedRobot
from poise.sim.integrators import INTEGRATORS
from poise.sim.motors import Motors

ROUNDS = 40
STATES = 4096


def microseconds(call: Callable[[], object], repeats: int) -> float:
    """Time of one call [µs]."""
    start = time.perf_counter()
    for _ in range(repeats):
        call()
    return (time.perf_counter() - start) / repeats * 1e6


def main() -> None:
    """Measure, print times, ratios and what is asked of them."""
    robot = poise.load_robot("hyq")
    model, data = robot.pin_model, robot.pin_model.createData()
    state = poise.standing_state(robot, poise.preset_contacts(robot), robot.preset.stance)
    q = np.array(state.q)
    q[2] -= 0.01
    v = 0.3 * np.random.default_rng(0).normal(size=robot.nv)
    state, tau = robot.state(q, v), np.zeros(robot.nv)
    ground = poise.SoftContactModel(smoothing="sigmoid")
    reaction = GroundReaction(robot, ground)

    def from_state() -> None:
        reaction.move(q, v)
        reaction.press()

    body, euler = GroundedRobot(robot, ground), INTEGRATORS["semi_implicit"]
    drive = Drive(Motors.holding(robot, np.zeros(robot.na)))

    def simulated() -> None:
        euler.step(body, (q, v), drive, 1e-4)

    def linearised() -> None:
        from_state()
        reaction.load()
        reaction.acceleration_derivatives(q, v, tau)

    from_state()
    position, velocity = reaction.points["position"].copy(), reaction.points["velocity"].copy()
    many, fast = (np.tile(array, (STATES, 1, 1)) for array in (position, velocity))
    calls = {
        "pin.aba": (lambda: pin.aba(model, data, q, v, tau), 400),
        "forces, kinematics given": (reaction.press, 1000),
        "forces from (q, v)": (from_state, 400),
        "compute_contact_forces": (lambda: ground.compute_contact_forces(robot, state), 200),
        "simulation step": (simulated, 200),
        "pin.computeABADerivatives": (
            lambda: pin.computeABADerivatives(model, data, q, v, tau),
            100,
        ),
        "A and B with contact": (linearised, 100),
        "point_force, one state": (lambda: ground.point_force(position, velocity), 50),
        f"point_force, {STATES} states": (lambda: ground.point_force(many, fast), 2),
    }
    for call, _ in calls.values():
        call()  # compile
    times = {name: np.zeros(ROUNDS) for name in calls}
    for k in range(ROUNDS):
        for name, (call, repeats) in calls.items():
            times[name][k] = microseconds(call, repeats)
    for name, found in times.items():
        print(f"{name:32s}{np.median(found):10.2f} µs")
    batch = times[f"point_force, {STATES} states"] / STATES
    print()
    for name, top, bottom, asked in (
        ("forces, kinematics given / aba", times["forces, kinematics given"], "pin.aba", "≤ 0.5"),
        ("forces from (q, v) / aba", times["forces from (q, v)"], "pin.aba", "≤ 1.5"),
        ("compute_contact_forces / aba", times["compute_contact_forces"], "pin.aba", ""),
        ("simulation step / aba", times["simulation step"], "pin.aba", "≤ 3"),
        (
            "A, B / ABA derivatives",
            times["A and B with contact"],
            "pin.computeABADerivatives",
            "≤ 3",
        ),
    ):
        print(f"{name:32s}{np.median(top / times[bottom]):10.2f}    {asked}")
    gain = float(np.median(times["point_force, one state"] / batch))
    print(f"{'one state / state in a batch':32s}{gain:10.0f}    ≥ 20")


if __name__ == "__main__":
    main()
