"""How plots look: colours, sizes, spans of pushes, and SVG that can live in a page.

Matplotlib is loaded when the first figure is made, not on import.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from poise.errors import DependencyError
from poise.experiment import RunRecord
from poise.sim import Push

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# Okabe and Ito's colours, told apart by every kind of colour vision; the palest are left out.
COLORS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")
INK = "#1f2933"
GREY = "#9aa5b1"
PALE = "#e4e7eb"
SPAN = "#f5d9a8"

_STYLE: Any = {
    "font.size": 7.5,
    "font.family": "sans-serif",
    "axes.edgecolor": GREY,
    "axes.labelcolor": INK,
    "axes.titlesize": 8.5,
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "axes.linewidth": 0.7,
    "axes.xmargin": 0.0,
    "grid.color": PALE,
    "grid.linewidth": 0.6,
    "lines.linewidth": 1.1,
    "legend.frameon": False,
    "legend.fontsize": 7.5,
    "legend.borderaxespad": 0.0,
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "xtick.major.width": 0.7,
    "ytick.major.width": 0.7,
    # Text stays text: it can be searched and copied, and takes the font of the page.
    "svg.fonttype": "none",
    # The same run gives the same file.
    "svg.hashsalt": "poise",
}


def require_matplotlib() -> None:
    """Say what to install where Matplotlib is missing.

    Raises:
        DependencyError: It is.
    """
    try:
        import matplotlib as _  # noqa: F401, ICN001
    except ImportError as error:
        raise DependencyError(
            "Plots need Matplotlib, which is not installed: "
            'pip install "poise[report]" (or do without: poise demo --no-report).'
        ) from error


@contextmanager
def plot_style() -> Iterator[None]:
    """Within it, figures are made and saved in poise's style; the caller's settings stay."""
    require_matplotlib()
    import matplotlib as mpl

    with mpl.rc_context(_STYLE):
        yield


def new_figure(height: float = 2.1, width: float = 7.2) -> Figure:
    """A figure without any window behind it; sizes in inches."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height))
    # The same margins everywhere, so that the time axes of a page lie below each other.
    figure.subplots_adjust(
        left=0.58 / width,
        right=1.0 - 0.1 / width,
        bottom=0.42 / height,
        top=1.0 - 0.24 / height,
        hspace=0.3,
        wspace=0.08,
    )
    return figure


def time_axis(axes: Axes, record: RunRecord, *, labelled: bool = True) -> None:
    """The whole run along x, up to where it ended."""
    axes.set_xlim(0.0, record.time.size * record.dt)
    axes.set_xlabel("time [s]" if labelled else "")
    align_label(axes)


def align_label(axes: Axes) -> None:
    """Put the label of the y axis where it is in every other plot."""
    figure = axes.get_figure(root=True)
    assert figure is not None  # noqa: S101 - the axes were made by a figure
    width = axes.get_position().width * figure.get_figwidth()
    axes.yaxis.set_label_coords(-0.46 / width, 0.5)


def shade_pushes(axes: Axes, pushes: Sequence[Push]) -> None:
    """Mark when pushes act, behind the curves."""
    for push in pushes:
        axes.axvspan(push.time, push.time + push.duration, color=SPAN, lw=0.0, zorder=0.5)


def legend_above(axes: Axes, *, reverse: bool = False) -> None:
    """A legend above the axes, where it covers no curve; ``reverse`` turns its order round."""
    handles, _ = axes.get_legend_handles_labels()
    if not handles:
        return
    axes.legend(
        loc="lower right",
        bbox_to_anchor=(1.0, 1.02),
        ncols=5,
        handlelength=1.4,
        columnspacing=1.2,
        reverse=reverse,
    )


def inline_svg(figure: Figure, prefix: str, description: str) -> str:
    """A figure as an SVG element for an HTML page, without any address in it.

    Args:
        figure: The figure.
        prefix: Put before every id, so that figures of one page do not clash.
        description: What it shows, already safe for HTML; for those who cannot see it.
    """
    buffer = io.StringIO()
    figure.savefig(buffer, format="svg", metadata={"Date": None})
    svg = buffer.getvalue()
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    # HTML knows these namespaces by itself.
    svg = re.sub(r'\s+xmlns(:\w+)?="[^"]*"', "", svg).replace("xlink:href", "href")
    svg = re.sub(r'(\bid="|href="#|url\(#)', rf"\g<1>{prefix}-", svg)
    svg = re.sub(r'(<svg[^>]*?) width="[^"]*"', r"\1", svg, count=1)
    svg = re.sub(r'(<svg[^>]*?) height="[^"]*"', r"\1", svg, count=1)
    return svg.replace("<svg", f'<svg role="img" aria-label="{description}"', 1).strip()
