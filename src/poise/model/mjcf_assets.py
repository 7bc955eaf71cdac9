"""Loading the kinematics of an MJCF file whose meshes are not there.

A mesh is needed only where a body takes its inertia from it. Everywhere else what uses a missing
mesh can be removed without changing how the robot moves; pictures never matter.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

from poise.errors import ModelLoadError

_INERTIA_FROM_GEOMS_ALWAYS = 1  # mujoco.mjtInertiaFromGeom.mjINERTIAFROMGEOM_TRUE


def remove_missing_assets(spec: Any, directory: Path) -> list[str]:
    """Take missing meshes, height fields and pictures, and what shows them, out of a spec.

    Args:
        spec: A parsed ``mujoco.MjSpec``, not yet compiled; changed in place.
        directory: Where the file is; file names start there.

    Returns:
        One sentence per missing file; empty where no file is missing.

    Raises:
        ModelLoadError: The inertia of a body depends on a missing mesh.
    """
    meshes = directory / spec.meshdir
    return [
        *_remove_meshes(spec, meshes),
        *_remove_height_fields(spec, meshes),
        *_remove_pictures(spec, directory / spec.texturedir),
    ]


def _missing(spec: Any, file: str, folder: Path) -> bool:
    if not file:
        return False  # made of numbers in the XML
    return not (folder / (Path(file).name if spec.strippath else file)).is_file()


def _remove_meshes(spec: Any, folder: Path) -> list[str]:
    sentences = []
    for skin in [skin for skin in spec.skins if _missing(spec, skin.file, folder)]:
        sentences.append(f"Skin file {skin.file!r} is missing and was left out.")
        spec.delete(skin)
    for mesh in [mesh for mesh in spec.meshes if _missing(spec, mesh.file, folder)]:
        users = [geom for geom in spec.geoms if geom.meshname == mesh.name]
        for geom in users:
            _require_no_inertia(spec, geom, mesh.file)
            spec.delete(geom)
        number = f"{len(users)} geom" + ("" if len(users) == 1 else "s")
        sentences.append(f"Mesh file {mesh.file!r} is missing; {number} of it left out.")
        spec.delete(mesh)
    return sentences


def _remove_height_fields(spec: Any, folder: Path) -> list[str]:
    sentences = []
    for field in [field for field in spec.hfields if _missing(spec, field.file, folder)]:
        for geom in [geom for geom in spec.geoms if geom.hfieldname == field.name]:
            spec.delete(geom)
        sentences.append(f"Height field file {field.file!r} is missing and was left out.")
        spec.delete(field)
    return sentences


def _remove_pictures(spec: Any, folder: Path) -> list[str]:
    sentences = []
    for texture in spec.textures:
        files = [texture.file, *texture.cubefiles]
        missing = [file for file in files if _missing(spec, file, folder)]
        if missing:
            sentences.append(f"Texture file {missing[0]!r} is missing and was left out.")
            # Materials refer to the texture by name, so a plain one takes its place.
            texture.file = ""
            for side in range(len(texture.cubefiles)):
                texture.cubefiles[side] = ""
            texture.builtin = type(texture.builtin).mjBUILTIN_FLAT
            texture.width = texture.height = 2
    return sentences


def _require_no_inertia(spec: Any, geom: Any, file: str) -> None:
    """Refuse to remove a geom that its body's inertia is computed from."""
    body = geom.parent
    low, high = spec.compiler.inertiagrouprange
    massless = geom.mass == 0 or (math.isnan(geom.mass) and geom.density == 0)
    stated = body.explicitinertial and (
        int(spec.compiler.inertiafromgeom) != _INERTIA_FROM_GEOMS_ALWAYS
    )
    if stated or massless or not low <= geom.group <= high or body.name == "world":
        return
    raise ModelLoadError(
        f"mesh file {file!r} is missing, and body {body.name!r} takes its inertia from it; "
        "give the body an <inertial> element, or provide the file."
    )
