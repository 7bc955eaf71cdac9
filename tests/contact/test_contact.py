"""Contacts: axes, sizes, what makes two of them the same, and what they refuse."""

import copy
import pickle

import numpy as np
import pinocchio as pin
import pytest

from poise.contact import PointContact, SurfaceContact, preset_contacts
from poise.contact.point_contact import normal_axes
from poise.errors import DefinitionError
from poise.model import load_robot

TURNED = pin.SE3(pin.rpy.rpyToMatrix(0.2, -0.3, 0.4), np.array([0.1, 0.2, -0.3]))


def surface(**changes):
    return SurfaceContact(
        **{"frame": "foot", "length": 0.2, "width": 0.1, "friction": 0.6} | changes
    )


def point(**changes):
    return PointContact(**{"frame": "foot", "friction": 0.6} | changes)


class TestAxes:
    def test_a_surface_turns_with_its_link(self):
        np.testing.assert_array_equal(surface().axes(TURNED.rotation), TURNED.rotation)

    def test_a_point_does_not(self):
        np.testing.assert_array_equal(point().axes(TURNED.rotation), np.eye(3))

    @pytest.mark.parametrize(
        "normal", [(0.3, -0.2, 0.9), (0, 0, 5), (0, 1, 0), (0, 0, -1), (-1, 0, 0.2)]
    )
    def test_a_points_axes_follow_the_terrain(self, normal):
        axes = point(normal=normal).axes(TURNED.rotation)
        unit = np.array(normal) / np.linalg.norm(normal)
        np.testing.assert_allclose(axes.T @ axes, np.eye(3), atol=1e-15)
        assert np.linalg.det(axes) == pytest.approx(1.0)
        np.testing.assert_allclose(axes[:, 2], unit, atol=1e-15)
        # x is the world's x projected: no part of it along y of the contact, and not backwards.
        projected = np.array([1.0, 0.0, 0.0]) - unit[0] * unit
        np.testing.assert_allclose(axes[:, 0], projected / np.linalg.norm(projected), atol=1e-14)

    @pytest.mark.parametrize("normal", [(1, 0, 0), (-1, 0, 0), (1, 1e-4, 0)])
    def test_a_wall_across_x_has_axes_too(self, normal):
        axes = normal_axes(np.array(normal, dtype=float))
        np.testing.assert_allclose(axes.T @ axes, np.eye(3), atol=1e-15)
        assert np.linalg.det(axes) == pytest.approx(1.0)
        assert axes[:, 2] @ normal > 0.999

    def test_the_corners_are_half_the_sizes_away(self):
        corners = surface(length=0.3, width=0.08).points
        assert corners.shape == (4, 3)
        assert {tuple(c) for c in corners.tolist()} == {
            (x, y, 0.0) for x in (-0.15, 0.15) for y in (-0.04, 0.04)
        }
        assert point().points.tolist() == [[0.0, 0.0, 0.0]]


class TestForces:
    def test_dimensions_and_rows_fit(self):
        for contact, rows, size in ((surface(), 16, 6), (point(), 4, 3)):
            assert contact.dimension == size
            assert contact.cone("inner").shape == (rows, size)
            assert len(contact.cone_row_names()) == rows
            assert contact.cone_row_lengths().shape == (rows,)

    def test_only_a_points_cone_has_two_kinds(self):
        assert (surface().cone("inner") == surface().cone("outer")).all()
        assert not (point().cone("inner") == point().cone("outer")).all()

    def test_a_surface_carries_what_a_point_at_its_corner_carries(self, rng):
        contact = surface()
        pyramid = point().cone("outer")
        corner = contact.points[0]
        for force in rng.uniform((-1, -1, -0.5), (1, 1, 1.5), (200, 3)):
            wrench = np.concatenate((force, np.cross(corner, force)))
            worst = (pyramid @ force).max()
            if abs(worst) > 1e-9:
                assert ((contact.cone("outer") @ wrench).max() <= 1e-12) == (worst < 0)


class TestIdentity:
    def test_the_name_is_the_frames_unless_given(self):
        assert surface().name == "foot"
        assert point(name="toe").name == "toe"

    @pytest.mark.parametrize(
        "changes",
        [
            {"frame": "hand"},
            {"name": "other"},
            {"active": False},
            {"friction": 0.7},
            {"min_normal_force": 5.0},
            {"max_normal_force": 500.0},
            {"placement": TURNED},
        ],
        ids=lambda c: next(iter(c)),
    )
    @pytest.mark.parametrize("make", [surface, point])
    def test_structure_notices_every_change(self, make, changes):
        assert make().structure() == make().structure()
        assert make(**changes).structure() != make().structure()
        assert hash(make().structure()) == hash(make().structure())

    def test_structure_notices_sizes_normals_and_kinds(self):
        assert surface(length=0.21).structure() != surface().structure()
        assert surface(width=0.11).structure() != surface().structure()
        assert point(normal=(0, 0.1, 1)).structure() != point().structure()
        assert point().structure() != surface().structure()

    @pytest.mark.parametrize("make", [surface, point])
    @pytest.mark.parametrize("copied", [copy.deepcopy, lambda c: pickle.loads(pickle.dumps(c))])
    def test_copies_have_the_same_structure(self, make, copied):
        contact = make(placement=TURNED, name="toe", max_normal_force=300.0)
        assert copied(contact).structure() == contact.structure()

    @pytest.mark.parametrize("make", [surface, point])
    def test_contacts_are_frozen_and_share_nothing_with_the_caller(self, make):
        placement = TURNED.copy()
        contact = make(placement=placement)
        placement.translation = np.zeros(3)
        np.testing.assert_array_equal(contact.placement.translation, TURNED.translation)
        with pytest.raises(AttributeError):
            contact.friction = 1.0

    def test_a_normal_is_copied(self):
        normal = np.array([0.0, 0.0, 1.0])
        contact = point(normal=normal)
        normal[:] = 1.0
        assert contact.normal.tolist() == [0.0, 0.0, 1.0]


