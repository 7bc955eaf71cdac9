"""Dynamics of chains against KDL's and the original library's numbers, Pinocchio and physics."""

from __future__ import annotations

import numpy as np
import pinocchio as pin
import pytest

from kdl_oracle import kdl_robot
from poise.cartesian.chain_solver import ChainSolver
from poise.cartesian.reference_frame import ReferenceFrame
from poise.errors import DefinitionError, ShapeError
from poise.model import DhRow, DhTable, load_robot

BASE, TCP = ReferenceFrame.BASE, ReferenceFrame.TCP


CHAINS = ("ur5_6r", "panda7r", "planar_rpr")


def at_joints(segments, fexts):
    """KDL's wrenches act at a segment's far end, in its axes; here they go to its joint."""
    return [
        pin.SE3(np.array(segment["f_tip"])).act(pin.Force(np.array(wrench))).vector
        for segment, wrench in zip(segments, fexts, strict=True)
        if segment["joint"] != "Fixed"  # before the first joint: nothing feels it
    ]


@pytest.mark.parametrize("name", CHAINS)
def test_poses_and_jacobians_are_kdls(name):
    robot, oracle = kdl_robot(name)
    solver = ChainSolver(robot, "base_link", "tip")
    for sample in oracle["samples"]:
        q = sample["q"]
        np.testing.assert_allclose(solver.tcp_pose(q).homogeneous, sample["tip_pose"], atol=1e-12)
        np.testing.assert_allclose(solver.jacobian(q), sample["jacobian"], atol=1e-12)
        twist = solver.jacobian(q) @ sample["qd"]
        np.testing.assert_allclose(twist, sample["tip_twist"], atol=1e-11)


@pytest.mark.parametrize("name", CHAINS)
def test_torques_of_motions_and_wrenches_on_every_segment_are_kdls(name):
    robot, oracle = kdl_robot(name)
    solver = ChainSolver(robot, "base_link", "tip")
    dynamics, rounding = solver.dynamics, {"rtol": 1e-12, "atol": 1e-11}
    for sample in oracle["samples"]:
        q, qd, qdd = (sample[name] for name in ("q", "qd", "qdd"))
        fexts = at_joints(oracle["segments"], sample["f_ext"])
        for found, expected in (
            (solver.inv_dyn(q, qd, qdd), "tau"),
            (solver.inv_dyn(q, qd, qdd, fexts), "tau_with_f_ext"),
            (solver.inv_dyn(q), "tau_gravity"),
            (dynamics.coriolis(q, qd), "tau_coriolis"),
            (dynamics.mass_matrix(q), "mass_matrix"),
        ):
            np.testing.assert_allclose(found, sample[expected], **rounding)
        back = dynamics.forward(q, qd, sample["tau_with_f_ext"], fexts)
        np.testing.assert_allclose(back, qdd, atol=1e-9)


def two_links(**options):
    row = {"a": 1.0, "mass": 1.0, "com": (-0.5, 0.0, 0.0), "inertia": (1.0, 1.0, 1.0)}
    table = DhTable([DhRow(**row), DhRow(offset=np.pi / 2, **row)])
    robot = load_robot(table, gravity=(0.0, -10.0, 0.0))
    return ChainSolver(robot, "base_link", "tool0", **options)


@pytest.mark.parametrize(
    ("q", "ftip", "torque"),
    [
        ((90, -90), None, (0, 0)),
        ((0, 0), None, (15, 0)),
        ((0, 0), (0, 0, 0, 0, 0, 0), (15, 0)),
        ((0, 0), (0, 1, 0, 0, 0, 0), (14, 0)),
        ((0, -90), (0, 1, 0, 0, 0, 0), (18, 4)),
        ((30, -20), (1, 2, 3, 0.4, 0.5, 0.6), (11.6221935, -0.13613678)),
    ],
)
def test_two_links_need_the_originals_torques(q, ftip, torque):
    """In degrees, as the original library speaks; its signs: a wrench on the robot helps."""
    solver = two_links(degrees=True)
    found = solver.inv_dyn(q, [0, 0], [0, 0], ftip=ftip, frame=BASE)
    np.testing.assert_allclose(found, torque, atol=1e-7)


def test_two_links_that_move_need_the_originals_torques():
    wrench = (1, 2, 3, 0.4, 0.5, 0.6)
    found = two_links(degrees=True).inv_dyn((30, -20), (10, 20), (30, 40), ftip=wrench)
    np.testing.assert_allclose(found, (14.511424, 1.49487932), atol=5e-7)


