"""How deep a quadruped sinks into soft ground, and how fast it creeps when pulled sideways.

The forces and their derivatives come from one soft contact model; no simulation is needed.
"""

import argparse

import numpy as np

import poise


def main(load: float) -> float:
    """Return the part of the weight that the ground does not carry, load in kg."""
    robot = poise.load_robot("hyq")
    feet = poise.preset_contacts(robot)
    spring = poise.SoftplusSpring(k=20_000, d=500, alpha=200)  # a linear spring, rounded
    ground = poise.SoftContactModel.of(poise.ContactLaw(spring), feet=feet)
    standing = poise.standing_state(robot, feet, robot.preset.stance)
    weight = (robot.total_mass + load) * 9.81

    q = standing.q.copy()
    for _ in range(20):  # Newton's method on the height of the trunk
        found = ground.contact_force_derivatives(robot, robot.state(q))
        missing = weight - sum(foot.force[2] for foot in found.values())
        q[2] += missing / sum(foot.q[2, 2] for foot in found.values())

    for name, foot in found.items():
        print(f"{name}: carries {foot.force[2]:5.1f} N, stiffness {-foot.q[2, 2]:.0f} N/m")
    damping = -sum(foot.v[0, 0] for foot in found.values())
    print(f"height above the plane z = 0: {1e3 * (q[2] - standing.q[2]):.2f} mm")
    print(f"creeps at {1e3 * 50.0 / damping:.1f} mm/s when pulled forwards by 50 N")

    bumps = poise.HeightField(0.01 * np.random.default_rng(0).normal(size=(20, 20)), spacing=0.1)
    forces = ground.on(bumps).compute_contact_forces(robot, robot.state(q))
    print("on bumps:", {name: np.round(f).tolist() for name, f in forces.items()})
    return float(abs(missing) / weight)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--load", type=float, default=0.0, help="extra mass on the trunk [kg]")
    print(f"missing of the weight: {main(parser.parse_args().load):.1e}")
