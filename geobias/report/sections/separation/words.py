"""What the separations say: which pairs are further apart than a group is from itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from geobias.report.estimates import between, level_of, p_value, signed_number
from geobias.report.groups import Groups
from geobias.report.pairs import quantities
from geobias.report.phrases import NOT_MEASURED, capital, count, listing, number, pair, percent, plural, quantity_label
from geobias.report.section import Finding
from geobias.report.sections.separation.figures import Units, floored, sorted_pairs, unit_of
from geobias.tables import DIFFERENT, NOT_COMPUTED, UNTESTABLE, beyond_zero

if TYPE_CHECKING:
    import pandas as pd

MEASURED = (
    "Whether groups differ is told by the test of differences; these are the distances as measured, each beside its "
    "own floor or 0, with a test of its own."
)
NEGATIVE = "Negative estimates are kept as they are: cut at 0, equal groups would seem to differ."


def separation_findings(frame: pd.DataFrame, groups: Groups, units: Units) -> Iterator[Finding]:
    """Every quantity over the pairs of regions: intervals, tests after Holm, the largest excess, the share of floor."""
    with_floor, negative = floored(frame), False
    for place, name in enumerate(quantities(frame)):
        rows = sorted_pairs(frame, name, groups)
        rows = rows[rows["regions"]]
        negative = negative or bool((rows["excess"] < 0).any())
        text = _sentences(name, rows, name in with_floor, unit_of(units, name))
        yield Finding(text, headline=place == 0)
    if negative:
        yield Finding(NEGATIVE)


def _sentences(name: str, rows: pd.DataFrame, has_floor: bool, units: str) -> str:
    label = quantity_label(name)
    if rows.empty:
        return f"{capital(label)}: {NOT_MEASURED} between regions."
    start = f"By the {label}" + (f" between samples of {_clusters(rows['m'])}" if has_floor else "")
    what = "excess over the noise floor" if has_floor else "estimate"
    over = int((beyond_zero(rows["low"], rows["high"]) > 0).sum())
    interval = f"{_of(over, len(rows))} of regions {_has(over)} an {what} whose {level_of(rows)} interval lies above 0"
    return f"{start}, {interval}{_tested(rows)}. {_largest(rows, has_floor, units)}"


def _tested(rows: pd.DataFrame) -> str:
    """How many pairs a permutation test tells apart after Holm; or that so few permutations cannot."""
    known = rows[rows["verdict"] != NOT_COMPUTED]
    if known.empty:
        return ""
    least = p_value(float(known["p_smallest"].min()))
    if (known["verdict"] == UNTESTABLE).all():
        return (
            f"; after correction for {plural(len(known), 'pair')} the permutation test could not tell them apart, its "
            f"smallest p attainable is {least}"
        )
    apart = int((known["verdict"] == DIFFERENT).sum())
    return (
        f", and {apart or 'none'} of {len(known)} {'is' if apart < 2 else 'are'} told apart by permuted clusters at "
        f"the level {known['alpha'].iloc[0]:g} after Holm's correction (smallest p attainable {least})"
    )


def _largest(rows: pd.DataFrame, has_floor: bool, units: str) -> str:
    top: Mapping[str, Any] = rows.loc[rows["excess"].idxmax()].to_dict()
    size = f"{signed_number(top['excess'])} {between(top['low'], top['high'])}".strip()
    first = f"{pair(top['group_a'], top['group_b'])} has {'the largest' if len(rows) > 1 else 'the'}"
    remarks = [units] if units else []
    if has_floor:
        remarks.append(f"value {number(top['value'])}, floor {number(top['floor'])}")
    inside = f" ({'; '.join(remarks)})" if remarks else ""
    words = f"{first} {'excess' if has_floor else 'estimate'}, {size}{inside}."
    shares = rows["floor"] / rows["value"]
    if has_floor and np.isfinite(shares).all():
        words += f" On average {percent(float(shares.mean()))} of a value is floor."
    return words


def _clusters(sizes: pd.Series) -> str:
    return f"{listing([count(size) for size in sorted(sizes.unique())], 'or')} clusters each"


def _of(part: int, whole: int) -> str:
    return f"{part or 'none'} of {plural(whole, 'pair')}"


def _has(n: int) -> str:
    return "have" if n > 1 else "has"