@pytest.mark.requires("example-robot-data")
class TestRobots:
    @pytest.fixture(
        params=[
            ("panda", "panda_link0", "panda_hand_tcp"),
            ("panda", "panda_hand", "panda_leftfinger"),
            ("kinova", "j2s6s200_link_base", "j2s6s200_end_effector"),
            ("talos", "torso_2_link", "gripper_left_joint"),
        ],
        ids=["panda", "finger", "kinova", "talos"],
    )
    def solver(self, request):
        name, base, tip = request.param
        return ChainSolver(load_robot(name), base, tip)

    def draw(self, solver, count):
        random = np.random.default_rng(5)
        n = solver.num_joints
        low = np.maximum(solver.lower_limits, -np.pi)
        high = np.minimum(solver.upper_limits, np.pi)
        for _ in range(count):
            yield random.uniform(low, high), *random.uniform(-1, 1, (3, n))

    def test_torque_times_velocity_is_the_change_of_energy(self, solver):
        """Of the kinetic and potential energy of all bodies, along the motion; rotors included."""
        model = solver.chain.robot.pin_model
        data = model.createData()
        columns = list(solver.chain.columns)

        def energy(q, qd):
            velocity = np.zeros(model.nv)
            velocity[columns] = qd
            configuration = solver.chain.robot_configuration(q)
            pin.forwardKinematics(model, data, configuration, velocity)
            total = 0.5 * np.array(model.armature) @ velocity**2
            for body, speed, place in zip(model.inertias, data.v, data.oMi, strict=True):
                total += 0.5 * speed.vector @ (body.matrix() @ speed.vector)
                total -= body.mass * model.gravity.linear @ place.act(body.lever)
            return total

        h = 1e-5
        for q, qd, qdd, _ in self.draw(solver, 5):
            ahead = energy(q + h * qd + 0.5 * h * h * qdd, qd + h * qdd)
            behind = energy(q - h * qd + 0.5 * h * h * qdd, qd - h * qdd)
            power = solver.inv_dyn(q, qd, qdd) @ qd
            # Differences of an energy of about 100 J: rounding 1e-14 · 100 / 2e-5 is 1e-7.
            assert power == pytest.approx((ahead - behind) / (2.0 * h), abs=1e-6)

    def test_a_wrench_on_any_segment_does_the_work_it_says(self, solver):
        """Virtual work: −τᵀ q̇ of the wrench alone is its power on the segment's twist."""
        model = solver.chain.robot.pin_model
        data = model.createData()
        random = np.random.default_rng(2)
        for q, qd, _, _ in self.draw(solver, 3):
            velocity = np.zeros(model.nv)
            velocity[list(solver.chain.columns)] = qd
            pin.forwardKinematics(model, data, solver.chain.robot_configuration(q), velocity)
            for k, joint in enumerate(solver.chain.joint_ids):
                wrenches = np.zeros((len(solver.chain.joint_ids), 6))
                wrenches[k] = random.uniform(-1, 1, 6)
                torque = solver.inv_dyn(q, fexts=list(wrenches)) - solver.inv_dyn(q)
                power = data.v[joint].vector @ wrenches[k]
                assert -torque @ qd == pytest.approx(power, abs=1e-12)

    @pytest.mark.parametrize("frame", [BASE, TCP])
    def test_a_wrench_on_the_tip_goes_through_the_jacobian(self, solver, frame):
        solver.append_link([0.02, -0.05, 0.1, 0.3, 0.2, -0.4])
        wrench = np.random.default_rng(3).uniform(-1, 1, 6)
        for q, _, _, _ in self.draw(solver, 3):
            turn = np.eye(3) if frame is BASE else solver.tcp_pose(q).rotation
            in_base = np.concatenate((turn @ wrench[:3], turn @ wrench[3:]))
            expected = solver.inv_dyn(q) - solver.jacobian(q).T @ in_base
            found = solver.inv_dyn(q, ftip=wrench, frame=frame)
            np.testing.assert_allclose(found, expected, atol=1e-10)

    def test_rotors_add_to_the_mass_matrix(self):
        robot = load_robot("panda")
        solver = ChainSolver(robot, "panda_link0", "panda_hand_tcp")
        plain = solver.dynamics.mass_matrix(np.zeros(7))
        model = robot.pin_model.copy()
        model.armature = np.array(model.armature) + 0.1
        geared = ChainSolver(load_robot(model), "panda_link0", "panda_hand_tcp")
        more = geared.dynamics.mass_matrix(np.zeros(7)) - plain
        np.testing.assert_allclose(more, 0.1 * np.eye(7), atol=1e-12)

    def test_forward_undoes_inverse(self, solver):
        for q, qd, qdd, _ in self.draw(solver, 3):
            torque = solver.inv_dyn(q, qd, qdd)
            np.testing.assert_allclose(solver.dynamics.forward(q, qd, torque), qdd, atol=1e-8)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda s: s.inv_dyn([0.0]), "q must"),
        (lambda s: s.inv_dyn([0.0, np.nan]), "q must"),
        (lambda s: s.inv_dyn([0, 0], [1.0]), "qdot must"),
        (lambda s: s.inv_dyn([0, 0], fexts=[np.zeros(6)]), "each of the 2 segments"),
        (lambda s: s.inv_dyn([0, 0], fexts=[np.zeros(6), np.zeros(5)]), "a wrench of fexts"),
        (lambda s: s.inv_dyn([0, 0], ftip=np.zeros(3)), "ftip must"),
        (lambda s: s.inv_dyn([0, 0], fexts=[], ftip=np.zeros(6)), "cannot both"),
    ],
)
def test_wrong_arguments_are_named(call, words):
    with pytest.raises((DefinitionError, ShapeError), match=words):
        call(two_links())
