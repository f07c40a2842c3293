"""What the controls say: what random partitions give, what is found of a planted shift, what stands when done anew."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from geobias.report.estimates import chance, p_value, signed
from geobias.report.phrases import count, listing, percent, plural
from geobias.report.section import Finding
from geobias.report.sections.controls.rows import (
    LARGEST,
    coefficient_label,
    control_label,
    direction_of,
    main_controls,
)
from geobias.report.verdicts import in_words
from geobias.tables import ENOUGH_POWER

if TYPE_CHECKING:
    import pandas as pd

MOST_WORDS = 3  # the table has them all
CAUTION = (
    "A random partition has no regions in it, so it shows what the pipeline makes of nothing. The true groups go the "
    "same way, so that their coefficients may differ from those above, with few groups by much. The p-value is that of "
    "the whole pipeline and knows nothing of how many relations were looked at, but for the largest coefficient of all."
)
ALIKE = {
    "training": "With training texts that come alike from all groups",
    "cleaning": "With all groups cleaned alike and strictly",
}
FATES = {
    "stands": ("stands", "stand"),
    "uncertain": ("becomes uncertain", "become uncertain"),
    "goes away": ("goes away", "go away"),
    "appears": ("appears only then", "appear only then"),
}
"""What becomes of what was found, or is found only anew: of one statistic and of several."""
TOLD = ("goes away", "appears", "uncertain")


def control_findings(controls: pd.DataFrame, gap: str) -> Iterator[Finding]:
    """How often random partitions of the same texts reach what the true groups give."""
    direction = direction_of(controls)
    rows = main_controls(controls, gap)[:MOST_WORDS]
    for place, row in enumerate(rows[rows["pvalue"].notna()].to_dict("records")):
        largest = str(row["x"]) == LARGEST
        name = coefficient_label(row, direction)
        what = f"the {name} of all relations" if largest else f"{name} of {control_label(row)}"
        declared = ", the relation declared beforehand," if row.get("primary") else ""
        start = f"In {count(row['n_placebo'])} random partitions of the same texts"
        yield Finding(
            f"{start + ' into groups of the same sizes' if not place else start}, {what}{declared} lay between "
            f"{signed(row['q05'])} and {signed(row['q95'])} in the middle 90\xa0%; the true groups have "
            f"{signed(row['observed'])}, {chance(row['pvalue'])} (smallest p attainable {p_value(row['smallest'])}).",
        )
    yield Finding(CAUTION, caution=True)


def power_finding(power: pd.DataFrame) -> Finding:
    """The smallest planted shift that most runs find, or that none is; how many the negative control stopped."""
    rows = power.sort_values("shift")
    found = rows[rows["power"] >= ENOUGH_POWER]
    words = f"A shift planted in {count(rows['runs'].max())} random partitions "
    if found.empty:
        told = rows.loc[rows["power"].idxmax()]
        most = f"{percent(told['power'])} of them at most" if told["power"] > 0 else "none of them"
        words += f"was found in {most} (at {_sizes(told['shift'])}), so that a relation of such sizes can be missed."
    else:
        told = found.iloc[0]
        words += (
            f"was found in {percent(told['power'])} of them [{percent(told['low'])}, {percent(told['high'])}] at "
            f"{_sizes(told['shift'])}, the smallest that {_whole(ENOUGH_POWER)} or more of them find."
        )
    stopped = float(told.get("vetoed", 0.0))
    if stopped > 0:
        words += f" In a further {percent(stopped)} the negative control alone stopped it."
    return Finding(words)


def _sizes(shift: float) -> str:
    return f"{shift:g} standard deviation{'' if shift == 1 else 's'}"


def repeat_findings(repeats: pd.DataFrame) -> Iterator[Finding]:
    """What becomes of differences and relations when training or cleaning is done anew, alike for all groups.

    The relations are told before the means over all pairs, and these before single pairs; a few of each, the table has
    all.
    """
    for repeat, part in repeats.groupby("repeat", sort=False):
        fates = Counter(part["fate"].astype(str))
        known = [plural(fates[fate], *words) for fate, words in FATES.items() if fates[fate]]
        start = ALIKE.get(str(repeat), f"With {repeat} done anew")
        said = listing(known) if known else "none was found before or is found then"
        yield Finding(
            f"{start}: of {plural(len(part), 'relation, distance or gap', 'relations, distances and gaps')}, {said}."
        )
        rank = part["group_a"].fillna("").astype(str).ne("").astype(int) * 2 + part["y"].fillna("").eq("").astype(int)
        rows = part.assign(rank=rank).sort_values("rank", kind="stable")
        told = rows[rows["fate"].isin(TOLD)]
        for row in told[:MOST_WORDS].to_dict("records"):
            yield Finding(in_words(str(row["sentence"]), {}))


def _whole(share: float) -> str:
    return f"{100 * share:.0f}\xa0%"
