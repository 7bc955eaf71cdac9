"""Distances to terrain, against brute force and closed forms, with their derivatives."""

from __future__ import annotations

import numpy as np
import pytest

from poise import Box, CombinedTerrain, HeightField, Plane, Slope, SoftContactModel, Steps
from poise.errors import DefinitionError, ShapeError
from soft_ground import TERRAINS, states

ALL = {**TERRAINS, "steps": Steps(rise=0.1, run=0.2, count=3, start=(-0.2, 0.0), heading=0.2)}


def numeric(function, points, h=1e-6):
    return np.stack(
        [(function(points + h * e) - function(points - h * e)) / (2 * h) for e in np.eye(3)], -1
    )


@pytest.mark.parametrize("name", ALL)
def test_derivatives(name):
    terrain, (points, _) = ALL[name], states(200, seed=5)
    # Differences over 2 µm: rounding 1e-10; the third derivatives of splines add their own.
    np.testing.assert_allclose(
        terrain.gradient(points), numeric(terrain.distance, points), atol=1e-6
    )
    found = numeric(terrain.gradient, points)
    scale = max(1.0, np.abs(found).max())
    np.testing.assert_allclose(terrain.curvature(points), found, atol=1e-6 * scale)
    np.testing.assert_allclose(np.linalg.norm(terrain.normal(points), axis=-1), 1.0)


def test_plane_and_slope():
    points, _ = states(20)
    np.testing.assert_array_equal(Plane().distance(points), points[:, 2])
    slope = Slope(angle=0.2, heading=np.pi / 2, height=0.3)
    on_it = np.array([0.7, 2.0, 0.3 + 2.0 * np.tan(0.2)])
    assert slope.distance(on_it) == pytest.approx(0.0, abs=1e-15)
    np.testing.assert_allclose(slope.normal(on_it), [0.0, -np.sin(0.2), np.cos(0.2)], atol=1e-15)


def test_box_distance_against_its_surface():
    box = Box((0.1, -0.2, 0.3), (0.4, 0.6, 0.2), heading=0.5)
    u = np.linspace(-0.5, 0.5, 81)
    faces = []
    for axis in range(3):
        for side in (-0.5, 0.5):
            grid = np.stack(np.meshgrid(u, u, [side], indexing="ij"), -1).reshape(-1, 3)
            faces.append(np.roll(grid, axis - 2, axis=1))
    turn = np.array([[np.cos(0.5), -np.sin(0.5), 0], [np.sin(0.5), np.cos(0.5), 0], [0, 0, 1]])
    surface = (np.concatenate(faces) * box.size) @ turn.T + box.center
    points = np.random.default_rng(1).uniform(-0.6, 0.8, (100, 3))
    nearest = np.array([np.linalg.norm(surface - p, axis=-1).min() for p in points])
    inside = np.all(np.abs((points - box.center) @ turn) < 0.5 * box.size, axis=-1)
    assert inside.any()
    # The surface is sampled every 5 to 7.5 mm: up to 5.3 mm beside the nearest point.
    found = box.distance(points)
    assert np.array_equal(found < 0.0, inside)
    assert np.all(np.abs(found) <= nearest + 1e-12)
    np.testing.assert_allclose(np.abs(found), nearest, atol=5.3e-3)


def test_steps_have_their_treads_and_risers():
    steps = Steps(rise=0.1, run=0.3, count=3)
    for k in range(3):
        middle = np.array([0.5 + 0.3 * (k + 0.5), 0.0, 0.1 * (k + 1)])
        assert steps.distance(middle) == pytest.approx(0.0, abs=1e-15)
        if k < 2:
            sunk = middle + np.array([0.149, 0.0, -0.002])  # just before the next riser
            np.testing.assert_allclose(steps.normal(sunk), [0, 0, 1])
            assert steps.distance(sunk) == pytest.approx(-0.002)
        riser = np.array([0.499 + 0.3 * k, 0.0, 0.1 * k + 0.05])
        np.testing.assert_allclose(steps.normal(riser), [-1, 0, 0])
    assert steps.distance(np.array([-1.0, 0.0, 0.2])) == pytest.approx(0.2)


