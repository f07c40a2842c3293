"""What the distances say, and what they do not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from geobias.report.estimates import signed
from geobias.report.groups import Groups
from geobias.report.pairs import pair_summary, pair_table, quantities, spreads
from geobias.report.phrases import NOT_MEASURED, capital, count, listing, number, pair, percent, plural, quantity_label
from geobias.report.section import Finding
from geobias.stats import correlate
from geobias.tables import CROSS_FITTED, NEIGHBOURS_ALIKE, NO_ORDER, ORDERED, PairTable, Quantity, steadiness

if TYPE_CHECKING:
    import pandas as pd

STEADINESS = {
    NO_ORDER: "The pairs differ by less than {}: their order is not to be relied on.",
    NEIGHBOURS_ALIKE: "The pairs differ by little more than {}: neighbours in the order are not told apart.",
    ORDERED: "The pairs differ by more than {}, which speaks for these texts, not for others.",
}
LIMITS = (
    "A distance is one between texts as this encoder reads them, not between people or places: topics, text length "
    "and the way the texts were collected move it as well. Two samples from one region lie some distance apart, too, "
    "so a distance on its own does not show that two regions differ."
)


def distance_findings(frame: pd.DataFrame, groups: Groups) -> Iterator[Finding]:
    """Furthest and nearest regions by every quantity, against the spread over repeats; then the cautions."""
    names = quantities(frame)
    tables = {name: pair_table(frame, name, groups) for name in names}
    tables = {name: table.select(table.base_groups) for name, table in tables.items()}
    headline = next((name for name in names if not Quantity.parse(name).in_sample), names[0])
    for name, table in tables.items():
        yield Finding(" ".join(_sentences(name, table)), headline=name == headline)
    agreement = _agreement(tables, headline)
    if agreement:
        yield Finding(agreement)
    for name in (name for name in names if Quantity.parse(name).in_sample):
        yield Finding(_in_sample(name, tables), caution=True)
    yield Finding(LIMITS, caution=True)


def _sentences(name: str, table: PairTable) -> list[str]:
    label = quantity_label(name)
    summary = pair_summary(table).dropna(subset=["mean"])
    if summary.empty:
        return [f"{capital(label)}: {NOT_MEASURED} between regions."]
    far, near = (summary.loc[summary["mean"].agg(end)].to_dict() for end in ("idxmax", "idxmin"))
    if len(summary) == 1:
        return [f"By the {label} there is one pair, {_names(far)} ({_value(far)}), and no other to compare it with."]
    first = f"By the {label}, {_names(far)} are furthest apart ({_value(far)})"
    first += f" and {_names(near)} nearest ({_range(near)})"
    if near["mean"] > 0:
        times = far["mean"] / near["mean"]
        larger = f"{percent(times - 1)} larger" if times < 10 else f"{count(times)} times as large"
        first += f"; the first is {larger}"
    return [first + ".", *_steadiness(table, far)]


def _names(row: dict[Any, Any]) -> str:
    return f"{row['group_a']} and {row['group_b']}"


def _value(row: dict[Any, Any]) -> str:
    if np.isnan(row["low"]):
        return number(row["mean"])
    spread = f"{number(row['low'])} to {number(row['high'])}"
    return f"{number(row['mean'])}; resampling spread, not a confidence interval: {spread}"


def _range(row: dict[Any, Any]) -> str:
    return number(row["mean"]) + ("" if np.isnan(row["low"]) else f"; {number(row['low'])} to {number(row['high'])}")


def _steadiness(table: PairTable, far: dict[Any, Any]) -> list[str]:
    """Whether the pairs differ by more than the repeats of one pair do."""
    between, within = spreads(table, table.groups)
    if np.isnan(within):
        return ["There is one repeat, so it is not known how much another draw would move the distances."]
    sizes = f"the repeats of one pair do (standard deviations {number(between)} and {number(within)})"
    words = STEADINESS[steadiness(between, within)].format(sizes)
    return [words, _times_furthest(table, far)]


def _times_furthest(table: PairTable, far: dict[Any, Any]) -> str:
    upper = np.triu_indices(len(table.groups), 1)
    values = table.values[:, upper[0], upper[1]]
    whole = values[~np.isnan(values).any(1)]
    if not len(whole):
        return ""
    place = table.pairs.index((far["group_a"], far["group_b"]))
    times = int((whole.argmax(1) == place).sum())
    return f"{pair(far['group_a'], far['group_b'])} was the furthest pair in {times} of {plural(len(whole), 'repeat')}."


def _agreement(tables: dict[str, PairTable], headline: str) -> str:
    """How far the other distances order the pairs as the first does; nothing where there is no order."""
    parts = []
    for name, table in tables.items():
        shared = [group for group in tables[headline].groups if group in table.groups]
        if name == headline or len(shared) < 3:
            continue
        value = float(correlate(tables[headline].select(shared).vector(), table.select(shared).vector(), "spearman"))
        if not np.isnan(value):
            parts.append(f"{signed(value)} with the {quantity_label(name)}")
    if not parts:
        return ""
    return (
        f"Over the pairs of regions, the {quantity_label(headline)} has a rank correlation of {listing(parts)} "
        "(a description, not a test)."
    )


def _in_sample(name: str, tables: dict[str, PairTable]) -> str:
    words = (
        f"{quantity_label(name)}: noise alone puts the centroids apart, because the discriminant was fitted to the "
        "same texts."
    )
    partner = Quantity.parse(name).further(CROSS_FITTED)
    own = tables[name].vector()
    if partner not in tables or np.isnan(own).all() or np.isnan(tables[partner].vector()).all():
        return words + " No cross-fitted distance was measured beside it, so how much of it is noise is not known."
    means = number(float(np.nanmean(own))), number(float(np.nanmean(tables[partner].vector())))
    return (
        words + f" The regions are {means[0]} apart on average in sample and {means[1]} cross-fitted; read the latter."
    )
