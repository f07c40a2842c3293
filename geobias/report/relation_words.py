"""Whether distances go with gaps, in words that do not say more than the tests do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from geobias.report.distance_words import is_in_sample
from geobias.report.figures import RELATION, main_gap
from geobias.report.finding import Finding
from geobias.report.matrices import LEVEL
from geobias.report.phrases import COEFFICIENT_NAMES, count, p_value, plural, quantity_label, signed

if TYPE_CHECKING:
    import pandas as pd

RELATED, NOT_SEPARABLE, UNTESTABLE, NOT_COMPUTED = (
    "related",
    "not separable from chance",
    "cannot be tested with so few groups",
    "not computed",
)
LIMITS = (
    "Pairs share groups, so only relabelling the groups gives a usable p-value. Small groups have larger distances and "
    "larger gaps for reasons of size alone; a relation does not say that one brings about the other."
)


def verdict(row: Mapping[str, Any]) -> str:
    """What a relation's numbers allow to say; the corrected q decides, and p where there is none.

    >>> row = {"statistic": 0.6, "p_relabel": 0.01, "q_relabel": 0.2, "p_smallest": 1 / 720}
    >>> verdict(row), verdict({**row, "q_relabel": 0.03}), verdict({**row, "p_smallest": 0.33})
    ('not separable from chance', 'related', 'cannot be tested with so few groups')
    """
    if np.isnan(row["statistic"]) or np.isnan(row["p_relabel"]):
        return NOT_COMPUTED
    if row["p_smallest"] >= LEVEL:
        return UNTESTABLE
    decisive = row["p_relabel"] if np.isnan(row["q_relabel"]) else row["q_relabel"]
    return RELATED if decisive < LEVEL else NOT_SEPARABLE


def relation_findings(relations: pd.DataFrame, gaps: pd.DataFrame | None) -> Iterator[Finding]:
    """Every distance against the main gap by the first coefficient, then each family as a whole, then the cautions."""
    coefficient = str(relations["coefficient"].iloc[0])
    rows = relations[relations["coefficient"] == coefficient]
    chosen = rows[rows["y"] == main_gap(gaps)] if gaps is not None else rows[:0]
    if chosen.empty:
        chosen = rows[rows["family"] == rows["family"].iloc[0]]
    names = chosen["x"].astype(str).tolist()
    headline = next((name for name in names if not is_in_sample(name)), names[0])
    for place, row in enumerate(chosen.to_dict("records")):
        yield Finding(RELATION, relation_sentence(row), headline=place == names.index(headline))
    for family, members in rows.groupby("family", sort=False):
        text = _family(members, str(family), coefficient)
        if text:
            yield Finding(RELATION, text)
    yield Finding(RELATION, LIMITS, caution=True)


def relation_sentence(row: Mapping[str, Any]) -> str:
    """One relation: verdict, coefficient, exact or sampled p, the smallest p attainable, corrected q."""
    what = f"{quantity_label(str(row['x']))} and {quantity_label(str(row['y']))}"
    what = what[:1].upper() + what[1:]
    outcome = verdict(row)
    if outcome == NOT_COMPUTED:
        return f"{what}: no coefficient could be computed ({row['note'] or 'no reason was given'})."
    used = f"over {plural(row['n_pairs'], 'pair')} of {plural(row['n_groups'], 'group')}"
    value = f"{COEFFICIENT_NAMES.get(row['coefficient'], row['coefficient'])} is {signed(row['statistic'])} {used}"
    least = f"smallest p attainable is {p_value(row['p_smallest'])}"
    if outcome == UNTESTABLE:
        return f"{what}: {UNTESTABLE} ({least}). {value}."
    corrected = np.isnan(row["q_relabel"])
    rest = (
        "not corrected for other tests"
        if corrected
        else f"corrected q = {p_value(row['q_relabel'])}".replace("= <", "< ")
    )
    how = "all" if row["relabel_method"] == "exact" else "sampled"
    chance = f"p = {p_value(row['p_relabel'])}".replace("= <", "< ")
    numbers = f"{chance} by {count(row['n_relabelings'])} relabellings ({how}; {least}), {rest}"
    return f"{what}: {outcome}{_direction(row, outcome)}. {value}, {numbers}."


def _direction(row: Mapping[str, Any], outcome: str) -> str:
    if outcome == RELATED:
        return f" (the larger the one, the {'larger' if row['statistic'] > 0 else 'smaller'} the other)"
    if row["p_relabel"] < LEVEL:
        return " once all relations that were tested are taken together"
    return ""


def _family(rows: pd.DataFrame, family: str, coefficient: str) -> str:
    """How many relations of a family pass before and after correction; nothing to say of a single one."""
    tested = rows[rows["p_relabel"].notna() & (rows["p_smallest"] < LEVEL)]
    if len(tested) < 2:
        return ""
    before, after = int((tested["p_relabel"] < LEVEL).sum()), int((tested["q_relabel"] < LEVEL).sum())
    expected = LEVEL * len(tested)
    return (
        f"Of {len(tested)} relations{f' ({family})' if family else ''} tested by "
        f"{COEFFICIENT_NAMES.get(coefficient, coefficient)}, {_have(before)} p < {LEVEL:g} (about {expected:.1f} would "
        f"if none were related), and {_have(after)} a corrected q < {LEVEL:g}."
    )


def _have(number: int) -> str:
    return f"{number or 'none'} {'have' if number > 1 else 'has'}"
