"""A Pinocchio model from an MJCF file, as MuJoCo itself understands the file.

MuJoCo's own compiler reads the file, so defaults, includes, angle units, ``autolimits`` and the
many ways to write an orientation mean exactly what they mean in MuJoCo; the Pinocchio model is
then built from the compiled numbers. Pinocchio's own MJCF parser is not used: it loses the pose
of bodies fixed in the world and shifts limits by ``ref``.

The configuration q of the result is MuJoCo's ``qpos`` entry by entry (``ref`` included), except
that a quaternion is xyzw in q and wxyz in ``qpos``. Velocities are equal too, except that the
linear velocity of a free joint is in its own axes in v and in world axes in ``qvel``.

What MJCF does not have or Pinocchio cannot say:

- Velocity limits: MJCF has none, so they are infinite.
- Joints without a range have position limits ±inf (Pinocchio's URDF parser writes ±1.8e308).
- Bodies that cannot move only place their frames; their mass is not part of the model.
- Whatever else is left out is named in :attr:`MjcfModel.ignored`, one sentence each.

How effort limits are found is told in :mod:`poise.model.mjcf_actuation`.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pinocchio as pin

from poise.errors import DefinitionError, DependencyError, ModelLoadError
from poise.model.mjcf_actuation import set_joint_dynamics
from poise.model.mjcf_assets import remove_missing_assets
from poise.model.mjcf_ignored import sentences_on_the_rest
from poise.model.mjcf_tree import build_tree
from poise.model.xml import parse_xml, read_xml_text

LARGEST_TEXT = 64 * 2**20
"""Most characters read; a robot of a thousand bodies needs less than 1 MiB."""


@dataclass(frozen=True, slots=True, eq=False)
class MjcfModel:
    """What became of an MJCF file.

    Attributes:
        pin_model: Joints in MuJoCo's order; one frame of type BODY per body ("world" included) and
            one of type OP_FRAME per site; keyframes in ``referenceConfigurations``; gravity,
            armature, damping and dry friction of the file. Elements without a name get one made
            from their body's name or their number.
        ignored: Sentences, one for each thing in the file that the model does not have.
    """

    pin_model: pin.Model
    ignored: tuple[str, ...]


def model_from_mjcf(source: Path | str, *, floating_base: bool | None = None) -> MjcfModel:
    """Read an MJCF file or string.

    Args:
        source: The path of a file, or the XML text itself.
        floating_base: None keeps the free joints of the file. True adds one (named "root_joint")
            to the only moving tree of a file that has none. False fixes the body of each free
            joint where the file puts it.

    Raises:
        DefinitionError: The source is neither a path nor text.
        ModelLoadError: The file is missing, too large or not valid MJCF, a mesh is missing that
            the inertia of a body depends on, or no body is fit to be the floating base.
        DependencyError: MuJoCo is not installed.
    """
    label, text = _read(source)
    compiled, ignored = _compile(source, text, label)
    try:
        tree = build_tree(compiled, floating_base)
    except ValueError as error:
        raise ModelLoadError(f"{label}: {error}") from error
    ignored += tree.ignored
    ignored += set_joint_dynamics(compiled, tree)
    ignored += sentences_on_the_rest(compiled)
    return MjcfModel(tree.model, tuple(ignored))


def _read(source: Path | str) -> tuple[str, str]:
    """The name used in messages, and the text of the source."""
    if isinstance(source, Path):
        label, text = str(source), read_xml_text(source)
    elif isinstance(source, str):
        label, text = "the MJCF text", source
        if len(text) > LARGEST_TEXT:
            raise ModelLoadError(
                f"{label} has {len(text)} characters; up to {LARGEST_TEXT} are read."
            )
        if "<" not in text:
            raise ModelLoadError(
                f"{text[:80]!r} is not XML text. Give the name of a file as pathlib.Path."
            )
    else:
        raise DefinitionError(f"source must be a pathlib.Path or XML text, got {source!r}.")
    tag = parse_xml(text, label).tag
    if tag != "mujoco":
        raise ModelLoadError(f"{label} is not MJCF: its root element is <{tag}>, not <mujoco>.")
    return label, text


def _compile(source: Path | str, text: str, label: str) -> tuple[Any, list[str]]:
    """The compiled model, without those meshes that are missing and not needed."""
    try:
        import mujoco
    except ImportError as error:
        raise DependencyError(
            'Reading MJCF needs MuJoCo, which is not installed: pip install "poise[mujoco]".'
        ) from error
    directory = source.parent if isinstance(source, Path) else Path()

    def parse() -> Any:
        if isinstance(source, Path):
            return mujoco.MjSpec.from_file(str(source))
        return mujoco.MjSpec.from_string(text)

    try:
        spec = parse()
        try:
            return spec.compile(), []
        except ValueError:
            spec = parse()
            removed = remove_missing_assets(spec, directory)
            if not removed:
                raise
            return spec.compile(), removed
    except ModelLoadError as error:
        raise ModelLoadError(f"{label}: {error}") from error
    except (ValueError, mujoco.FatalError) as error:
        reason = " ".join(str(error).split())
        raise ModelLoadError(f"{label}: MuJoCo refuses it: {reason}") from error
