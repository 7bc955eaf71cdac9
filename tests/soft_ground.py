"""Laws, terrains and states that the tests of soft ground share."""

from __future__ import annotations

import numpy as np

from poise.contact import (
    Box,
    CombinedTerrain,
    ContactLaw,
    HeightField,
    HuntCrossley,
    Plane,
    RegularizedCoulomb,
    Slope,
    SoftplusSpring,
    SpringDamper,
    Stiction,
    ViscousFriction,
)
from poise.contact.kernels.compile import kernel
from poise.contact.laws import SourceSpringDamper
from poise.contact.point_table import POINT, set_law

LAWS = {
    "none": ContactLaw(),
    "sigmoid": ContactLaw(SpringDamper(smoothing="sigmoid")),
    "tanh, exponential": ContactLaw(SpringDamper(smoothing="tanh", alpha_n=50.0)),
    "abs, offset": ContactLaw(SpringDamper(smoothing="abs"), z_offset=0.01),
    "separate damping": ContactLaw(SpringDamper(smoothing="sigmoid"), ViscousFriction(70.0)),
    "source": ContactLaw(SourceSpringDamper(smoothing="sigmoid", alpha_n=40.0), z_offset=-0.02),
    "hunt-crossley": ContactLaw(HuntCrossley(), RegularizedCoulomb(0.6, 0.05)),
    "softplus": ContactLaw(SoftplusSpring(), RegularizedCoulomb(0.6, 0.05)),
    "stiction": ContactLaw(SoftplusSpring(alpha=300.0), Stiction(0.6)),
}

_BUMPS = 0.02 * np.sin(np.arange(12))[:, None] * np.cos(0.7 * np.arange(10))[None, :]
TERRAINS = {
    "plane": Plane(),
    "slope": Slope(angle=0.2, heading=0.4, height=0.01),
    "box": Box((0.1, 0.0, -0.2), (0.8, 0.6, 0.4), heading=0.3),
    "bumps": HeightField(_BUMPS, 0.15),
    "combined": CombinedTerrain([Slope(0.1), Box((0.2, 0.1, 0.0), (0.2, 0.2, 0.1))]),
}


def states(count: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Points near the ground and their velocities."""
    random = np.random.default_rng(seed)
    position = random.uniform(-0.3, 0.3, (count, 3))
    position[:, 2] *= 0.15
    return position, random.normal(size=(count, 3))


def bounce(model, mass, v0=1.0, h=2e-5):
    """Speed at which a point mass leaves over that at which it came; Heun's rule.

    The speed is read up to a step late, which changes it by up to h d/m (1.2e-3 at most here).
    """
    point = np.zeros(1, POINT)
    set_law(point, model.law, None)
    point["active"] = True
    ground, press = model.terrain.arrays, kernel("press_points")

    def acceleration(z, v):
        point["position"][0, 2], point["velocity"][0, 2] = z, v
        press(point, *ground, -1.0)
        return float(point["force"][0, 2]) / mass

    z, v = 0.0, -v0
    while z <= 0.0:
        a = acceleration(z, v)
        z_next, v_next = z + h * v, v + h * a
        b = acceleration(min(z_next, 0.0), v_next)
        z, v = z + h * 0.5 * (v + v_next), v + h * 0.5 * (a + b)
    return v / v0
