"""What the gaps say: which are clear of 0, what they are called over all pairs, what is floor."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from geobias.report.estimates import between, level_of, signed_number
from geobias.report.groups import Groups
from geobias.report.phrases import census, count, metric_label, number, plural
from geobias.report.section import Finding
from geobias.report.sections.performance.gap_intervals import found_in_most, main_gaps, main_score
from geobias.tables import EQUIVALENT, NOT_SEPARABLE, beyond_zero

if TYPE_CHECKING:
    import pandas as pd

LIMITS = (
    "The interval of a gap takes the corpus and the way of training as given; it is not corrected for the number of "
    "pairs, as verdicts are. A gap at equal numbers of documents that does not exceed its floor is what two halves of "
    "one group show."
)


def gap_findings(frame: pd.DataFrame, groups: Groups) -> Iterator[Finding]:
    """Which gaps of the main score exclude 0, the largest of them, and gaps against their floor at equal size."""
    rows = main_gaps(frame, groups)
    rows = rows[rows["regions"]]
    if rows.empty:
        return
    label, level = metric_label(main_score(frame)), level_of(rows)
    clear = rows[beyond_zero(rows["low"], rows["high"]) != 0]
    words = f"Of {plural(len(rows), 'pair')} of regions, {len(clear) or 'none'} {'have' if len(clear) > 1 else 'has'} "
    words += f"a gap in {label} whose {level} interval excludes 0"
    if len(clear):
        top = clear.loc[clear["gap"].abs().idxmax()]
        size = f"{signed_number(top['gap'])} points {between(top['low'], top['high'])}"
        words += f"; the largest is {top['group_a']} − {top['group_b']}, {size}"
    yield Finding(" ".join(filter(None, [f"{words}.", _judged(rows), _floors(rows)])))
    yield Finding(LIMITS, caution=True)


def _judged(rows: pd.DataFrame) -> str:
    """What the gaps are called, over all pairs, and how large a gap would have been found where none was."""
    judged = rows[rows["verdict"].fillna("") != ""]
    if judged.empty:
        return ""
    told = census(judged["verdict"], judged["lacking"].fillna(""))
    size = ""
    nulls = judged.loc[judged["verdict"].isin([NOT_SEPARABLE, EQUIVALENT]), "detectable"]
    if len(nulls):
        size = f"; where none was found, {_found(nulls)}"
    return f"Corrected for all pairs, {told}, with a margin of {number(judged['margin'].iloc[0])} points{size}."


def _found(nulls: pd.Series) -> str:
    """The gaps that would have been found, NaN where none of 100 points would."""
    known = nulls[nulls <= 100]
    if known.empty:
        return "no gap could have been found, not even one of 100 points"
    low, high = found_in_most(known.min()), found_in_most(known.max())
    said = f"one of {low if low == high else f'{low} to {high}'} points would have been found in 80\xa0% of cases"
    none = len(nulls) - len(known)
    return said if not none else f"{said}, and in {plural(none, 'pair')} no gap could have been found"


def _floors(rows: pd.DataFrame) -> str:
    known = rows.dropna(subset=["gap_at_m", "floor"])
    if known.empty:
        return ""
    gap, floor = float(known["gap_at_m"].mean()), float(known["floor"].mean())
    above = int((known["excess"] > 0).sum())
    return (
        f"With {count(known['m'].max())} documents per group, two regions differ by {number(gap)} points on average "
        f"and halves of one region by {number(floor)}, the floor; {above or 'none'} of {plural(len(known), 'pair')} "
        f"{'lie above their floors' if above > 1 else 'lies above its floor'}."
    )
