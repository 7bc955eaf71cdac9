"""An arm with torque motors follows a path with its hand.

A fixed base and no contacts: the same scene, the same tasks, the same controller.
"""

import argparse

import numpy as np

import poise


def main(seconds: float) -> float:
    """Run and return the largest distance of the hand from its target [m]."""
    robot = poise.load_robot("panda")
    scene = poise.ReducedTsidScene(robot)
    scene.configure(
        [
            poise.FramePoseTask("hand", robot.preset.hand, weight=10.0),
            poise.PostureTask("posture", weight=0.1),
        ]
    )
    controller = poise.Controller(scene, dt=1e-3, laws={"hand": 200.0, "posture": 20.0})
    simulator = poise.MujocoSimulator(robot, [], dt=1e-3)
    simulator.reset(robot.state(robot.configuration(robot.preset.stance)))
    controller.set_target_from(simulator.state)

    radius, rate = 0.1, 2.0
    worst = 0.0
    while simulator.time < seconds:
        angle = rate * simulator.time
        # A circle in the plane y–z that starts at the hand; from rest it takes a moment to join.
        hand = controller.targets["hand"].moved(
            radius * np.array([0.0, np.sin(angle), 1.0 - np.cos(angle)]),
            velocity=radius * rate * np.array([0.0, np.cos(angle), np.sin(angle)]),
            acceleration=radius * rate**2 * np.array([0.0, -np.sin(angle), np.cos(angle)]),
        )
        step = controller.step(simulator.state, {"hand": hand})
        simulator.step(step.command)
        if simulator.time > 0.5:
            worst = max(worst, float(np.linalg.norm(step.errors["hand"][:3])))
    return worst


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0, help="how long to run")
    error = main(parser.parse_args().seconds)
    print(f"largest distance of the hand from its target: {1e3 * error:.2f} mm")
