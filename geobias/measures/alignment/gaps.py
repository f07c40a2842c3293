"""Differences in alignment as pairwise tables, to which anything else known of pairs of groups can be related."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from geobias.corpora import joint_name
from geobias.errors import InputError
from geobias.measures.alignment.intervals import scale_of
from geobias.tables import AlignmentDifference, AlignmentDifferenceTable, PairTable, Quantity

ALIGNMENT_GAP, STANDARDISED_GAP = "alignment_gap", "standardised_alignment_gap"
"""The kinds of these quantities; the source stands in brackets: "alignment_gap[labels]"."""


def alignment_gaps(
    table: AlignmentDifferenceTable,
    attribute: str | Sequence[str],
    statistic: str | None = None,
    *,
    standardised: bool = False,
) -> tuple[PairTable, ...]:
    """|alignment of one group - of the other| of every pair of an attribute's groups, one table a source.

    The further the opinions of two groups lie apart, the more their difference varies over items, and the fewer their
    annotators, the more it varies over those. So where no source is more aligned with anyone, larger gaps still go with
    larger distances. Differences in units of their errors do not: relate these to anything else.

    Parameters
    ----------
    statistic : the coefficient; None = the decisive rows.
    standardised : divide each by its standard error.

    Returns
    -------
    Tables of values (1, G, G) with groups in order of appearance; NaN = no difference was measured.

    Raises
    ------
    InputError : the table has no such rows.

    >>> from geobias.corpora import make_judgements
    >>> from geobias.measures.alignment import AlignmentSettings, alignment_differences
    >>> found = alignment_differences(make_judgements(), ["region"], AlignmentSettings(statistics=("latent",)))
    >>> [gaps.quantity for gaps in alignment_gaps(found, "region")]
    ['alignment_gap[labels]', 'alignment_gap[model]']
    """
    name = attribute if isinstance(attribute, str) else joint_name(attribute)
    kept = [row for row in table.rows if row.attribute == name]
    rows = [row for row in kept if (row.decisive if statistic is None else row.statistic == statistic)]
    if not rows:
        raise InputError(
            f"gaps in alignment need differences of groups of {name!r}" + (f" by {statistic}" if statistic else ""),
            f"there are those of {sorted({row.attribute for row in table.rows})}, "
            f"by {sorted({row.statistic for row in table.rows})}",
            "Name one of these.",
        )
    kind = STANDARDISED_GAP if standardised else ALIGNMENT_GAP
    groups = tuple(dict.fromkeys(group for row in rows for group in (row.group_a, row.group_b)))
    return tuple(
        _gaps([row for row in rows if row.source == source], groups, Quantity(kind, source))
        for source in dict.fromkeys(row.source for row in rows)
    )


def _in_errors(row: AlignmentDifference) -> float:
    """On the scale of the error, in units of it."""
    first, second = scale_of(row.statistic)[0](np.array([row.a, row.b]))
    return float(abs(first - second) / row.error)


def _gaps(rows: Sequence[AlignmentDifference], groups: tuple[str, ...], quantity: Quantity) -> PairTable:
    place = {group: at for at, group in enumerate(groups)}
    values = np.full((1, len(groups), len(groups)), np.nan)
    values[0][np.diag_indices(len(groups))] = 0.0
    sizes: dict[str, int] = {}
    for row in rows:
        i, j = place[row.group_a], place[row.group_b]
        gap = _in_errors(row) if quantity.kind == STANDARDISED_GAP else abs(row.difference)
        values[0, i, j] = values[0, j, i] = gap
        sizes |= {row.group_a: row.n_a, row.group_b: row.n_b}
    statistics = ", ".join(dict.fromkeys(row.statistic for row in rows))
    return PairTable(
        groups, values, quantity, nonnegative=True, sizes=sizes,
        details={"statistic": statistics, "attribute": rows[0].attribute},
    )  # fmt: skip
