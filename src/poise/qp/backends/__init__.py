"""QP solver packages behind one interface."""

from poise.qp.backends.backend import Backend as Backend
from poise.qp.backends.registry import available_backends as available_backends
from poise.qp.backends.registry import load_backend as load_backend
