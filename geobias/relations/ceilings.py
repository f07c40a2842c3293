"""The noise ceiling of a relation: the highest coefficient that tables of such reliability let show."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import replace

from geobias.tables import Relation, Reliability

NAN = float("nan")


def ceiling(reliability_x: float, reliability_y: float) -> float:
    """The root of the product of two reliabilities (Spearman 1904, American Journal of Psychology 15).

    It is the coefficient that two tables would show on average if what they measure went together entirely. 0 where one
    reliability is not positive, NaN where one is not known. In representational similarity analysis the highest
    coefficient that noise leaves is the noise ceiling (Nili et al. 2014).

    >>> ceiling(0.64, 0.25), ceiling(0.5, -0.1)
    (0.4, 0.0)
    """
    if math.isnan(reliability_x) or math.isnan(reliability_y):
        return NAN
    return math.sqrt(max(reliability_x, 0.0) * max(reliability_y, 0.0))


def corrected(statistic: float, highest: float) -> float:
    """A coefficient corrected for attenuation, statistic / ceiling; NaN where the ceiling is 0 or not known.

    It may lie beyond 1, by chance or because both tables share the noise of their texts; it is not cut there, which
    would hide that.
    """
    return statistic / highest if highest > 0 else NAN


def with_ceilings(
    rows: Iterable[Relation],
    reliabilities: Iterable[Reliability],
    intervals: Mapping[tuple[str, str, str], tuple[float, float]] | None = None,
    *,
    level: float = 0.95,
    method: str = "",
) -> tuple[Relation, ...]:
    """The rows with reliabilities of both tables, ceiling, corrected coefficient and interval, where they are known.

    reliabilities : by quantity and coefficient, e.g. the rows of a `ReliabilityTable`; those of other numbers of groups
        than a relation has are not its own. intervals : (x, y, coefficient) -> low, high at `level`, by `method`, of
        relations on all groups; rows that leave groups out on purpose have neither.
    """
    known = {(row.quantity, row.coefficient, row.n_groups): row.value for row in reliabilities}
    return tuple(_with_ceiling(row, known, intervals or {}, level, method) for row in rows)


def _with_ceiling(
    row: Relation,
    known: Mapping[tuple[str, str, int], float],
    intervals: Mapping[tuple[str, str, str], tuple[float, float]],
    level: float,
    method: str,
) -> Relation:
    if row.excluded:
        return row
    x, y = (known.get((name, row.coefficient, row.n_groups), NAN) for name in (row.x, row.y))
    highest = ceiling(x, y)
    changed = replace(
        row, reliability_x=x, reliability_y=y, ceiling=highest, corrected=corrected(row.statistic, highest)
    )
    ends = intervals.get((row.x, row.y, row.coefficient))
    return changed if ends is None else replace(changed, low=ends[0], high=ends[1], level=level, interval=method)
