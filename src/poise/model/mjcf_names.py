"""Names for the elements of a compiled MuJoCo model, also for those that have none in the file.

Joints and bodies are found again by these names wherever the same file is read.
"""

from __future__ import annotations

from typing import Any


def body_name(compiled: Any, body: int) -> str:
    """The body's name in the file, or one made from its number."""
    return compiled.body(body).name or f"body{body}"


def site_name(compiled: Any, site: int) -> str:
    """The site's name in the file, or one made from its number."""
    return compiled.site(site).name or f"site{site}"


def joint_names(compiled: Any) -> list[str]:
    """One name per joint: that of the file, or one made from its body's and its number there."""
    taken = {compiled.jnt(i).name for i in range(compiled.njnt)}
    names = []
    for index in range(compiled.njnt):
        body = int(compiled.jnt_bodyid[index])
        number = index - int(compiled.body_jntadr[body])
        made = f"{body_name(compiled, body)}_joint{number}"
        names.append(compiled.jnt(index).name or unused_name(made, taken))
    return names


def unused_name(name: str, taken: set[str]) -> str:
    """The name, or the name with the first number that makes it new; it is then taken."""
    candidate, number = name, 2
    while candidate in taken:
        candidate, number = f"{name}_{number}", number + 1
    taken.add(candidate)
    return candidate
