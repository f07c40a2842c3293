"""What the differences say: which groups differ, by how much, what survives adjustment, what could have been seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from geobias.report.estimates import between, chance
from geobias.report.groups import Groups
from geobias.report.phrases import count, listing, number, pair, plural
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
    words = Counter(rows["verdict"].astype(str))
    said = listing([f"{count(number_)} {word}" for word, number_ in words.most_common()])
    top: Mapping[str, Any] = rows.iloc[-1].to_dict()
    return (
        f"Of {plural(len(rows), 'pair')} of regions{_after(rows)}, {said}. {pair(top['group_a'], top['group_b'])} is "
        f"told apart best: a classifier gives a text of one group the higher score than a text of the other in "
        f"{number(100 * top['auc'])} % of cases {_shares(top['auc_low'], top['auc_high'])} on texts held out, 50 % "
        f"being chance; {chance(top['p_max'])} over all statistics and pairs."
    )


def _after(rows: pd.DataFrame) -> str:
    adjusted = str(rows["adjusted"].iloc[0] or "")
    return f", brought to one distribution of {adjusted}" if adjusted else ""


def _shares(low: float, high: float) -> str:
    return between(100 * low, 100 * high, number)


def _changed(frame: pd.DataFrame, groups: Groups, level: float) -> str:
    """How the mean AUC of the pairs of regions changes when they are brought to one distribution."""
    raw, adjusted = pairs(frame, groups), pairs(frame, groups, adjusted=True)
    raw, adjusted = raw[raw["regions"]], adjusted[adjusted["regions"] & adjusted["auc"].notna()]
    if adjusted.empty or raw.empty:
        return ""
    counts = [int((part["p_max"] <= level).sum()) for part in (raw, adjusted)]
    return (
        f"Brought to one distribution of {adjusted['adjusted'].iloc[0]}, {counts[1] or 'none'} of "
        f"{plural(len(adjusted), 'pair')} have p ≤ {level:g} over all statistics and pairs, as they are "
        f"{counts[0] or 'none'} of {len(raw)}; the mean held-out AUC goes from {number(raw['auc'].mean())} to "
        f"{number(adjusted['auc'].mean())}."
    )


def _placebo(frame: pd.DataFrame, level: float) -> str:
    """What length alone gives within a group, before and after matching."""
    rows = placebos(frame)
    raw, matched = rows[rows["adjusted"].fillna("") == ""], rows[rows["adjusted"].fillna("") != ""]
    if raw.empty or matched.empty:
        return ""
    found = [f"{int((part['p_permutation'] <= level).sum())} of {len(part)}" for part in (raw, matched)]
    return (
        f"Placebo: parts of one region that were dealt by length alone differ (p ≤ {level:g}) in {found[0]} regions as "
        f"they are and in {found[1]} once matched by length; mean held-out AUC {number(raw['auc'].mean())} and "
        f"{number(matched['auc'].mean())}."
    )


def _detectable(rows: pd.DataFrame) -> Iterator[Finding]:
    """Beside every null: what so many texts would have shown."""
    nulls = rows[rows["verdict"].isin([NOT_SEPARABLE, EQUIVALENT])]
    known = nulls["detectable_auc"].dropna()
    if known.empty:
        return
    ends = f"{number(known.min())}" if len(known) == 1 else f"{number(known.min())} to {number(known.max())}"
    yield Finding(
        f"Where no difference was found, one of which the best linear rule has an AUC of {ends} would have been found "
        "in 80 % of cases with this many texts."
    )


def strongest(name: str) -> str:
    """A statistic in words."""
    kind, _, remark = name.partition("[")
    return STATISTICS.get(kind, kind) + (f" [{remark}" if remark else "")
