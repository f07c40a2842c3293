"""Distances of answers related with distances on the axis, and which coefficients so few nations let be found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product

import numpy as np

from geobias.pipeline.answer_distances.settings import AnswerGeometrySettings
from geobias.relations import critical_coefficients, judge, relate_all, with_power
from geobias.seeds import generator
from geobias.stats import PermutationSource
from geobias.tables import PairTable, Relation, SeparationTable

SURVEY, WRITTEN = "survey", "written"
LEAST_NATIONS = 3

Family = list[tuple[PairTable, PairTable]]


def related(
    tables: Sequence[SeparationTable],
    name: str,
    pairs: Sequence[PairTable],
    settings: AnswerGeometrySettings,
    seed: int,
) -> list[Relation]:
    """The judged relations of every distance with one side's two tables; none on fewer than three nations."""
    distances = [_distance(table) for table in tables]
    shared = [group for group in distances[0].groups if group in pairs[0].groups]
    if len(shared) < LEAST_NATIONS:
        return []
    family = list(product(distances, pairs))
    primary = (str(distances[0].quantity), str(pairs[0].quantity)) if name == SURVEY else None
    found = relate_all(
        family,
        family=f"answers-{name}",
        coefficients=settings.coefficients,
        groups=shared,
        alternative=settings.alternative,
        exact_limit=settings.exact_limit,
        n_resamples=settings.n_resamples,
        primary=primary,
        rng=generator(seed, "answer geometry", name),
    )
    rows = with_power(judge(found.rows, alpha=settings.alpha), settings.true_coefficient, alpha=settings.alpha)
    # The primary relation, the first, needs no correction; the others are a family behind it.
    blocks = [family[:1], family[1:]] if primary else [family]
    told: dict[tuple[str, str, str], float] = {}
    for coefficient in dict.fromkeys(row.coefficient for row in rows):
        for block in blocks:
            told |= _findable(block, coefficient, shared, settings)
    return [replace(row, note=_noted(row, told)) for row in rows]


def _distance(table: SeparationTable) -> PairTable:
    """An excess over floors, or an unbiased distance, which has none and keeps its name."""
    made = table.pair_table("excess")
    return made if not np.isnan(table.rows[0].floor) else replace(made, quantity=table.rows[0].quantity)


def _findable(
    block: Family, coefficient: str, groups: Sequence[str], settings: AnswerGeometrySettings
) -> dict[tuple[str, str, str], float]:
    """(x, y, coefficient) -> what the coefficient must exceed, corrected over the block."""
    source = PermutationSource(generator(0, "findable"), settings.exact_limit, settings.n_resamples)
    least = critical_coefficients(
        block, coefficient, source, alpha=settings.alpha, groups=groups, alternative=settings.alternative
    )
    return {
        (str(x.quantity), str(y.quantity), coefficient): float(one) for (x, y), one in zip(block, least, strict=True)
    }


def _noted(row: Relation, least: dict[tuple[str, str, str], float]) -> str:
    if np.isnan(row.statistic):
        return row.note
    found, told = least[row.x, row.y, row.coefficient], f"{row.n_pairs} pairs of {row.n_groups} nations"
    said = f"{told} find none" if np.isinf(found) else f"{told} find a coefficient above {found:.2f}"
    return "; ".join(filter(None, (row.note, said)))
