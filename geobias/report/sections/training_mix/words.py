"""The effects of the training composition in a table and in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from geobias.report.groups import Groups
from geobias.report.page_tables import PageTable
from geobias.report.phrases import metric_label, number, percent, plural, points
from geobias.report.section import Finding
from geobias.report.sections.training_mix.figures import changes_of, main_metric
from geobias.tables import beyond_zero

if TYPE_CHECKING:
    import pandas as pd

OTHERS = "others"
LIMITS = (
    "The intervals are about other training sets from the same texts and about other documents, not about another "
    "encoder; where many regions are swept, some exclude 0 by chance."
)


def composition_table(frame: pd.DataFrame, groups: Groups) -> PageTable:
    """Every region and share: the region's own score, its change, and its gap to the mean of the others."""
    metric = main_metric(frame)
    part = frame[frame["metric"].astype(str) == metric]
    rows = []
    for region in groups.ordered(part["region"].astype(str)):
        own = part[part["region"].astype(str) == region]
        for share, at in own.groupby("share", sort=False):
            cells = [_interval(at, "score", region), _interval(at, "change", region), _interval(at, "gap", OTHERS)]
            rows.append([region, percent(float(share)), percent(float(at["training_share"].iloc[0])), *cells])
    label = metric_label(metric)
    columns = ["region", "of its full share", "of the training set", label, "change [points]", "gap to others [points]"]
    return PageTable(f"Training composition: {label}, with intervals", columns, rows)


def composition_findings(frame: pd.DataFrame) -> Iterator[Finding]:
    """Which region loses most without its own texts, and for how many the interval excludes 0."""
    metric = main_metric(frame)
    changes = changes_of(frame, metric)
    own = changes[(changes["share"] == changes["share"].min()) & (changes["region"] == changes["group"])]
    own = own.dropna(subset=["value"])
    if own.empty:
        return
    most = own.loc[own["value"].idxmin()]
    left = "no text of its own" if most["share"] == 0 else f"{100 * most['share']:g}\xa0% of its own texts"
    apart = int((beyond_zero(own["low"], own["high"]) != 0).sum())
    words = (
        f"With {left} in training, at the same number of texts, the {metric_label(metric)} of {most['region']} changes "
        f"by {points(most['value'])} points ({100 * most['level']:g}\xa0% interval {points(most['low'])} to "
        f"{points(most['high'])})"
    )
    if len(own) > 1:
        words += f", the lowest of {plural(len(own), 'region')}; for {apart} of {len(own)} the interval excludes 0"
    words += "."
    yield Finding(words, headline=True)
    yield Finding(LIMITS, caution=True)


def _interval(part: pd.DataFrame, quantity: str, group: str) -> str:
    found = part[(part["quantity"] == quantity) & (part["group"].astype(str) == group)]
    if found.empty:
        return ""
    row = found.iloc[0]
    if quantity == "change" and row["share"] == 1:
        return "–"  # it is what the others change from
    write = number if quantity == "score" else points
    return f"{write(row['value'])} ({write(row['low'])} to {write(row['high'])})"
