"""The section on agreement among annotators."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from geobias.report.page_tables import PageTable
from geobias.report.run import Run
from geobias.report.section import Finding, Picture, Section
from geobias.report.sections.agreement.figures import alpha_dots, component_bars
from geobias.report.sections.agreement.words import (
    alpha_findings,
    component_findings,
    component_table,
)
from geobias.tables import ALPHA

if TYPE_CHECKING:
    import pandas as pd

DOTS = (
    "Agreement within groups",
    "Krippendorff's alpha of each group's answers, with its interval over items and annotators, and the group's number "
    "of annotators.",
)
BARS = (
    "What answers vary by",
    "Item: what all groups think of items alike. Group: how far groups' mean answers lie apart. Group x item: what "
    "groups think of items in their own way. Annotator: how stern people of one group are. Residual: the rest. "
    "Components estimated below 0 are drawn as none. Right: group x item over group x item and item, with its "
    "interval.",
)


def _alphas(run: Run) -> pd.DataFrame | None:
    frame = run.table("alignment_intervals")
    if frame is None:
        return None
    frame = frame[(frame["statistic"] == ALPHA) & frame["value"].notna()]
    return frame.assign(**{name: frame[name].fillna("").astype(str) for name in ("attribute", "group")})


def _findings(run: Run) -> Iterator[Finding]:
    alphas, components = _alphas(run), run.table("variance_components")
    if alphas is not None and len(alphas):
        yield from alpha_findings(alphas)
    if components is not None:
        yield from component_findings(components)


def _pictures(run: Run) -> Iterator[Picture]:
    alphas, components = _alphas(run), run.table("variance_components")
    if alphas is not None and len(alphas):
        yield Picture("agreement", *DOTS, alpha_dots(alphas))
    if components is not None and components["value"].notna().any():
        yield Picture("variance-components", *BARS, component_bars(components))


def _tables(run: Run) -> Iterator[PageTable]:
    components = run.table("variance_components")
    if components is not None:
        yield component_table(components)


SECTION = Section("agreement", "Agreement among annotators", _findings, _pictures, _tables)
