"""Checks of tables of pairs: gaps that no scores have, signs, copied cells, groups that are one or far from all."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from geobias.audit.score_tables.gap_lines import NamedLine, gap_line_of, printed_unit
from geobias.audit.score_tables.like_groups import Twins, apart_groups, twins
from geobias.audit.score_tables.pair_columns import Pair, PairColumn
from geobias.tables import WARNING, AuditFinding, row_numbers

_FEW_SIGNS = 0.2
"""A column with a larger share of negative numbers is signed; below it some slipped in."""
_DIGITS = 5e-6
"""Numbers printed to five decimals or more are not equal by chance."""


def pair_findings(column: PairColumn) -> Iterator[AuditFinding]:
    """What is wrong with one quantity of pairs."""
    means = column.means
    apart = {pair: value for pair, value in means.items() if pair[0] != pair[1]}
    line = gap_line_of(apart)
    if line is not None:
        yield from _impossible(column, line)
        yield from _signs(column, apart)
    yield from _copies(column, apart, line)
    if line is None:
        yield from _distances(column)


def _where(column: PairColumn, pair: Pair) -> str:
    return f"{column.place}: {pair[0]} – {pair[1]}"


def _rows(column: PairColumn, *pairs: Pair) -> str:
    return row_numbers(sorted(row for pair in pairs for row in column.rows[pair]))


def _impossible(column: PairColumn, line: NamedLine) -> Iterator[AuditFinding]:
    for pair, right in line.wrong.items():
        value = column.means[pair]
        yield AuditFinding(
            "impossible_gaps", _where(column, pair), WARNING, value, 1, _rows(column, pair),
            f"No scores have the gap {abs(value):.7g} here: those of the other pairs make it {right:.4g}.",
            "Compute the column anew from the scores; a cell was copied, or is of another run.",
        )  # fmt: skip


def _signs(column: PairColumn, apart: dict[Pair, float]) -> Iterator[AuditFinding]:
    negative = [pair for pair, value in apart.items() if value < 0]
    if not negative or len(negative) > _FEW_SIGNS * len(apart) or _is_signed(apart):
        return
    names = ", ".join(f"{a} – {b}" for a, b in negative[:5])
    yield AuditFinding(
        "mixed_signs", column.place, WARNING, min(apart.values()), len(negative), _rows(column, *negative),
        f"{len(negative)} of {len(apart)} gaps are negative, in a column of absolute ones: {names}.",
        "Take absolute values of all, or keep the sign of all.",
    )  # fmt: skip


def _is_signed(apart: dict[Pair, float]) -> bool:
    """Whether the numbers, with their signs, are the first group's score less the second's of all pairs."""
    names = list(dict.fromkeys(name for pair in apart for name in pair))
    design = np.zeros((len(apart), len(names)))
    for row, (a, b) in enumerate(apart):
        design[row, names.index(a)], design[row, names.index(b)] = 1.0, -1.0
    values = np.array(list(apart.values()))
    scores = np.linalg.lstsq(design, values, rcond=None)[0]
    units = [unit for unit in map(printed_unit, values) if not np.isnan(unit)]
    return bool(np.abs(design @ scores - values).max() <= 3 * max(units, default=0.0) + 1e-9)


def _copies(column: PairColumn, apart: dict[Pair, float], line: NamedLine | None) -> Iterator[AuditFinding]:
    """Equal numbers of many digits; among gaps those alone that are not gaps of the others' scores."""
    by_value: dict[float, list[Pair]] = {}
    for pair, value in apart.items():
        if value and printed_unit(value) <= _DIGITS:
            by_value.setdefault(abs(value), []).append(pair)
    for value, pairs in by_value.items():
        wrong = line is None or any(pair in line.wrong for pair in pairs)
        if len(pairs) > 1 and wrong:
            names = " and ".join(f"{a} – {b}" for a, b in pairs)
            yield AuditFinding(
                "copied_cells", column.place, WARNING, value, len(pairs), _rows(column, *pairs),
                f"{names} have the same number to its last digit, {value:.9g}.",
                "Compute both anew; one cell holds the number of the other.",
            )  # fmt: skip


def _distances(column: PairColumn) -> Iterator[AuditFinding]:
    groups, matrix = column.groups, column.matrix()
    for found in twins(matrix):
        pair = next(p for p in column.values if set(p) == {groups[place] for place in found.pair})
        yield AuditFinding(
            "twin_groups", _where(column, pair), WARNING, found.distance, 1, _rows(column, pair),
            f"{pair[0]} and {pair[1]} are {found.distance:.4g} apart, {_below(found)}, and their distances to the "
            f"others differ by {found.rows_apart:.2g} alone: one stands in for the other.",
            "See that each group was read from its own file.",
        )  # fmt: skip
    for place, ratio in apart_groups(matrix):
        yield AuditFinding(
            "group_apart", f"{column.place}: {groups[place]}", WARNING, ratio, 1, "",
            f"{groups[place]} is at least {ratio:.1f} times as far from every group as any two others from each other.",
            "See that its texts were cleaned and read like those of the others.",
        )  # fmt: skip


def _below(found: Twins) -> str:
    return f"below the {found.floor:.4g} of a group with itself" if found.measured else "far below all other pairs"
