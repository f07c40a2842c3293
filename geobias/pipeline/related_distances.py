"""Distances related with what lies beside them, and which coefficients so few groups let be found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from typing import Protocol

import numpy as np

from geobias.relations import critical_coefficients, judge, relate_all, with_power
from geobias.seeds import generator
from geobias.stats import PermutationSource
from geobias.tables import PairTable, Relation, SeparationTable

LEAST_GROUPS = 3
Family = list[tuple[PairTable, PairTable]]


class Relating(Protocol):
    """How relations are tested and judged; for names see `geobias.relations.relate_all`."""

    @property
    def coefficients(self) -> tuple[str, ...]: ...
    @property
    def alternative(self) -> str: ...
    @property
    def n_resamples(self) -> int: ...
    @property
    def exact_limit(self) -> int: ...
    @property
    def alpha(self) -> float: ...
    @property
    def true_coefficient(self) -> float: ...


def relate_distances(
    distances: Sequence[PairTable],
    beside: Sequence[PairTable],
    how: Relating,
    *,
    family: str,
    noun: str,
    declared: bool,
    rng: np.random.Generator,
) -> list[Relation]:
    """The judged relations of every distance with every table beside it; none on fewer than three groups.

    noun : what groups are, in the plural, for the notes, which say what coefficient could be found. declared : whether
    the first distance with the first table was declared beforehand; the others are then a family behind it.
    """
    shared = [group for group in distances[0].groups if group in beside[0].groups]
    if len(shared) < LEAST_GROUPS:
        return []
    pairs = list(product(distances, beside))
    found = relate_all(
        pairs,
        family=family,
        coefficients=how.coefficients,
        groups=shared,
        alternative=how.alternative,
        exact_limit=how.exact_limit,
        n_resamples=how.n_resamples,
        primary=(str(distances[0].quantity), str(beside[0].quantity)) if declared else None,
        rng=rng,
    )
    rows = with_power(judge(found.rows, alpha=how.alpha), how.true_coefficient, alpha=how.alpha)
    # The declared relation, the first, needs no correction; the others are a family behind it.
    blocks = [pairs[:1], pairs[1:]] if declared else [pairs]
    told: dict[tuple[str, str, str], float] = {}
    for coefficient in dict.fromkeys(row.coefficient for row in rows):
        for block in filter(None, blocks):
            told |= _findable(block, coefficient, shared, how)
    return [replace(row, note=_noted(row, told, noun)) for row in rows]


def as_distance(table: SeparationTable) -> PairTable:
    """An excess over floors, or an unbiased distance, which has none and keeps its name."""
    made = table.pair_table("excess")
    return made if not np.isnan(table.rows[0].floor) else replace(made, quantity=table.rows[0].quantity)


def _findable(
    block: Family, coefficient: str, groups: Sequence[str], how: Relating
) -> dict[tuple[str, str, str], float]:
    """(x, y, coefficient) -> what the coefficient must exceed, corrected over the block."""
    source = PermutationSource(generator(0, "findable"), how.exact_limit, how.n_resamples)
    least = critical_coefficients(
        block, coefficient, source, alpha=how.alpha, groups=groups, alternative=how.alternative
    )
    return {
        (str(x.quantity), str(y.quantity), coefficient): float(one) for (x, y), one in zip(block, least, strict=True)
    }


def _noted(row: Relation, least: dict[tuple[str, str, str], float], noun: str) -> str:
    if np.isnan(row.statistic):
        return row.note
    found, told = least[row.x, row.y, row.coefficient], f"with {row.n_groups} {noun} ({row.n_pairs} pairs)"
    none, some = "no coefficient is large enough", f"a coefficient must exceed {found:.2f}"
    said = f"{told} {none if np.isinf(found) else some} to be told from chance"
    return "; ".join(filter(None, (row.note, said)))
