"""Finding the mesh files that a robot file names."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import unquote, urlparse
from xml.etree.ElementTree import Element

from poise.model.source import MeshFile
from poise.model.xml import is_file


def find_meshes(
    root: Element, path: Path | None, package_dirs: Sequence[Path]
) -> tuple[MeshFile, ...]:
    """Resolve each mesh of a URDF once: ``package://``, ``file://``, absolute or relative.

    A ``package://NAME/rest`` is looked for in ``package_dirs``, in the folders of the
    environment variable ROS_PACKAGE_PATH, and in every folder above the robot file.
    """
    uris = {uri for mesh in root.iter("mesh") if (uri := mesh.get("filename", ""))}
    environment = [
        Path(entry) for entry in os.environ.get("ROS_PACKAGE_PATH", "").split(os.pathsep) if entry
    ]
    above = list(path.resolve().parents) if path is not None else []
    roots = [*package_dirs, *environment, *above]
    return tuple(MeshFile(uri, _resolve(uri, path, roots)) for uri in sorted(uris))


def _resolve(uri: str, path: Path | None, roots: Sequence[Path]) -> Path | None:
    if uri.startswith(("package://", "model://")):
        rest = uri.split("://", 1)[1]
        package, _, inside = rest.partition("/")
        for folder in roots:
            candidates = [folder / rest]
            if folder.name == package:
                candidates.append(folder / inside)
            for candidate in candidates:
                if is_file(candidate):
                    return candidate
        return None
    plain = Path(unquote(urlparse(uri).path)) if uri.startswith("file://") else Path(uri)
    if not plain.is_absolute() and path is not None:
        plain = path.resolve().parent / plain
    return plain if is_file(plain) else None
