"""Position, velocity and acceleration limits of a double integrator whose acceleration is held."""

import numpy as np
import pytest

from poise.limits.viability import MotionLimits, acceleration_box, velocity_box

TICKS = (0.001, 0.005, 0.02, 0.05)
STATES = 10_000
# The motion is integrated in closed form; a thousand ticks of rounding of numbers up to 10.
INSIDE = 1e-9
# A number between two others, computed.
ROUNDED = 1.0 + 1e-12


def can_stop(d, v, speed, acceleration, dt):
    """Brute definition of viable: braking as hard as allowed, tick by tick, it stays within d.

    The last tick turns round within it; its acceleration must not end beyond the speed limit.
    """
    d, v = d.copy(), v.copy()
    good = d >= 0.0
    for _ in range(100_000):
        moving = good & (v > 0.0)
        if not moving.any():
            return good
        a = np.minimum(acceleration, (speed + v) / dt)
        last = v <= a * dt
        good &= ~(moving & last & (v * v / (2.0 * a) > d))
        full = moving & ~last
        d = np.where(full, d - v * dt + 0.5 * a * dt * dt, d)
        v = np.where(full, v - a * dt, np.where(moving, 0.0, v))
        good &= d >= 0.0
    raise AssertionError("braking does not end")


def random_limits(rng, count):
    lower, upper = -rng.uniform(0.3, 3.0, count), rng.uniform(0.3, 3.0, count)
    speed, acceleration = 10.0 ** rng.uniform(-0.5, 1.0, count), 10.0 ** rng.uniform(0.3, 2, count)
    return MotionLimits(lower, upper, speed, acceleration, np.full(count, 0.4))


def viable_states(rng, dt, count=STATES):
    """Half of them on the edge of what is viable, found by bisection on the brute definition."""
    limits = random_limits(rng, count)
    q = limits.lower + (limits.upper - limits.lower) * rng.random(count)
    v = limits.speed * rng.uniform(-1.0, 1.0, count)
    size = np.abs(v)
    args = (limits.speed, limits.acceleration, dt)
    d = np.where(v > 0.0, limits.upper - q, q - limits.lower)
    good = can_stop(d, size, *args)
    edge = good & (rng.random(count) < 0.5)
    near, far = np.zeros(count), d.copy()
    for _ in range(60):
        middle = 0.5 * (near + far)
        works = can_stop(middle, size, *args)
        near, far = np.where(works, near, middle), np.where(works, middle, far)
    q = np.where(edge & (v > 0.0), limits.upper - far, q)
    q = np.where(edge & (v < 0.0), limits.lower + far, q)
    kept = [getattr(limits, name)[good] for name in MotionLimits.__slots__]
    return q[good], v[good], MotionLimits(*kept)


def moved(q, v, a, dt):
    """After the tick, and the furthest it came in between."""
    with np.errstate(divide="ignore", invalid="ignore"):
        turn = -v / a
    inside = (turn > 0.0) & (turn < dt)
    turn = np.where(inside, turn, dt)
    extreme = q + v * turn + 0.5 * a * turn * turn
    return q + v * dt + 0.5 * a * dt * dt, v + a * dt, extreme


@pytest.mark.parametrize("dt", TICKS)
def test_the_box_of_a_viable_state_is_never_empty_and_keeps_all_limits(dt):
    """Whatever is chosen in it: pushing up, pushing down, changing sides, or at random."""
    rng = np.random.default_rng(int(1e6 * dt))
    q, v, limits = viable_states(rng, dt)
    assert q.size > 0.7 * STATES
    mode = rng.integers(0, 3, q.size)
    for tick in range(1000):
        box = acceleration_box(q, v, limits, dt)
        assert (box.lower <= box.upper).all()
        assert not box.recovering.any()
        if tick % 150 == 0:
            mode = rng.integers(0, 3, q.size)
        share = np.choose(mode, (0.0, 1.0, rng.random(q.size)))
        a = box.lower + share * (box.upper - box.lower)
        assert (np.abs(a) <= limits.acceleration * ROUNDED).all()
        q, v, extreme = moved(q, v, a, dt)
        for place in (q, extreme):
            assert (place <= limits.upper + INSIDE).all()
            assert (place >= limits.lower - INSIDE).all()
        assert (np.abs(v) <= limits.speed + INSIDE).all()


@pytest.mark.parametrize("dt", TICKS)
def test_it_takes_nothing_that_is_allowed(dt):
    """An acceleration beyond the box leads out of what is viable, by the brute definition."""
    rng = np.random.default_rng(int(1e6 * dt))
    q, v, limits = viable_states(rng, dt, 2000)
    box = acceleration_box(q, v, limits, dt)
    a = box.upper + 1e-3 * limits.acceleration
    free = a < limits.acceleration
    after, speed, extreme = moved(q, v, a, dt)
    good = (extreme <= limits.upper) & (speed <= limits.speed)
    good &= can_stop(
        limits.upper - after, np.maximum(speed, 0.0), limits.speed, limits.acceleration, dt
    )
    assert free.sum() > 300
    assert not (good & free).any()


