"""What of a compiled MuJoCo model a Pinocchio model cannot hold, in sentences."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from poise.model.mjcf_names import body_name
from poise.model.mjcf_tree import CompiledModel

_EQUALITY_KINDS = (  # mujoco.mjtEq
    *("connect", "weld", "joint", "tendon", "flex", "flexvert", "flexstrain", "distance"),
)


def sentences_on_the_rest(compiled: CompiledModel) -> list[str]:
    """Constraints, passive forces and deformable parts of the file that were left out.

    Args:
        compiled: The compiled ``mujoco.MjModel``.
    """
    joints = [compiled.jnt(i).name or f"number {i}" for i in range(compiled.njnt)]
    dof_joint = [joints[i] for i in compiled.dof_jntid]
    sentences = [_equality(compiled, i) for i in range(compiled.neq)]
    for i in range(compiled.ntendon):
        name = compiled.tendon(i).name or f"number {i}"
        sentences.append(f"Tendon {name!r} was left out.")
    springs = compiled.jnt_stiffness != 0
    springs = springs | np.any(compiled.jnt_stiffnesspoly != 0, axis=-1)
    sentences += _per_name("The spring of joint", joints, springs)
    curved = np.any(compiled.dof_dampingpoly != 0, axis=-1)
    sentences += _per_name("The nonlinear part of the damping of joint", dof_joint, curved)
    actuators = [compiled.actuator(i).name or f"number {i}" for i in range(compiled.nactuator)]
    curved = np.any(compiled.actuator_dampingpoly != 0, axis=-1)
    sentences += _per_name("The nonlinear part of the damping of actuator", actuators, curved)
    bodies = [body_name(compiled, i) for i in range(compiled.nbody)]
    sentences += _per_name("The gravity compensation of body", bodies, compiled.body_gravcomp != 0)
    sentences += _per_name(
        "The motion capture of body", bodies, compiled.body_mocapid >= 0, end="; it is fixed"
    )
    if compiled.opt.density > 0 or compiled.opt.viscosity > 0:
        sentences.append("Forces of the surrounding fluid were left out.")
    if compiled.nflex or compiled.nskin:
        sentences.append(
            f"{compiled.nflex} flexible parts and {compiled.nskin} skins were left out."
        )
    if compiled.nplugin:
        sentences.append(f"{compiled.nplugin} plugins were left out.")
    if compiled.nkey and np.any(compiled.key_qvel != 0):
        sentences.append("Velocities in keyframes were left out.")
    return sentences


def _equality(compiled: CompiledModel, index: int) -> str:
    kind = int(compiled.eq_type[index])
    word = _EQUALITY_KINDS[kind] if kind < len(_EQUALITY_KINDS) else "other"
    name = compiled.eq(index).name or f"number {index}"
    return f"Equality constraint {name!r} ({word}) was left out."


def _per_name(subject: str, names: list[str], chosen: Iterable[bool], end: str = "") -> list[str]:
    """One sentence for each name that is chosen, each name once."""
    found = dict.fromkeys(name for name, use in zip(names, chosen, strict=True) if use)
    return [f"{subject} {name!r} was left out{end}." for name in found]