def test_height_field_goes_through_its_points_and_keeps_planes():
    field = HeightField(np.random.default_rng(2).uniform(-0.1, 0.1, (6, 5)), (0.1, 0.2))
    x = field.origin[0] + 0.1 * np.arange(6)
    y = field.origin[1] + 0.2 * np.arange(5)
    grid = np.stack((*np.meshgrid(x, y, indexing="ij"), field.heights), -1)
    np.testing.assert_allclose(field.distance(grid), 0.0, atol=1e-15)
    ramp = HeightField(0.3 * grid[..., 0] - 0.1 * grid[..., 1], (0.1, 0.2), field.origin)
    points = np.random.default_rng(3).uniform(-0.2, 0.2, (50, 3))
    np.testing.assert_allclose(
        ramp.distance(points), Plane((-0.3, 0.1, 1.0)).distance(points), atol=1e-15
    )


def test_height_field_goes_on_level():
    field = HeightField([[0.0, 0.0], [0.1, 0.1]], 1.0)
    assert field.distance(np.array([7.0, 3.0, 0.1])) == pytest.approx(0.0, abs=1e-15)
    np.testing.assert_allclose(field.normal(np.array([7.0, 3.0, 0.3])), [0, 0, 1])


def test_height_field_spring_derives_from_a_potential():
    # The work of the spring around a closed way is zero.
    model = SoftContactModel(d=0.0, terrain=TERRAINS["bumps"])
    t = np.linspace(0.0, 2.0 * np.pi, 4001)
    way = np.stack((0.3 * np.cos(t), 0.2 * np.sin(2 * t), -0.05 + 0.02 * np.sin(3 * t)), -1)
    middle = 0.5 * (way[1:] + way[:-1])
    power = np.sum(model.point_force(middle, 0.0 * middle) * np.diff(way, axis=0), axis=-1)
    # The midpoint rule is off by about the square of the 1e-3 m between points.
    assert abs(power.sum()) < 1e-5 * np.abs(power).sum()


def test_image_lies_like_a_map():
    image = np.zeros((4, 3), dtype=np.uint8)
    image[0, 2] = 255  # upper right
    field = HeightField.from_image(image, height=0.5, spacing=0.1)
    assert field.heights.shape == (3, 4)
    assert field.heights[2, 3] == 0.5
    assert field.heights.sum() == 0.5


@pytest.mark.requires("pillow")
def test_image_file(tmp_path):
    from PIL import Image

    pixels = np.random.default_rng(0).integers(0, 256, (5, 7), dtype=np.uint8)
    Image.fromarray(pixels).save(tmp_path / "hill.png")
    field = HeightField.from_image(tmp_path / "hill.png", height=0.2)
    np.testing.assert_allclose(field.heights, 0.2 / 255.0 * pixels[::-1].T)
    with pytest.raises(FileNotFoundError):
        HeightField.from_image(tmp_path / "valley.png", height=0.2)


def test_combined_takes_the_smallest_gap():
    parts = [
        Slope(0.1),
        Box((0.2, 0.1, 0.0), (0.2, 0.2, 0.1)),
        TERRAINS["bumps"],
        TERRAINS["bumps"],
    ]
    points, _ = states(100)
    expected = np.min([part.distance(points) for part in parts], axis=0)
    np.testing.assert_array_equal(CombinedTerrain(parts).distance(points), expected)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Plane(normal=(0, 0, 0)), "normal must not be zero"),
        (lambda: Slope(angle=20.0), "radians"),
        (lambda: Box((0, 0, 0), (1, 0, 1)), "size must be > 0"),
        (lambda: Steps(0.1, 0.3, 0), "count must be ≥ 1"),
        (lambda: Steps(0.1, 0.3, 2.5), "count must be a whole number"),
        (lambda: Steps(-0.1, 0.3, 2), "rise must be > 0"),
        (lambda: HeightField([[0.0, 1.0]]), r"heights must have shape \(n, m\)"),
        (lambda: HeightField([[0.0, np.nan], [0.0, 0.0]]), "heights must be finite"),
        (lambda: HeightField(np.zeros((3, 3)), spacing=-0.1), "spacing must be > 0"),
        (lambda: HeightField.from_image(np.zeros((3, 3, 3)), 1.0), "image must be grey"),
        (lambda: CombinedTerrain([]), "at least one terrain"),
        (lambda: CombinedTerrain([1.0]), "must be a terrain"),
    ],
)
def test_wrong_terrain_is_refused(make, message):
    with pytest.raises(DefinitionError, match=message):
        make()


def test_wrong_points_are_refused():
    with pytest.raises(ShapeError, match="points must have shape"):
        Plane().distance(np.zeros((3, 2)))
