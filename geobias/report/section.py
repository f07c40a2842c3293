"""A section of the page: the sentences, figures and tables of one subject, each made from what a run has."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from geobias.report.lettering import KEY
from geobias.report.page_tables import PageTable
from geobias.report.run import Run

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True)
class Finding:
    """One or two sentences computed from the tables.

    `headline` findings open the page as well; a `caution` says what a number does not show; `notice` is "warning" or
    "note" where a reader must know it before the numbers.
    """

    text: str
    headline: bool = False
    caution: bool = False
    notice: str = ""


@dataclass(frozen=True)
class Picture:
    """A figure with the name of its file, its title and how to read it.

    A `folded` one is shown on the page when it is asked for.
    """

    name: str
    title: str
    caption: str
    figure: Figure
    folded: bool = False

    @property
    def alt(self) -> str:
        return str(self.figure.get_label())

    @property
    def key(self) -> str:
        """What the codes in it stand for, "" where there are none."""
        return "".join(self.alt.partition(KEY)[1:])


def nothing(run: Run) -> tuple[()]:
    """What a section that has no findings, no pictures or no tables makes of a run."""
    return ()


@dataclass(frozen=True)
class Section:
    """One subject: `name` is its anchor on the page; what a run's tables do not allow is not made.

    A section that makes nothing of a run is left out of its page.
    """

    name: str
    title: str
    findings: Callable[[Run], Iterable[Finding]] = nothing
    pictures: Callable[[Run], Iterable[Picture]] = nothing
    tables: Callable[[Run], Iterable[PageTable]] = nothing
