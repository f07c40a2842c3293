"""What the differences say: which groups differ, by how much, what survives adjustment, what could have been seen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from geobias.report.estimates import between, chance
from geobias.report.groups import Groups
from geobias.report.phrases import census, listing, pair, percent, plural
from geobias.report.section import Finding
from geobias.report.sections.differences.rows import decides, pairs, placebos
from geobias.tables import EQUIVALENT, NOT_SEPARABLE

if TYPE_CHECKING:
    import pandas as pd

STATISTICS = {
    "energy": "energy distance",
    "mmd": "maximum mean discrepancy",
    "contrast": "contrast of means",
    "classifier": "classifier",
    "sinkhorn": "Sinkhorn divergence",
}
CHANCE = 0.5  # the AUC of a classifier that knows nothing
LIMITS = (
    "The held-out AUC is that of classifiers that learned from this many texts, and rises with their number; the AUC "
    "of the best linear rule does not, and equivalence goes by it. Groups may differ in ways that a linear rule does "
    "not see: those show in the test alone."
)


def difference_findings(frame: pd.DataFrame, groups: Groups) -> Iterator[Finding]:
    """The pairs that differ, what adjustment changes, the placebo, what would have been found."""
    rows = decides(frame, groups)
    if rows.empty:
        return
    yield Finding(_counted(rows), headline=True)
    level = float(rows["alpha"].iloc[0])
    yield from (Finding(text) for text in (_changed(frame, groups, level), _placebo(frame, level)) if text)
    yield from _detectable(rows)
    yield Finding(LIMITS, caution=True)


def _counted(rows: pd.DataFrame) -> str:
    top: Mapping[str, Any] = rows.iloc[-1].to_dict()
    name = pair(top["group_a"], top["group_b"])
    apart = "comes nearest to being told apart" if top["auc"] <= CHANCE else "is told apart best"
    words = census(rows["verdict"], rows["lacking"].fillna(""))
    p, over = _p_of(top), "all statistics" + " and pairs" * (not np.isnan(top["p_max"]))
    tested = "its texts could not be permuted" if np.isnan(p) else f"{chance(p)} over {over}"
    if len(rows) == 1:
        return (
            f"The only pair of regions, {name}{_after(rows)}, {words.removeprefix('1 ')}: {_told_apart(top)}{tested}."
        )
    told = f"{name} {apart}: {_told_apart(top)}{tested}"
    return f"Of {plural(len(rows), 'pair')} of regions{_after(rows)}, {words}. {told}."


def _told_apart(row: Mapping[str, Any]) -> str:
    if np.isnan(row["auc"]):
        return ""
    ends = between(row["auc_low"], row["auc_high"], percent)
    share = " ".join(filter(None, [f"{percent(row['auc'])} of cases", ends]))
    scores = "a classifier scores a text of one above a text of the other"
    return f"on texts held out, {scores} in {share}, half being chance; "


def _p_of(row: Mapping[str, Any]) -> float:
    return float(row["p_permutation"] if np.isnan(row["p_max"]) else row["p_max"])


def _after(rows: pd.DataFrame) -> str:
    adjusted = str(rows["adjusted"].iloc[0] or "")
    return f", brought to one distribution of {named(adjusted)}" if adjusted else ""


def auc(value: float, digits: int = 2) -> str:
    """An AUC; what is not 1 is not written as 1.

    >>> auc(0.736), auc(0.9999), auc(1.0)
    ('0.74', '>0.99', '1.00')
    """
    highest = 1 - 10**-digits
    written = f"{value:.{digits}f}"
    return f">{highest:.{digits}f}" if value < 1 and float(written) == 1 else written


def named(adjusted: str) -> str:
    """What groups were brought to one distribution of, in words.

    >>> named("length, label")
    'length and label'
    """
    return listing(adjusted.split(", "))


def _changed(frame: pd.DataFrame, groups: Groups, level: float) -> str:
    """How many pairs of regions are told apart, and how well, as they are and brought to one distribution.

    Of the pairs that could be, so that the two means are of the same ones.
    """
    raw, adjusted = pairs(frame, groups), pairs(frame, groups, adjusted=True)
    adjusted = adjusted[adjusted["regions"] & adjusted["auc"].notna()]
    matched = set(zip(adjusted["group_a"], adjusted["group_b"], strict=True))
    raw = raw[[pair in matched for pair in zip(raw["group_a"], raw["group_b"], strict=True)]]
    if adjusted.empty or raw.empty:
        return ""
    counts = [int((part["p_max"] <= level).sum()) for part in (raw, adjusted)]
    return (
        f"As they are, {counts[0] or 'none'} of {plural(len(raw), 'pair')} {'have' if counts[0] > 1 else 'has'} "
        f"p ≤ {level:g} over all statistics and pairs; brought to one distribution of "
        f"{named(str(adjusted['adjusted'].iloc[0]))}, {counts[1] or 'none'} of {len(adjusted)}. The mean held-out AUC "
        f"goes from {auc(raw['auc'].mean())} to {auc(adjusted['auc'].mean())}."
    )


def _placebo(frame: pd.DataFrame, level: float) -> str:
    """What length alone gives within a group, before and after matching, of the groups that have texts enough."""
    rows = placebos(frame).dropna(subset=["p_permutation", "auc"])
    raw, matched = rows[rows["adjusted"].fillna("") == ""], rows[rows["adjusted"].fillna("") != ""]
    if raw.empty or matched.empty:
        return ""
    found = [f"{int((part['p_permutation'] <= level).sum()) or 'none'} of {len(part)}" for part in (raw, matched)]
    return (
        f"Placebo: the shorter and the longer texts of one region differ (p ≤ {level:g}) in {found[0]} regions as they "
        f"are, and in {found[1]} once matched by length; mean held-out AUC {auc(raw['auc'].mean())} and "
        f"{auc(matched['auc'].mean())}."
    )


def _detectable(rows: pd.DataFrame) -> Iterator[Finding]:
    """Beside every null: what so many texts would have shown."""
    nulls = rows[rows["verdict"].isin([NOT_SEPARABLE, EQUIVALENT])]
    known = nulls["detectable_auc"].dropna()
    if known.empty:
        return
    low, high = auc(known.min()), auc(known.max())
    yield Finding(
        f"Where no difference was found, one that the best linear rule tells with an AUC of "
        f"{low if low == high else f'{low} to {high}'} would have been found in 80\xa0% of cases with this many texts."
    )


def strongest(name: str) -> str:
    """A statistic in words."""
    kind, _, remark = name.partition("[")
    return STATISTICS.get(kind, kind) + (f" [{remark}" if remark else "")
