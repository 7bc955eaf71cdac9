"""Friction cones against the forces they stand for: corner forces, linear programs, round cones."""

import numpy as np
import pytest
from scipy.optimize import linprog

from poise.contact.cones import (
    POINT_ROW_NAMES,
    SURFACE_ROW_NAMES,
    point_cone,
    surface_cone,
    surface_row_lengths,
)
from poise.errors import DefinitionError

MU, LENGTH, WIDTH = 0.6, 0.24, 0.1
X, Y = LENGTH / 2, WIDTH / 2
# Sums of a few products of numbers of order 1.
ROUND_OFF = 1e-12


def corner_rays(mu=MU, x=X, y=Y):
    """Wrenches of the 16 edge forces of the outer pyramids at the four corners, shape (16, 6)."""
    rays = []
    for px, py in ((x, y), (x, -y), (-x, -y), (-x, y)):
        for fx, fy in ((1, 1), (1, -1), (-1, -1), (-1, 1)):
            force = np.array([mu * fx, mu * fy, 1.0])
            rays.append(np.concatenate((force, np.cross([px, py, 0.0], force))))
    return np.array(rays)


def is_sum_of_corner_forces(wrench):
    rays = corner_rays()
    found = linprog(np.zeros(16), A_eq=rays.T, b_eq=wrench, bounds=(0, None), method="highs")
    return found.status == 0


class TestSurface:
    def test_corner_forces_lie_inside_and_each_on_its_edges(self):
        values = corner_rays() @ surface_cone(MU, LENGTH, WIDTH).T
        assert values.max() <= ROUND_OFF
        # An edge of a cone in six dimensions lies on at least five of its faces.
        assert ((np.abs(values) < ROUND_OFF).sum(axis=1) >= 5).all()

    def test_every_row_is_a_face(self):
        # A face of a cone in six dimensions is spanned by at least five of its edges.
        for row in surface_cone(MU, LENGTH, WIDTH):
            on_it = corner_rays()[np.abs(corner_rays() @ row) < ROUND_OFF]
            assert np.linalg.matrix_rank(on_it) == 5

    def test_rows_hold_exactly_where_corner_forces_exist(self, rng):
        rows = surface_cone(MU, LENGTH, WIDTH)
        scale = np.array([MU, MU, 0.0, Y, X, MU * (X + Y)])
        inside = 0
        for _ in range(400):
            wrench = scale * rng.uniform(-0.9, 0.9, 6) + [0, 0, 1, 0, 0, 0]
            worst = (rows @ wrench).max()
            if abs(worst) < 1e-6:
                continue  # too near the face for a linear program to tell
            assert is_sum_of_corner_forces(wrench) == (worst < 0)
            inside += worst < 0
        assert 40 < inside < 360  # both kinds were seen

    def test_yaw_at_rest_is_friction_times_half_sizes(self):
        # With the pressure in the centre: μ (X + Y) f_z in the outer model.
        rows = surface_cone(MU, LENGTH, WIDTH)
        limit = MU * (X + Y)
        for sign in (-1, 1):
            assert (rows @ [0, 0, 1, 0, 0, sign * 0.999 * limit]).max() < 0
            assert (rows @ [0, 0, 1, 0, 0, sign * 1.001 * limit]).max() > 0

    def test_full_sizes_are_halved(self):
        # 100 N upon a point 4.9 cm from the centre of a patch 10 cm wide holds; 5.1 cm tips.
        rows = surface_cone(MU, LENGTH, WIDTH)
        for lever, holds in ((0.049, True), (0.051, False)):
            assert ((rows @ [0, 0, 100, 100 * lever, 0, 0]).max() <= 0) == holds
        for lever, holds in ((0.119, True), (0.121, False)):
            assert ((rows @ [0, 0, 100, 0, 100 * lever, 0]).max() <= 0) == holds

    def test_pulling_and_pure_moments_are_outside(self):
        rows = surface_cone(MU, LENGTH, WIDTH)
        assert (rows @ [0, 0, -1, 0, 0, 0]).max() > 0
        for axis in range(3, 6):
            assert (rows @ np.eye(6)[axis]).max() > 0

    def test_names_say_which_way_a_row_gives(self):
        rows = surface_cone(MU, LENGTH, WIDTH)
        assert rows.shape == (16, 6)
        named = dict(zip(SURFACE_ROW_NAMES, rows, strict=True))
        for axis, name in (
            (0, "sliding {}x"),
            (1, "sliding {}y"),
            (3, "tipping {}mx"),
            (4, "tipping {}my"),
        ):
            for sign, symbol in ((1, "+"), (-1, "-")):
                assert named[name.format(symbol)] @ np.eye(6)[axis] == sign
        for sign, symbol in ((1, "+"), (-1, "-")):
            for k in "1234":
                assert named[f"yaw {symbol}{k}"][5] == sign

    def test_rows_divided_by_their_lengths_are_newtons(self):
        # The same patch measured in another unit of length has the same rows then.
        unit = np.array([1, 1, 1, 1000, 1000, 1000])
        metres = surface_cone(MU, LENGTH, WIDTH) / surface_row_lengths(LENGTH, WIDTH)[:, None]
        millimetres = surface_cone(MU, 1000 * LENGTH, 1000 * WIDTH)
        millimetres /= surface_row_lengths(1000 * LENGTH, 1000 * WIDTH)[:, None]
        np.testing.assert_allclose(metres, millimetres * unit, rtol=1e-12)
        lengths = surface_row_lengths(LENGTH, WIDTH)
        np.testing.assert_allclose(lengths, [1] * 4 + [Y, Y, X, X] + [X + Y] * 8)


class TestPoint:
    @pytest.mark.parametrize("angle", np.linspace(0, 2 * np.pi, 33))
    def test_inner_lies_within_the_round_cone_and_outer_around_it(self, angle):
        direction = np.array([np.cos(angle), np.sin(angle)])
        holds = {}
        for cone in ("inner", "outer"):
            rows = point_cone(MU, cone)
            # Largest tangential force at f_z = 1 in this direction.
            holds[cone] = 1.0 / ((rows[:, :2] @ direction) / -rows[:, 2]).max()
        assert holds["inner"] <= MU + ROUND_OFF
        assert MU - ROUND_OFF <= holds["outer"] <= np.sqrt(2) * MU + ROUND_OFF
        assert holds["inner"] >= MU / np.sqrt(2) - ROUND_OFF

    def test_both_touch_the_round_cone(self):
        diagonal = np.array([MU / np.sqrt(2), MU / np.sqrt(2), 1.0])
        assert (point_cone(MU, "inner") @ diagonal).max() == pytest.approx(0.0, abs=1e-15)
        assert (point_cone(MU, "outer") @ [MU, 0.0, 1.0]).max() == pytest.approx(0.0, abs=1e-15)

    @pytest.mark.parametrize("cone", ["inner", "outer"])
    def test_pulling_is_outside(self, cone):
        assert (point_cone(MU, cone) @ [0, 0, -1]).max() > 0

    def test_names_say_which_way_a_row_gives(self):
        for name, row in zip(POINT_ROW_NAMES, point_cone(MU, "outer"), strict=True):
            axis = "xy".index(name[-1])
            assert row[axis] == {"+": 1, "-": -1}[name[-2]]

    @pytest.mark.parametrize("cone", ["Inner", "round", "", None])
    def test_other_cones_are_refused(self, cone):
        with pytest.raises(DefinitionError, match="cone must be 'inner' or 'outer'"):
            point_cone(MU, cone)
