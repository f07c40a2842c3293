"""The report of a run: tables as files, figures, and one page that opens anywhere.

>>> from geobias.report import build                                   # doctest: +SKIP
>>> report = build("runs/regional/tweets-1a2b3c4d")                    # doctest: +SKIP
>>> report.tables["distances"].head()                                  # doctest: +SKIP
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from geobias.errors import InputError
from geobias.files import write_atomically
from geobias.report.files import FIGURES, Tables, read_table, write_table
from geobias.report.phrases import quantity_label as quantity_label
from geobias.report.run import Run as Run
from geobias.report.run import read_record as read_record
from geobias.report.run import read_run

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    from geobias.report.section import Section

__all__ = [
    "PAGE",
    "Report",
    "build",
    "read_run",
    "read_table",
    "write_table",
]

PAGE = "report.html"


@dataclass(frozen=True)
class Report:
    """A run with its report: the directory and the page; tables and figures by name. A notebook shows the page."""

    directory: Path
    html: Path

    @cached_property
    def tables(self) -> Mapping[str, pd.DataFrame]:
        """The run's tables by name, each read when it is first asked for."""
        return Tables(self.directory)

    @property
    def figures(self) -> dict[str, Path]:
        """The figures by name, as SVG files."""
        return {path.stem: path for path in sorted((self.directory / FIGURES).glob("[!.]*.svg"))}

    def summary(self) -> str:
        """The verdicts that the page opens with: questions with their answers and evidence; "" where there are none."""
        from geobias.report.verdicts import in_lines

        return in_lines(read_run(self.directory))

    def scatter(self, x: str, y: str) -> Figure:
        """Draw one quantity of the distances or gaps against another, e.g. "sinkhorn" and "gap[accuracy]".

        A point is a pair of groups; the statistics are the run's own where it tested the two. Raises `InputError` for
        a quantity that the run has not.
        """
        from geobias.report.sections.relations import full, relation_scatter

        run = read_run(self.directory)
        found = [run.table(name) for name in ("distances", "gaps")]
        parts = [frame[frame["quantity"] == name] for name in (x, y) for frame in found if frame is not None]
        measured = [part for part in parts if len(part)]
        if len(measured) != 2:
            names = [name for frame in found if frame is not None for name in frame["quantity"].unique()]
            raise InputError("both quantities must be in the run", f"they are {x!r} and {y!r}", f"It has {names}.")
        return relation_scatter(measured[0], measured[1], run.groups, full(run.table("relations")))

    def __repr__(self) -> str:
        return f"Report({str(self.html)!r}: {len(self.tables)} tables, {len(self.figures)} figures)"

    def _repr_html_(self) -> str:
        from html import escape

        # A frame keeps the page's style away from the notebook's, and the notebook's away from the page.
        page = escape(self.html.read_text(encoding="utf-8"), quote=True)
        return (
            f'<iframe srcdoc="{page}" title="{escape(repr(self))}" style="width:100%;height:48rem;border:0"></iframe>'
        )


def build(
    directory: str | Path,
    progress: Callable[[int], None] | None = None,
    figures: Sequence[str] = (),
    sections: Sequence[Section] | None = None,
) -> Report:
    """Draw the figures of a run into `figures/` and write `report.html`; again and again, from the tables alone.

    Parameters
    ----------
    directory : of a run: run.json and tables/*.parquet. What a run did not measure is left out of the page.
    progress : called with the number of figures drawn so far.
    figures : kinds of files to draw beside the SVG files that the page shows: "png", "pdf".
    sections : of the page, in their order, as a study's `SECTIONS`; None = all that there are.

    Raises
    ------
    InputError : the directory is not that of a run (says what is missing), its tables are damaged or of an older
        version, or a kind of figure is none.
    MissingDependencyError : matplotlib, jinja2 or pandas is not installed.
    """
    with _seldom_collecting():
        from geobias.report.page import render
        from geobias.report.pictures import save_pictures
        from geobias.report.style import kinds_of

        kinds = kinds_of(figures)
        run = read_run(directory)
        chosen = _all_sections() if sections is None else tuple(sections)
        page = render(run, chosen, save_pictures(run, chosen, progress, kinds))
    path = write_atomically(run.directory / PAGE, lambda draft: draft.write_text(page, encoding="utf-8"))
    return Report(run.directory, path)


def _all_sections() -> Sequence[Section]:
    from geobias.report.sections import SECTIONS

    return SECTIONS


@contextmanager
def _seldom_collecting() -> Iterator[None]:
    """A page is of thousands of small objects; looking for unused ones as often as usual is a sixth of its time."""
    usual = gc.get_threshold()
    gc.set_threshold(200_000, *usual[1:])
    try:
        yield
    finally:
        gc.set_threshold(*usual)
