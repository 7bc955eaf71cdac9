"""A humanoid stands on two feet and moves its right hand.

Whole-body control by reduced TSID in MuJoCo: two surface contacts, four tasks, 1 kHz.
"""

import argparse

import numpy as np

import poise


def main(seconds: float) -> float:
    """Run and return the largest distance of the hand from its target [m]."""
    robot = poise.load_robot("g1")
    feet = poise.preset_contacts(robot)
    scene = poise.ReducedTsidScene(robot, feet, penalties=poise.Penalties(contact_wrench=1e-4))
    scene.configure(
        [
            poise.CenterOfMassTask("com", weight=10.0),
            poise.FrameOrientationTask("trunk", "pelvis", weight=3.0),
            poise.FramePositionTask("hand", "right_wrist_yaw_link", weight=10.0),
            poise.PostureTask("posture", weight=0.3),
        ]
    )
    laws = {"com": 15.0, "trunk": 60.0, "hand": 200.0, "posture": 30.0}
    controller = poise.Controller(scene, dt=1e-3, laws=laws)
    simulator = poise.MujocoSimulator(robot, feet, dt=1e-3)
    simulator.reset(poise.standing_state(robot, feet, robot.preset.stance))
    controller.set_target_from(simulator.state)

    reach = np.array([0.05, 0.0, 0.05])
    worst = 0.0
    while simulator.time < seconds:
        t = simulator.time
        hand = controller.targets["hand"].moved(
            reach * (1.0 - np.cos(2.0 * t)) / 2.0,
            velocity=reach * np.sin(2.0 * t),
            acceleration=reach * 2.0 * np.cos(2.0 * t),
        )
        step = controller.step(simulator.state, {"hand": hand})
        if not step.solved:
            print(f"{t:.3f} s: {step.status.value}")
        simulator.step(step.command)
        worst = max(worst, float(np.linalg.norm(step.errors["hand"])))
    return worst


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0, help="how long to run")
    error = main(parser.parse_args().seconds)
    print(f"largest distance of the hand from its target: {1e3 * error:.2f} mm")