COMMON = [
    ({"frame": ""}, "frame must be a non-empty string"),
    ({"frame": 3}, "frame must be a non-empty string, got 3"),
    ({"name": 7}, "name must be a non-empty string, got 7"),
    ({"friction": 0.0}, "friction of contact 'foot' must be > 0, got 0"),
    ({"friction": -0.5}, "friction of contact 'foot' must be > 0, got -0.5"),
    ({"friction": np.nan}, "friction of contact 'foot' must be a finite number, got nan"),
    ({"friction": "ice"}, "friction of contact 'foot' must be a number, got 'ice'"),
    ({"min_normal_force": -1.0}, "min_normal_force of contact 'foot' must be ≥ 0, got -1"),
    ({"min_normal_force": np.inf}, "min_normal_force of contact 'foot'"),
    ({"max_normal_force": 0.0}, "max_normal_force of contact 'foot' must be > 0, got 0"),
    ({"min_normal_force": 5.0, "max_normal_force": 5.0}, "max_normal_force .* > 5, got 5"),
    ({"max_normal_force": np.nan}, "max_normal_force of contact 'foot'"),
    ({"placement": np.eye(4)}, "placement of contact 'foot' must be a pinocchio.SE3"),
    ({"placement": pin.SE3(2 * np.eye(3), np.zeros(3))}, "placement of contact 'foot'"),
    ({"placement": pin.SE3(np.eye(3), np.full(3, np.nan))}, "placement of contact 'foot'"),
    ({"active": "no"}, "active of contact 'foot' must be True or False, got 'no'"),
]


@pytest.mark.parametrize(("changes", "message"), COMMON)
@pytest.mark.parametrize("make", [surface, point])
def test_wrong_parameters_are_named(make, changes, message):
    with pytest.raises(DefinitionError, match=message):
        make(**changes)


@pytest.mark.parametrize("name", ["length", "width"])
@pytest.mark.parametrize("size", [0.0, -0.1, np.nan, np.inf, "wide"])
def test_a_patch_has_a_size(name, size):
    with pytest.raises(DefinitionError, match=f"{name} of contact 'foot'"):
        surface(**{name: size})


@pytest.mark.parametrize("normal", [(0, 0, 0), (0, 1), (0, 0, np.nan), "up"])
def test_a_normal_is_a_direction(normal):
    with pytest.raises(DefinitionError, match="normal of contact 'foot'"):
        point(normal=normal)


@pytest.mark.parametrize("make", [surface, point])
def test_a_changed_copy_leaves_the_original(make):
    contact = make(min_normal_force=3.0)
    changed = contact.changed(friction=0.2, active=False)
    assert (changed.friction, changed.active, changed.min_normal_force) == (0.2, False, 3.0)
    assert (contact.friction, contact.active) == (0.6, True)
    assert type(changed) is type(contact)
    assert changed.identity() == contact.identity()
    with pytest.raises(DefinitionError, match="friction of contact 'foot' must be > 0"):
        contact.changed(friction=0.0)


@pytest.mark.requires("example-robot-data")
class TestPresets:
    def test_contacts_are_those_of_the_preset(self):
        robot = load_robot("g1")
        contacts = preset_contacts(robot)
        assert [type(c) for c in contacts] == [SurfaceContact, SurfaceContact]
        for contact, item in zip(contacts, robot.preset.contacts, strict=True):
            assert (contact.frame, contact.length, contact.width) == (
                item.frame,
                item.length,
                item.width,
            )
            np.testing.assert_allclose(contact.placement.translation, item.offset)
            expected = pin.rpy.rpyToMatrix(np.array(item.rpy))
            np.testing.assert_allclose(contact.placement.rotation, expected)

    def test_a_quadruped_has_points(self):
        contacts = preset_contacts(load_robot("go2"))
        assert [type(c) for c in contacts] == [PointContact] * 4

    def test_a_robot_without_a_preset_has_none(self):
        robot = load_robot(load_robot("g1").pin_model)
        with pytest.raises(DefinitionError, match="was not loaded by name"):
            preset_contacts(robot)
