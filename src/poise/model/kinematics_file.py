"""Kinematics files: chains and trees of links in the format of kinematics-dynamics.

A chain is ``numLinks N``, ``link_0`` … ``link_{N-1}`` and, optional, the poses ``H0`` before the
first link and ``HN`` after the last, 16 numbers each. A link is either a row of standard
Denavit–Hartenberg parameters,

    link_0 (offset 0) (D 0.1) (A 0) (alpha -90) (mass 2) (cog 0 0 0) (inertia 0.1 0.1 0.1)

or a joint about or along an axis followed by a translation,

    xyzLink_1 (Type RotY) (x 0) (y 0) (z 0.4)

Both may have ``(min …)`` and ``(max …)``. Angles are in degrees, lengths in metres. A tree has
one section per chain, ``[chain NAME]``, with ``hook "root"`` or the name of a chain above,
``endpoint true`` where its tip is a TCP, and ``mergeWith`` another endpoint. ``gravity (x y z)``
may stand before all sections.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pinocchio as pin

from poise.arrays import Array
from poise.errors import DefinitionError, ModelLoadError
from poise.model.dh import DhRow, dh_link
from poise.model.kinematics_text import Entry, Section, fail, read_sections
from poise.model.kinematics_values import EntryReader
from poise.model.link_chain import ROOT_FRAME, ChainLink, JointLimits, LinkChain, model_of_chains

LARGEST_FILE = 2**20
"""Most bytes read; a humanoid of five limbs needs less than 10 KiB."""

_MOST_LINKS = 1000
_CHAIN_KEYS = ("numLinks", "H0", "HN")
_TREE_KEYS = (*_CHAIN_KEYS, "hook", "endpoint", "mergeWith")
_LINK_KEYS = ("offset", "D", "A", "alpha", "mass", "cog", "inertia", "min", "max")
_XYZ_KEYS = ("Type", "x", "y", "z", "min", "max")
_TYPES = [f"{kind}{axis}" for kind in ("Rot", "InvRot", "Trans", "InvTrans") for axis in "XYZ"]


@dataclass(frozen=True, slots=True, eq=False)
class KinematicsFile:
    """What a kinematics file says.

    Attributes:
        name: The file's name without folder and suffix.
        chains: The chains; a chain comes after the one it hangs on.
        tcps: The frames of each TCP in the order declared; several where endpoints are merged.
        gravity: Gravity [m/s²], shape (3,), or None where the file has none.
    """

    name: str
    chains: tuple[LinkChain, ...]
    tcps: tuple[tuple[str, ...], ...]
    gravity: Array | None

    def model(self, *, floating_base: bool = False) -> pin.Model:
        """The robot; each chain's tip is a frame named as the chain, or "tool0" for a lone one."""
        model = model_of_chains(self.name, self.chains, floating_base=floating_base)
        if self.gravity is not None:
            model.gravity.linear = self.gravity
        return model