@pytest.mark.parametrize("dt", TICKS)
def test_outside_it_comes_back_at_bounded_speed_and_acceleration(dt):
    """Up to 0.5 rad outside and at twice the speed limit, whatever is asked for."""
    rng = np.random.default_rng(int(1e6 * dt))
    limits = random_limits(rng, 2000)
    side = rng.choice([-1.0, 1.0], 2000)
    beyond = rng.uniform(0.0, 0.5, 2000)
    q = np.where(side > 0, limits.upper + beyond, limits.lower - beyond)
    v = 2.0 * limits.speed * rng.uniform(-1.0, 1.0, 2000)
    back, slow_at_first = np.zeros(2000, dtype=bool), np.abs(v) < 1.0
    for _ in range(int(6.0 / dt)):
        box = acceleration_box(q, v, limits, dt)
        assert (box.lower <= box.upper).all()
        outside = (q > limits.upper) | (q < limits.lower)
        assert box.recovering[outside].all()
        assert box.recovering[np.abs(v) > limits.speed * (1 + 1e-9)].all()
        a = box.lower + rng.random(2000) * (box.upper - box.lower)
        assert (np.abs(a) <= limits.acceleration * ROUNDED).all()
        excess = np.abs(v) - limits.speed
        q, v, _ = moved(q, v, a, dt)
        now = np.abs(v) - limits.speed
        # An excess falls by all that ā can do in a tick, until there is none.
        falls = np.maximum(excess - limits.acceleration * dt, 0.0)
        assert (now <= falls + 1e-9).all()
        # On the way back, once slow enough, never faster than the recovery speed.
        inward = -np.where(q > limits.upper, v, np.where(q < limits.lower, -v, np.inf))
        was = np.maximum(inward, 0.0)
        slow = outside & np.isfinite(inward)
        back |= slow & (was <= limits.recovery)
        assert (was[back & slow] <= limits.recovery[back & slow] + 1e-9).all()
    inside = (q <= limits.upper + INSIDE) & (q >= limits.lower - INSIDE)
    # 2 rad/s² brake 1 rad/s within 0.25 rad; 0.75 rad at 0.4 rad/s take two seconds.
    assert inside[slow_at_first].all()


def test_without_limits_the_box_is_without_them():
    limits = MotionLimits(
        np.full(2, -np.inf), np.full(2, np.inf), np.full(2, np.inf), np.full(2, 7.0), np.ones(2)
    )
    box = acceleration_box(np.array([5.0, -1e6]), np.array([3.0, 0.0]), limits, 0.01)
    assert box.upper.tolist() == [7.0, 7.0]
    assert box.lower.tolist() == [-7.0, -7.0]
    assert not box.recovering.any()


def test_the_tick_length_hardly_matters_far_from_its_size():
    """The edge is the parabola v² = 2 ā d: the limit of short ticks."""
    limits = MotionLimits(
        np.array([-1.0]), np.array([1.0]), np.array([10.0]), np.array([5.0]), np.ones(1)
    )
    d = 0.1
    for share, free in ((0.98, True), (1.0, False)):
        v = np.array([share * np.sqrt(2.0 * 5.0 * d)])
        box = acceleration_box(np.array([1.0 - d]), v, limits, 1e-4)
        assert (box.upper[0] > 0.0) == free


def held_way(w, step, dt):
    """How far a joint goes that holds w and slows down by ``step`` a tick, tick by tick."""
    way = np.zeros_like(w)
    while (w > 0.0).any():
        way += np.maximum(w, 0.0) * dt
        w = w - step
    return way


@pytest.mark.parametrize("dt", TICKS)
def test_velocities_that_are_held_keep_all_limits_too(dt):
    rng = np.random.default_rng(int(1e6 * dt))
    limits = random_limits(rng, STATES)
    q = limits.lower + (limits.upper - limits.lower) * rng.random(STATES)
    v = limits.speed * rng.uniform(-1.0, 1.0, STATES)
    step = limits.acceleration * dt
    d = np.where(v > 0.0, limits.upper - q, q - limits.lower)
    # Viable: what is held may slow down at once.
    good = held_way(np.abs(v) - step, step, dt) <= d
    kept = [getattr(limits, name)[good] for name in MotionLimits.__slots__]
    q, v, limits, step = q[good], v[good], MotionLimits(*kept), step[good]
    mode = rng.integers(0, 3, q.size)
    for tick in range(1000):
        box = velocity_box(q, v, limits, dt)
        assert (box.lower <= box.upper).all()
        assert not box.recovering.any()
        if tick % 150 == 0:
            mode = rng.integers(0, 3, q.size)
        share = np.choose(mode, (0.0, 1.0, rng.random(q.size)))
        w = box.lower + share * (box.upper - box.lower)
        assert (np.abs(w - v) <= step * ROUNDED + INSIDE).all()
        assert (np.abs(w) <= limits.speed * ROUNDED).all()
        q, v = q + w * dt, w
        assert (q <= limits.upper + INSIDE).all()
        assert (q >= limits.lower - INSIDE).all()


@pytest.mark.parametrize("dt", TICKS)
def test_the_largest_velocity_held_just_stops_at_the_limit(dt):
    rng = np.random.default_rng(int(1e6 * dt))
    limits = random_limits(rng, 500)
    d = rng.uniform(0.0, 0.3, 500)
    q = limits.upper - d
    # From a velocity that ā may change into it, and without a limit of its own.
    fast = MotionLimits(
        limits.lower, limits.upper, np.full(500, 1e9), limits.acceleration, limits.recovery
    )
    step, v = limits.acceleration * dt, np.zeros(500)
    for _ in range(5000):
        v = np.maximum(velocity_box(q, v, fast, dt).upper, 0.0)
        if not (velocity_box(q, v, fast, dt).upper > v + 1e-12).any():
            break
    np.testing.assert_allclose(held_way(v, step, dt), d, atol=1e-9)
