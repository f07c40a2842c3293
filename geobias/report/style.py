"""One style for every figure. Figures are plain `matplotlib.figure.Figure`s; nothing touches pyplot's state."""

from __future__ import annotations

import functools
import io
import math
import re
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, ParamSpec

import numpy as np

from geobias.errors import InputError, require
from geobias.files import write_atomically
from geobias.report.lettering import FONT, family, shaped
from geobias.suggest import closest

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

P = ParamSpec("P")

WIDTH = 9.6  # inches; at 96 pixels an inch this is the page's column, so a font size is what the reader sees
INK, FAINT, GRID = "#222222", "#5A5A5A", "#E3E3E3"
ACCENT, WARNING = "#2B5C8A", "#B4472E"
SVG = "svg"
ALIKE = "Verdana"  # as wide as DejaVu Sans, where that is not; most other fonts are narrower
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
    "axes.titley": 1.0,
    "axes.titleweight": "bold",
    "figure.dpi": 160,
    "figure.facecolor": "white",
    "font.family": ["sans-serif"],
    "font.size": 9,
    "grid.color": GRID,
    "grid.linewidth": 0.7,
    "figure.subplot.bottom": 0.15,
    "figure.subplot.hspace": 0.4,
    "figure.subplot.left": 0.15,
    "hatch.linewidth": 0.6,
    "legend.fontsize": 8.5,
    "legend.frameon": False,
    "pdf.fonttype": 42,
    "svg.fonttype": "none",  # a reader's own fonts draw the letters: a tenth of the size, and found by a search
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


@contextmanager
def style() -> Iterator[None]:
    """Matplotlib with these settings alone, whatever the caller's own are, and without its words on letters."""
    import matplotlib

    with matplotlib.rc_context(), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing")  # names get codes; the rest is the reader's fonts
        matplotlib.rcdefaults()
        matplotlib.rcParams.update({**SETTINGS, "font.sans-serif": family()})
        yield


def styled(draw: Callable[P, Figure]) -> Callable[P, Figure]:
    """Run a figure function under this style."""

    @functools.wraps(draw)
    def inside(*args: P.args, **kwargs: P.kwargs) -> Figure:
        require("matplotlib", extra="study", purpose="drawing figures")
        with style():
            return draw(*args, **kwargs)

    return inside


def new_figure(width: float, height: float, alt: str) -> Figure:
    """An empty figure (inches) that lays itself out once; `alt`, its text for those who do not see it, is its label."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    from geobias.report.layout import OnceLayout

    figure = Figure(figsize=(width, height), layout=OnceLayout())
    FigureCanvasAgg(figure)  # labels are placed by the extents that this renderer measures
    figure.set_label(shaped(alt))
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
    """Lay the figure out once and for all: places in it are then known, and drawing it is cheap."""
    engine = figure.get_layout_engine()
    if engine is not None:
        engine.execute(figure)
        figure.set_layout_engine("none")


def kinds_of(names: Sequence[str]) -> list[str]:
    """The kinds of files to draw: SVG, which the page needs, and those asked for.

    Raises `InputError` for one that there is not.
    """
    for name in names:
        if name not in KINDS:
            near = closest(name, KINDS)
            mend = f"Did you mean {near}?" if near else f"Take some of {','.join(KINDS)}."
            raise InputError("figures must be of kinds that can be drawn", f"{name!r} is none of {list(KINDS)}", mend)
    return list(dict.fromkeys([SVG, *names]))


def save(figure: Figure, stem: Path, kinds: Sequence[str] = (SVG,)) -> dict[str, Path]:
    """Write `<stem>.<kind>` atomically for every kind of `KINDS` asked for; each carries the alternative text."""
    with style():
        freeze_layout(figure)
        return {kind: _write(figure, stem.with_name(f"{stem.name}.{kind}"), kind) for kind in kinds}


def _write(figure: Figure, path: Path, kind: str) -> Path:
    canvas, dpi = figure.canvas, figure.dpi
    try:
        return write_atomically(path, lambda draft: _PRINT[kind](figure, draft, str(figure.get_label())))
    finally:
        figure.set_canvas(canvas)
        figure.set_dpi(dpi)  # print_svg leaves it at 72


# Printing through a canvas draws once; savefig draws twice.
def _print_svg(figure: Figure, path: Path, text: str) -> None:
    from matplotlib.backends.backend_svg import FigureCanvasSVG

    drawing = io.StringIO()
    FigureCanvasSVG(figure).print_svg(drawing, metadata={"Description": text, "Date": None})
    # Whatever letters were looked for before, the same tables draw the same bytes.
    families = re.compile(f"'{FONT}'(, '[^']*')*")
    path.write_text(families.sub(f"'{FONT}', {ALIKE}", drawing.getvalue()), encoding="utf-8")


def _print_png(figure: Figure, path: Path, text: str) -> None:
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    FigureCanvasAgg(figure).print_png(path, metadata={"Description": text, "Software": None})


def _print_pdf(figure: Figure, path: Path, text: str) -> None:
    from matplotlib.backends.backend_pdf import FigureCanvasPdf

    FigureCanvasPdf(figure).print_pdf(path, metadata={"Subject": text, "CreationDate": None})


_PRINT = {SVG: _print_svg, "png": _print_png, "pdf": _print_pdf}
KINDS = tuple(_PRINT)


def ink_on(colour: Sequence[float]) -> str:
    """Black or white, whichever reads better on a colour given as RGB in [0, 1] (relative luminance of WCAG)."""
    channels = np.asarray(colour[:3], dtype=float)
    linear = np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)
    return "white" if linear @ [0.2126, 0.7152, 0.0722] < 0.2 else INK


def say_nothing_measured(axes: Axes) -> None:
    axes.text(0.5, 0.5, "not measured", transform=axes.transAxes, ha="center", va="center", color=FAINT)
    axes.set_xticks([])
    axes.set_yticks([])
