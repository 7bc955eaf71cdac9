"""The scene that an experiment asks for by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Literal

from poise.scenes import (
    AccelerationScene,
    CascadeScene,
    HierarchicalScene,
    Level,
    ReducedTsidScene,
    Scene,
    TsidScene,
    VelocityScene,
)

if TYPE_CHECKING:
    from poise.experiment.experiment import Experiment

SceneName = Literal[
    "reduced_tsid",
    "tsid",
    "acceleration",
    "velocity",
    "hierarchical",
    "hierarchical_velocity",
    "cascade",
    "cascade_velocity",
]
"""What files and experiments call the scenes."""


def level_of(scene: SceneName) -> Level:
    """What a scene of this name asks references for."""
    return "velocity" if scene.endswith("velocity") else "acceleration"


def build_scene(experiment: Experiment) -> Scene:
    """The experiment's scene with its tasks and contacts.

    Raises:
        PoiseError: Tasks, contacts and scene do not fit each other.
    """
    scene = _SCENES[experiment.scene](experiment)
    scene.configure([plan.task for plan in experiment.tasks])
    return scene


def _reduced(experiment: Experiment) -> ReducedTsidScene:
    return ReducedTsidScene(experiment.robot, experiment.contacts, **_with_forces(experiment))


def _full(experiment: Experiment) -> TsidScene:
    return TsidScene(experiment.robot, experiment.contacts, **_with_forces(experiment))


def _with_forces(experiment: Experiment) -> dict[str, Any]:
    return {
        "backend": experiment.backend,
        "contact_damping": experiment.contact_damping,
        "contact_stiffness": experiment.contact_stiffness,
        "acceleration_limit": experiment.acceleration_limit,
        "cone": experiment.cone,
        "penalties": experiment.penalties,
    }


def _acceleration(experiment: Experiment) -> AccelerationScene:
    return AccelerationScene(
        experiment.robot,
        experiment.contacts,
        backend=experiment.backend,
        contact_damping=experiment.contact_damping,
        contact_stiffness=experiment.contact_stiffness,
    )


def _velocity(experiment: Experiment) -> VelocityScene:
    damping = experiment.contact_damping
    return VelocityScene(
        experiment.robot,
        experiment.contacts,
        dt=experiment.dt,
        backend=experiment.backend,
        # What k_d v + k_p e settles to; see the laws of tasks.
        contact_gain=experiment.contact_stiffness / damping if damping > 0 else 0.0,
    )


_SCENES: Mapping[SceneName, Callable[[Experiment], Scene]] = {
    "reduced_tsid": _reduced,
    "tsid": _full,
    "acceleration": _acceleration,
    "velocity": _velocity,
    "hierarchical": lambda experiment: HierarchicalScene(_reduced(experiment)),
    "cascade": lambda experiment: CascadeScene(_acceleration(experiment)),
    "cascade_velocity": lambda experiment: CascadeScene(_velocity(experiment)),
    "hierarchical_velocity": lambda experiment: HierarchicalScene(_velocity(experiment)),
}
