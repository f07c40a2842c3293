"""What the primary relation could have shown: power at a true coefficient, and the groups or texts that it needs."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from geobias.relations.stating import CHANCES, counted
from geobias.stats import LEAST_GROUPS, STEPPED, groups_for_power, relation_power, texts_for_power
from geobias.tables import ENOUGH_POWER, FEW_GROUPS, UNTESTABLE, Relation

HARDLY = 20
"""Times as many texts, beyond which they are not what to look for."""


def with_power(rows: Iterable[Relation], true: float = 0.7, *, alpha: float = 0.05) -> tuple[Relation, ...]:
    """The rows, the primary one with its power at a true coefficient of this size, in the direction of its test.

    `power` and `texts_needed` are there where both reliabilities are known (`with_ceilings`). Where they are not,
    `groups_needed` is that of tables without noise, which is the least. Of other rows, which are corrected over a
    family, and other coefficients than Pearson's and Spearman's nothing is said.
    """
    return tuple(_with_power(row, true, alpha) if _told(row) else row for row in rows)


def _told(row: Relation) -> bool:
    return row.primary and not row.excluded and row.coefficient in STEPPED and row.n_groups > 0


def _with_power(row: Relation, true: float, alpha: float) -> Relation:
    options: dict[str, Any] = {"name": row.coefficient, "alternative": row.alternative, "alpha": alpha}
    known = not math.isnan(row.ceiling)
    signed = -true if row.alternative == "less" else true
    expected = signed * (min(row.ceiling, 1.0) if known else 1.0)
    needed = groups_for_power(expected, power=ENOUGH_POWER, **options)
    found = replace(row, true_coefficient=signed, groups_needed=math.nan if needed is None else float(needed))
    if not known or row.n_groups < LEAST_GROUPS:
        return found
    texts: float | None = math.inf
    if row.ceiling > 0:
        x, y = min(row.reliability_x, 1.0), min(row.reliability_y, 1.0)
        texts = texts_for_power(signed, x, y, row.n_groups, power=ENOUGH_POWER, **options)
    power = relation_power(expected, row.n_groups, **options)
    return replace(found, power=power, texts_needed=math.inf if texts is None else texts)


def power_told(row: Relation) -> str:
    """What the row could have shown, in a sentence that begins with a blank; "" where nothing is known, or enough.

    Nothing is said either where permutations, and not groups, are lacking.
    """
    if (
        math.isnan(row.true_coefficient)
        or math.isnan(row.groups_needed)
        or (row.verdict == UNTESTABLE and row.lacking != FEW_GROUPS)
    ):
        return ""
    true, needed = f"a true coefficient of {row.true_coefficient:g}", counted(int(row.groups_needed), "group")
    if math.isnan(row.ceiling):
        if row.n_groups >= row.groups_needed:
            return ""
        return f" Even without noise it takes about {needed} to find {true} {CHANCES}."
    if math.isnan(row.power):
        return f" To find {true} {CHANCES} takes about {needed} at these numbers of texts."
    these, share = counted(row.n_groups, "group"), f"{100 * row.power:.0f} % of cases"
    found = f" With {these} and these tables {true} would be found in {share}"
    if row.power >= ENOUGH_POWER:
        return f"{found}."
    more = f"{100 * ENOUGH_POWER:.0f} % needs about {needed} at these numbers of texts"
    if row.texts_needed > HARDLY:
        return f"{found}; {more}; more texts of the same groups would help little."
    return f"{found}; {more}, or {_times(row.texts_needed)} as many texts of every group."


def _times(factor: float) -> str:
    """A factor above 1 in two figures, rounded up: texts that were too few are not to be."""
    digits = 1 - math.floor(math.log10(factor))
    return f"about {math.ceil(factor * 10**digits) / 10**digits:,g} times"
