"""Names of the backends; a solver package is imported when its backend is first asked for."""

from __future__ import annotations

import importlib
from typing import NamedTuple

from poise.arrays import did_you_mean
from poise.errors import BackendNotFoundError, DefinitionError
from poise.qp.backends.backend import Backend
from poise.qp.backends.packages import is_installed


class _Entry(NamedTuple):
    class_name: str
    package: str


_BACKENDS = {
    "daqp": _Entry("Daqp", "daqp"),
    "proxqp": _Entry("Proxqp", "proxsuite"),
    "osqp": _Entry("Osqp", "osqp"),
    "piqp": _Entry("Piqp", "piqp"),
    "clarabel": _Entry("Clarabel", "clarabel"),
    "quadprog": _Entry("Quadprog", "quadprog"),
}
"""Each is a class in the module of the same name beside this file."""

_OPTIONS = ("tolerance", "max_iterations")


def load_backend(name: str = "daqp", **options: float) -> Backend:
    """Create a backend by name.

    Args:
        name: One of ``daqp``, ``proxqp``, ``osqp``, ``piqp``, ``clarabel``, ``quadprog``.
        options: ``tolerance`` and ``max_iterations``; see :class:`Backend`.

    Raises:
        BackendNotFoundError: No backend has this name.
        BackendNotInstalledError: Its package is not installed.
        DefinitionError: An option does not exist or has an impossible value.
    """
    entry = _BACKENDS.get(name)
    if entry is None:
        raise BackendNotFoundError(
            f"No QP backend is called {name!r}. {did_you_mean(name, _BACKENDS)}"
        )
    for option in options:
        if option not in _OPTIONS:
            raise DefinitionError(
                f"A QP backend has no option {option!r}. {did_you_mean(option, _OPTIONS)}"
            )
    module = importlib.import_module(f"poise.qp.backends.{name}")
    backend: type[Backend] = getattr(module, entry.class_name)
    return backend(**options)  # type: ignore[arg-type]  # checked by the constructor


def available_backends() -> tuple[str, ...]:
    """Names of the backends whose package is installed, the default first."""
    return tuple(name for name, entry in _BACKENDS.items() if is_installed(entry.package))