def read_kinematics_file(path: Path) -> KinematicsFile:
    """Read a kinematics file.

    Args:
        path: The file.

    Raises:
        ModelLoadError: It is missing, too large, not UTF-8, or says something that is wrong; the
            message names the line and what would be valid.
    """
    try:
        size = path.stat().st_size
        if size > LARGEST_FILE:
            raise ModelLoadError(
                f"{path} has {size} bytes; kinematics files may have up to {LARGEST_FILE}."
            )
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise ModelLoadError(f"Cannot read {path}: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise ModelLoadError(f"{path} is not UTF-8 text: {error.reason}.") from error
    return parse_kinematics(text, str(path), path.stem or "robot")


def parse_kinematics(text: str, origin: str, name: str) -> KinematicsFile:
    """Read the text of a kinematics file.

    Args:
        text: The text.
        origin: What to call it in messages.
        name: Name of the robot.

    Raises:
        ModelLoadError: It says something that is wrong.
    """
    top, *sections = read_sections(text, origin)
    reader = EntryReader(top.entries.values(), 1, origin, "the file")
    gravity = np.array(reader.numbers("gravity", 3)) if "gravity" in reader else None
    if not sections:
        links = [key for key in top.entries if _is_link(key)]
        reader.require_known(("gravity", *_CHAIN_KEYS, *links))
        chain = _chain(reader, top, "", "tool0", ROOT_FRAME)
        return _checked(KinematicsFile(name, (chain,), (("tool0",),), gravity), origin)
    reader.require_known(("gravity",))
    return _checked(_tree(sections, origin, name, gravity), origin)


def _checked(file: KinematicsFile, origin: str) -> KinematicsFile:
    """The file, once its names have proved to fit together in a model."""
    try:
        file.model()
    except DefinitionError as error:
        raise ModelLoadError(f"{origin}: {error}") from error
    return file


def _tree(
    sections: Sequence[Section], origin: str, name: str, gravity: Array | None
) -> KinematicsFile:
    chains: list[LinkChain] = []
    tcps: list[list[str]] = []
    for section in sections:
        if len(section.words) != 2 or section.words[0] != "chain":
            shown = " ".join(section.words)
            fail(origin, section.line, f"sections are [chain NAME], but here is [{shown}].")
        chain_name = section.words[1]
        known = [chain.tip for chain in chains]
        if chain_name in (*known, "root", ROOT_FRAME):
            fail(origin, section.line, f"the name {chain_name!r} is taken.")
        reader = EntryReader(
            section.entries.values(), section.line, origin, f"chain {chain_name!r}"
        )
        links = [key for key in section.entries if _is_link(key)]
        reader.require_known((*_TREE_KEYS, *links))
        hook = reader.choice("hook", ("root", *known))
        start = ROOT_FRAME if hook == "root" else hook
        chains.append(_chain(reader, section, f"{chain_name}_", chain_name, start))
        _add_endpoint(reader, chain_name, tcps)
    if not tcps:
        fail(origin, sections[0].line, "no chain is an endpoint: give at least one endpoint true.")
    return KinematicsFile(name, tuple(chains), tuple(tuple(tcp) for tcp in tcps), gravity)


def _add_endpoint(reader: EntryReader, name: str, tcps: list[list[str]]) -> None:
    """Make the chain's tip a TCP of its own, or one more frame of another's."""
    endpoint = reader.choice("endpoint", ("true", "false")) == "true"
    if "mergeWith" not in reader:
        tcps += [[name]] if endpoint else []
        return
    if not endpoint:
        fail(reader.origin, reader.line, f"chain {name!r} has mergeWith, but is no endpoint.")
    other = reader.choice("mergeWith", [frame for tcp in tcps for frame in tcp])
    next(tcp for tcp in tcps if other in tcp).append(name)


def _is_link(key: str) -> bool:
    kind, _, number = key.partition("_")
    return kind in ("link", "xyzLink") and number.isdecimal() and len(number) <= 4


def _chain(reader: EntryReader, section: Section, prefix: str, tip: str, hook: str) -> LinkChain:
    count = reader.integer("numLinks", _MOST_LINKS)
    expected = {f"{kind}_{i}" for kind in ("link", "xyzLink") for i in range(count)}
    for key, entry in section.entries.items():
        if _is_link(key) and key not in expected:
            fail(reader.origin, entry.line, f"{key} is one too many: numLinks is {count}.")
    links = [_link(reader, i, prefix) for i in range(count)]
    return LinkChain(links, tip, hook, reader.pose("H0"), reader.pose("HN"))


def _link(chain: EntryReader, index: int, prefix: str) -> ChainLink:
    row, xyz = chain.get(f"link_{index}"), chain.get(f"xyzLink_{index}")
    found = row or xyz
    if found is None:
        fail(
            *(chain.origin, chain.line),
            f"{chain.where} has neither link_{index} nor xyzLink_{index}, but numLinks asks for "
            "it.",
        )
    if row is not None and xyz is not None:
        fail(chain.origin, xyz.line, f"link_{index} and xyzLink_{index} are the same link.")
    joint = f"{prefix}joint_{index}"
    return (_dh_link if row is not None else _xyz_link)(found, chain.origin, prefix, joint)


def _dh_link(entry: Entry, origin: str, prefix: str, joint: str) -> ChainLink:
    reader = EntryReader.of_lists(entry, origin)
    reader.require_known(_LINK_KEYS)
    inertial = [key for key in ("mass", "cog", "inertia") if key in reader]
    if inertial and len(inertial) < 3:
        missing = [key for key in ("mass", "cog", "inertia") if key not in reader]
        fail(
            *(origin, entry.line),
            f"{entry.key} has {' and '.join(inertial)}, but no {' and no '.join(missing)}; give "
            "all three or none.",
        )
    try:
        row = DhRow(
            a=reader.number("A", 0.0),
            alpha=math.radians(reader.number("alpha", 0.0)),
            d=reader.number("D", 0.0),
            offset=math.radians(reader.number("offset", 0.0)),
            lower=_limit(reader, "min", -math.inf, degrees=True),
            upper=_limit(reader, "max", math.inf, degrees=True),
            mass=reader.number("mass", 0.0),
            com=_three(reader, "cog") if inertial else (0.0, 0.0, 0.0),
            inertia=_three(reader, "inertia") if inertial else (0.0, 0.0, 0.0),
        )
    except DefinitionError as error:
        fail(origin, entry.line, f"{entry.key}: {error}")
    return dh_link(row, "standard", f"{prefix}{entry.key}", joint)


def _three(reader: EntryReader, key: str) -> tuple[float, float, float]:
    x, y, z = reader.numbers(key, 3)
    return x, y, z


def _xyz_link(entry: Entry, origin: str, prefix: str, joint: str) -> ChainLink:
    reader = EntryReader.of_lists(entry, origin)
    reader.require_known(_XYZ_KEYS)
    motion = reader.choice("Type", _TYPES)
    revolute = "Rot" in motion
    lower = _limit(reader, "min", -math.inf, degrees=revolute)
    upper = _limit(reader, "max", math.inf, degrees=revolute)
    if lower > upper:
        fail(origin, entry.line, f"{entry.key} has its min above its max.")
    translation = np.array([reader.number(axis, 0.0) for axis in "xyz"])
    return ChainLink(
        *(f"{prefix}{entry.key}", joint, "revolute" if revolute else "prismatic"),
        axis=np.eye(3)["XYZ".index(motion[-1])] * (-1.0 if motion.startswith("Inv") else 1.0),
        tip=pin.SE3(np.eye(3), translation),
        limits=JointLimits(lower, upper),
    )


def _limit(reader: EntryReader, key: str, absent: float, *, degrees: bool) -> float:
    value = reader.number(key, absent)
    return math.radians(value) if degrees else value
