"""What many specifications of one relation say together, in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from geobias.report.estimates import chance, p_value, signed
from geobias.report.phrases import COEFFICIENT_NAMES, capital, count, listing, percent, plural, quantity_label
from geobias.report.section import Finding
from geobias.report.sections.multiverse.figures import choice_label

if TYPE_CHECKING:
    import pandas as pd

CAUTION = (
    "The p over all is for the statement that no specification has a relation: it allows for having looked at all of "
    "them, and knows of no others. It does not say which specification is right, and a share of specifications is no "
    "probability: it counts what was put in, and alike specifications count as often as they are there."
)


def agreement_findings(row: dict[Any, Any], specifications: pd.DataFrame) -> Iterator[Finding]:
    """How far the coefficients reach, the p over all, and the shares that agree in sign and in verdict."""
    x, y = (dict.fromkeys(quantity_label(str(name)) for name in specifications[side]) for side in ("x", "y"))
    name = COEFFICIENT_NAMES.get(row["coefficient"], str(row["coefficient"]))
    what = f"{capital(listing(list(x)))} and {listing(list(y))}"
    if not row["n_tested"]:
        yield Finding(f"{what}: no specification has a coefficient.", headline=True)
        return
    beside = "" if np.isnan(row["p_median"]) else f"; the median has {chance(row['p_median'])}"
    yield Finding(
        f"{what}: in {plural(row['n_tested'], 'specification')} {name} lies between {signed(row['low'])} and "
        f"{signed(row['high'])}, with a median of {signed(row['median'])}. For the largest of all "
        f"{chance(row['p_any'])} ({row['correction']} on the same permutations of groups, {row['method']}, "
        f"{count(row['n_permutations'])}; smallest p attainable {p_value(row['p_smallest'])}){beside}.",
        headline=True,
    )
    sign = "positive" if row["sign"] > 0 else "negative"
    words = f"{percent(row['same_sign'])} of the specifications have a {sign} coefficient"
    if row["alone"]:
        words += f", and {percent(row['same_verdict'])} of the runs, each taken alone, come to: {row['alone']}"
    supported = f"{count(row['n_supported']) if row['n_supported'] else 'none'} of {count(row['n_tested'])}"
    verb = "are" if row["n_supported"] > 1 else "is"
    yield Finding(f"{words}. Over all, {supported} {verb} supported.", headline=True)
    if row["n_distinct"] < row["n_tested"]:
        yield Finding(
            f"{count(row['n_distinct'])} of {plural(row['n_tested'], 'specification')} relate numbers of their own; "
            "the others vary only in what does not reach these two quantities, and repeat them.",
            notice="note",
        )


def choice_finding(specifications: pd.DataFrame, choices: pd.DataFrame) -> Iterator[Finding]:
    """The setting whose values lie furthest apart in their median coefficients."""
    known = specifications[specifications["statistic"].notna()]
    joined = choices.merge(known[["specification", "statistic"]], on="specification")
    spans = {}
    for setting, part in joined.groupby("setting", sort=False):
        medians = part.groupby("value", sort=False)["statistic"].median()
        if len(medians) > 1:
            spans[str(setting)] = (medians.max() - medians.min(), medians)
    if not spans:
        return
    setting, (_, medians) = max(spans.items(), key=lambda item: item[1][0])
    least, most = (choice_label(setting, str(name)) for name in (medians.idxmin(), medians.idxmax()))
    yield Finding(
        f"Of the settings that vary, {setting} moves the median coefficient most: from {signed(medians.min())} "
        f"({least}) to {signed(medians.max())} ({most})."
    )


def pair_finding(pairs: pd.DataFrame) -> Finding:
    """How many pairs of regions differ in every run, and in none."""
    every, none = (pairs["different"] == pairs["compared"]).sum(), (pairs["different"] == 0).sum()
    some, runs = len(pairs) - every - none, plural(pairs["compared"].max(), "run")
    return Finding(
        f"Of {plural(len(pairs), 'pair')} of regions, {count(every)} {'differs' if every == 1 else 'differ'} in every "
        f"run that compares the two ({runs} at most), {count(none)} in none and {count(some)} in some."
    )
