"""One style for every figure. Figures are plain `matplotlib.figure.Figure`s; nothing touches pyplot's state."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ParamSpec

import numpy as np

from geobias.errors import require
from geobias.report.files import write_atomically

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

P = ParamSpec("P")

WIDTH = 9.6  # inches; at 96 pixels an inch this is the page's column, so a font size is what the reader sees
INK, FAINT, GRID = "#222222", "#5A5A5A", "#E3E3E3"
ACCENT, WARNING = "#2B5C8A", "#B4472E"
SETTINGS: dict[Any, Any] = {
    "axes.axisbelow": True,
    "axes.edgecolor": "#8A8A8A",
    "axes.facecolor": "white",
    "axes.grid": True,
    "axes.labelcolor": INK,
    "axes.labelsize": 9,
    "axes.linewidth": 0.7,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlelocation": "left",
    "axes.titlesize": 9.5,
    "axes.titleweight": "bold",
    "figure.dpi": 160,
    "figure.facecolor": "white",
    "font.family": ["DejaVu Sans"],
    "font.size": 9,
    "grid.color": GRID,
    "grid.linewidth": 0.7,
    "hatch.linewidth": 0.6,
    "legend.fontsize": 8.5,
    "legend.frameon": False,
    "svg.fonttype": "path",
    "svg.hashsalt": "geobias",  # the same tables draw the same bytes
    "text.color": INK,
    "text.parse_math": False,  # a group may be called "US$ and CA$"
    "xtick.color": FAINT,
    "xtick.labelcolor": INK,
    "xtick.labelsize": 8.5,
    "xtick.major.width": 0.7,
    "ytick.color": FAINT,
    "ytick.labelcolor": INK,
    "ytick.labelsize": 8.5,
    "ytick.major.width": 0.7,
}


def styled(draw: Callable[P, Figure]) -> Callable[P, Figure]:
    """Run a figure function under this style, whatever the caller's own settings are."""

    @functools.wraps(draw)
    def inside(*args: P.args, **kwargs: P.kwargs) -> Figure:
        matplotlib = require("matplotlib", extra="study", purpose="drawing figures")
        with matplotlib.rc_context():
            matplotlib.rcdefaults()
            matplotlib.rcParams.update(SETTINGS)
            return draw(*args, **kwargs)

    return inside


def new_figure(width: float, height: float, alt: str) -> Figure:
    """An empty figure (inches) with a constrained layout; `alt`, its text for those who do not see it, is its label."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    engine = ConstrainedLayoutEngine(w_pad=0.08, h_pad=0.08, wspace=0.03, hspace=0.04)
    figure = Figure(figsize=(width, height), layout=engine)
    FigureCanvasAgg(figure)  # labels are placed by the extents that this renderer measures
    figure.set_label(alt)
    return figure


def panels(
    n: int, columns: int, height: float, alt: str, width: float = WIDTH, **shared: Any
) -> tuple[Figure, list[Axes]]:
    """A figure with `n` axes in rows of at most `columns`, each `height` inches high."""
    columns = max(min(columns, n), 1)
    rows = math.ceil(n / columns)
    figure = new_figure(width, rows * height, alt)
    axes = figure.subplots(rows, columns, squeeze=False, **shared).ravel().tolist()
    for spare in axes[n:]:
        spare.remove()
    for lowest in axes[max(n - columns, 0) : n]:  # a shared axis would name its ticks under the spare ones
        lowest.tick_params(labelbottom=True)
    return figure, axes[:n]


def freeze_layout(figure: Figure) -> None:
    """Lay the figure out once and for all: places in it are then known, and drawing it again is cheap."""
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    if isinstance(figure.get_layout_engine(), ConstrainedLayoutEngine):
        figure.draw_without_rendering()
        figure.set_layout_engine("none")


def save(figure: Figure, stem: Path) -> tuple[Path, Path]:
    """Write `<stem>.png` and `<stem>.svg` atomically; both carry the alternative text."""
    import matplotlib
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.backends.backend_svg import FigureCanvasSVG

    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(SETTINGS)
        freeze_layout(figure)
        text = figure.get_label()
        image, drawing = stem.with_name(stem.name + ".png"), stem.with_name(stem.name + ".svg")
        # Printing through the canvas draws once; savefig draws twice, which for text is most of the time.
        facts, dpi = {"Description": text}, figure.dpi
        png = FigureCanvasAgg(figure)
        write_atomically(image, lambda path: png.print_png(path, metadata={**facts, "Software": None}))
        svg = FigureCanvasSVG(figure)
        write_atomically(drawing, lambda path: svg.print_svg(path, metadata={**facts, "Date": None}))
        figure.set_canvas(png)
        figure.set_dpi(dpi)  # print_svg leaves it at 72
    return image, drawing


def ink_on(colour: Sequence[float]) -> str:
    """Black or white, whichever reads better on a colour given as RGB in [0, 1] (relative luminance of WCAG)."""
    channels = np.asarray(colour[:3], dtype=float)
    linear = np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)
    return "white" if linear @ [0.2126, 0.7152, 0.0722] < 0.2 else INK


def halo(width: float = 2.5) -> list[Any]:
    """A white rim that keeps text readable over points."""
    from matplotlib.patheffects import withStroke

    return [withStroke(linewidth=width, foreground="white")]


def say_nothing_measured(axes: Axes) -> None:
    axes.text(0.5, 0.5, "not measured", transform=axes.transAxes, ha="center", va="center", color=FAINT)
    axes.set_xticks([])
    axes.set_yticks([])
