"""Whether distances go with gaps, in words that do not say more than the tests do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from geobias.report.estimates import chance, p_value, signed
from geobias.report.phrases import COEFFICIENT_NAMES, capital, count, plural
from geobias.report.section import Finding
from geobias.report.sections.relations.noise import interval_of, limit_of, reliability_sentence
from geobias.report.sections.relations.rows import both, declared, main_relations
from geobias.stats import DISTANCE
from geobias.tables import (
    AMONG_DISTANCES,
    CONTROL,
    CORRECTION,
    EXCESS,
    NOT_COMPUTED,
    NOT_SEPARABLE,
    SUPPORTED,
    UNTESTABLE,
    Quantity,
)

if TYPE_CHECKING:
    import pandas as pd

MAX_T = {"p_max": "max-T p"}
LIMITS = (
    "Pairs share groups, so only permuting the groups gives a usable p-value. Small groups have larger distances and "
    "larger gaps for reasons of size alone; a relation does not say that one brings about the other."
)


def relation_findings(relations: pd.DataFrame, gaps: pd.DataFrame | None) -> Iterator[Finding]:
    """The relation declared beforehand, every distance against the main gap by the first coefficient, then each family
    as a whole, then the cautions."""
    chosen = main_relations(relations, gaps)
    coefficient = str(chosen["coefficient"].iloc[0])
    rows = relations[relations["coefficient"] == coefficient]
    names = chosen["x"].astype(str).tolist()
    # Distances beyond their noise floor, at one size, are the primary analysis.
    preferred = [name for name in names if Quantity.parse(name).has(EXCESS)]
    preferred += [name for name in names if not Quantity.parse(name).in_sample]
    opens = 0 if declared(chosen).any() else names.index((preferred or names)[0])
    for place, row in enumerate(chosen.to_dict("records")):
        among = str(row["family"]) == AMONG_DISTANCES
        yield Finding(relation_sentence(row), headline=place == opens and not among)
    for family, members in rows[~declared(rows)].groupby("family", sort=False):
        behind = family in set(rows.loc[declared(rows), "family"])
        text = _family(members, str(family), coefficient, behind)
        if text:
            yield Finding(text)
    yield Finding(LIMITS, caution=True)


def relation_sentence(row: Mapping[str, Any]) -> str:
    """One relation: the verdict that was decided on it, coefficient, p with the smallest attainable, corrected q.

    What tables as noisy as these could have shown stands before a "not separable"; the relation declared beforehand
    has its interval and the reliability of its tables too.
    """
    alone = bool(row.get("primary"))
    what = both(row) + ", the relation declared beforehand" * alone
    outcome = row["verdict"]
    if outcome == NOT_COMPUTED:
        return f"{what}: no coefficient could be computed ({row['note'] or 'no reason was given'})."
    used = f"over {plural(row['n_pairs'], 'pair')} of {plural(row['n_groups'], 'group')}"
    word = f" ({row['strength']})" if row.get("strength") and outcome != UNTESTABLE else ""
    name = capital(COEFFICIENT_NAMES.get(row["coefficient"], row["coefficient"]))
    value = f"{name} is {signed(row['statistic'])}{word} {used}{interval_of(row) if alone else ''}"
    least = f"smallest p attainable is {p_value(row['p_smallest'])}"
    noise = reliability_sentence(row) if alone else ""
    if outcome == UNTESTABLE:
        return f"{what}: {_untestable(row)}. {value}.{noise}"
    how = "all" if row["qap_method"] == "exact" else "sampled"
    sided = "one-sided " if row["alternative"] != "two-sided" and row["coefficient"] not in DISTANCE else ""
    numbers = f"{sided}{chance(row['p_qap'])} by {count(row['n_permutations'])} permutations ({how}; {least})"
    if _opposite(row) and not alone:
        numbers += f", {chance(row['p_opposite'])} in the other direction"
    limit = limit_of(row) if outcome == NOT_SEPARABLE else ""
    said = f"{limit}; {outcome}" if limit else outcome
    return f"{what}: {said}{_direction(row, outcome)}. {value}, {numbers}, {_corrected(row)}.{noise}"


def _untestable(row: Mapping[str, Any]) -> str:
    """What the test lacks, with the least p of what was decided by: a correction may put out of reach what a single p
    could attain."""
    after = f" after {row['decided_by']}" if row["p_attainable"] > row["p_smallest"] else ""
    lacks = f" with {row['lacking']}" if row.get("lacking") else ""
    return f"{UNTESTABLE}{lacks} (smallest p attainable{after} is {p_value(row['p_attainable'])})"


def _corrected(row: Mapping[str, Any]) -> str:
    """The corrected p-values of a relation: false discovery rate, and what the verdict was decided by."""
    if row.get("primary"):
        return "which needs no correction"
    named = {"q_bh": "corrected q"} | ({"p_holm": "Holm's p"} if row["decided_by"] == "Holm" else MAX_T)
    parts = [chance(row[field], name) for field, name in named.items() if not np.isnan(row.get(field, np.nan))]
    return ", ".join(parts) or "not corrected for other tests"


def _direction(row: Mapping[str, Any], outcome: str) -> str:
    if outcome == SUPPORTED and row["coefficient"] in DISTANCE:
        return ""  # of any shape
    if outcome == SUPPORTED:
        return f" (the larger the one, the {'larger' if row['statistic'] > 0 else 'smaller'} the other)"
    if row.get("primary") and _opposite(row):
        larger = "smaller" if row["alternative"] == "greater" else "larger"
        aside = f"the larger the one, the {larger} the other, {chance(row['p_opposite'])} in that direction"
        return f" in the direction that was asked, but the other way ({aside})"
    if row["stopped_by"] == CONTROL:
        return f", for random partitions of the texts give as much ({chance(row['p_control'])} of the negative control)"
    return " once all relations that were tested are taken together" if row["stopped_by"] == CORRECTION else ""


def _opposite(row: Mapping[str, Any]) -> bool:
    """Whether the test of the other direction, for itself, has a small p."""
    return bool(row.get("p_opposite", np.nan) <= row["alpha"])


def _family(rows: pd.DataFrame, family: str, coefficient: str, behind: bool) -> str:
    """How many relations of a family pass before and after correction; nothing to say of a single one.

    behind : whether a relation of it was declared beforehand, which is told by itself.
    """
    tested = rows[~rows["verdict"].isin([NOT_COMPUTED, UNTESTABLE])]
    if len(tested) < 2:
        return ""
    level = float(tested["alpha"].iloc[0])
    passed = [str(names).split(", ") for names in tested["passes"]]
    before = sum("p_qap" in names for names in passed)
    by_holm = (tested["decided_by"] == "Holm").any()
    named = {"q_bh": "a corrected q"} | ({"p_holm": "a Holm p"} if by_holm else {"p_max": "a max-T p"})
    shown = [field for field in named if field in tested and tested[field].notna().any()] or ["q_bh"]
    after = [f"{_have(sum(field in names for names in passed))} {named[field]} ≤ {level:g}" for field in shown]
    further = "further " if behind else ""
    return (
        f"Of {len(tested)} {further}relations{f' ({family})' if family else ''} tested by "
        f"{COEFFICIENT_NAMES.get(coefficient, coefficient)}, {_have(before)} p ≤ {level:g} (about "
        f"{level * len(tested):.1f} would if none were related), and {' and '.join(after)}."
    )


def _have(number: int) -> str:
    return f"{number or 'none'} {'have' if number > 1 else 'has'}"
