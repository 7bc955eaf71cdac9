"""A quadruped stands on four points and is pushed from the side.

Point contacts carry forces only; the push acts at the base's centre of mass.
"""

import argparse

import numpy as np

import poise


def main(seconds: float) -> float:
    """Run and return how far the centre of mass is from its target at the end [m]."""
    robot = poise.load_robot("go2")
    feet = [poise.PointContact(f"{leg}_foot", friction=0.6) for leg in ("FL", "FR", "RL", "RR")]
    scene = poise.ReducedTsidScene(robot, feet, penalties=poise.Penalties(contact_wrench=1e-4))
    scene.configure(
        [
            poise.CenterOfMassTask("com", weight=10.0),
            poise.FrameOrientationTask("trunk", "base", weight=3.0),
            poise.PostureTask("posture", weight=0.3),
        ]
    )
    controller = poise.Controller(scene, 1e-3, {"com": 15.0, "trunk": 60.0, "posture": 30.0})
    simulator = poise.MujocoSimulator(robot, feet, dt=1e-3)
    simulator.reset(poise.standing_state(robot, feet, robot.preset.stance))
    controller.set_target_from(simulator.state)

    push = poise.Push([0.0, 3.0, 0.0], time=0.2, duration=0.1)  # N·s, world axes
    error = 0.0
    while simulator.time < seconds:
        step = controller.step(simulator.state)
        simulator.step(step.command, pushes=[push])
        error = float(np.linalg.norm(step.errors["com"]))
    return error


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3.0, help="how long to run")
    error = main(parser.parse_args().seconds)
    print(f"centre of mass at the end: {1e3 * error:.2f} mm from its target")
