"""An arm draws a straight line: joint positions for every waypoint, then velocities along it.

`ChainSolver` takes the joints between two frames of a robot; limits are always respected.
"""

import argparse

import numpy as np
import pinocchio as pin

import poise


def main(seconds: float) -> float:
    """Follow the line both ways and return the largest distance from it [m]."""
    robot = poise.load_robot("panda")
    arm = poise.ChainSolver(robot, "panda_link0", robot.preset.hand)
    q = np.array([0.0, -0.4, 0.0, -2.2, 0.0, 1.9, 0.8])
    start = arm.tcp_pose(q)
    shift = np.array([0.1, 0.2, -0.1])

    # Joint positions for 50 waypoints, each search starting from the one before.
    guess, largest_step = q, 0.0
    for share in np.linspace(0.0, 1.0, 50):
        waypoint = pin.SE3(start.rotation, start.translation + share * shift)
        result = arm.inv_kin(waypoint, guess, max_joint_distance=0.2)  # or say that it cannot
        largest_step = max(largest_step, np.abs(result.require() - guess).max())
        guess = result.q
    print(f"50 waypoints, no joint moved more than {largest_step:.3f} rad between two of them")

    # The same line by velocities: what the twist asks for, within speed and position limits.
    dt, error = 0.01, 0.0
    steps = max(round(seconds / dt), 1)
    velocity = shift / (steps * dt)
    for k in range(steps):
        wanted = start.translation + k * dt * velocity
        off = wanted - arm.fwd_kin(q)[:3]
        error = max(error, float(np.linalg.norm(off)))
        step = arm.diff_inv_kin(q, np.concatenate((velocity + 5.0 * off, np.zeros(3))))
        q = q + dt * step.qdot
    print(f"largest distance from the line: {1e3 * error:.2f} mm")
    print(f"torques that hold the arm there: {np.round(arm.inv_dyn(q), 2)} N·m")
    return error


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="how long the line takes")
    main(parser.parse_args().seconds)
