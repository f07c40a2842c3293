"""The divergences that take part in the omnibus test of differences, counted for `geobias plan`."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from itertools import combinations

import torch

from geobias.distances import SinkhornOptions, TableOptions, pairwise_table
from geobias.measures.differences import DifferenceSettings, count_divergences
from geobias.parallel import single_threaded
from geobias.pipeline.cost.sinkhorn import ClusterCounts, Counted
from geobias.pipeline.differing import MANY_REGIONS
from geobias.pipeline.materials import Materials
from geobias.pipeline.unit_covariates import LENGTH

Pair = tuple[str, str]
SINKHORN = "sinkhorn"
_TRIED = 8
"""Clouds of a trial: many small divergences in one call take less each than one alone."""


def count_omnibus(
    counts: ClusterCounts, materials: Materials, settings: DifferenceSettings, width: int
) -> Counted | None:
    """Of all pairs as they are, of regions adjusted, and of placebos; None where Sinkhorn takes no part.

    width : of the tokens' vectors, with which one divergence is timed. The numbers are upper bounds: matching leaves
    fewer units than a group has, and how many is not known before they are matched.
    """
    tables = _tables(counts, materials, settings)
    found = [count_divergences(_at_most(units, settings), pairs, settings) for units, pairs in tables]
    total = sum(number for number, _ in found)
    if not total:
        return None
    tokens = round(counts.tokens * sum(number * m for number, m in found) / total)
    return Counted("differences", total, tokens, seconds=_trial(tokens, width))


def _tables(
    counts: ClusterCounts, materials: Materials, settings: DifferenceSettings
) -> list[tuple[Mapping[str, int], list[Pair]]]:
    """Units of the groups of every table of samples, and the pairs that are compared in it."""
    regions = {group: units for group, units in counts.clusters.items() if group in materials.pools.regions}
    if SINKHORN not in settings.statistics or not 2 <= len(regions) <= MANY_REGIONS:
        return []
    tables: list[tuple[Mapping[str, int], list[Pair]]] = [(counts.clusters, list(combinations(counts.clusters, 2)))]
    if settings.adjust and settings.adjusted != "never":
        tables.append(_apart(list(combinations(regions, 2)), regions, 1))
    if settings.placebo and LENGTH in settings.adjust:
        tables += 2 * [_apart([(group, group) for group in regions], regions, 2)]
    return tables


def _apart(pairs: Sequence[Pair], units: Mapping[str, int], parts: int) -> tuple[dict[str, int], list[Pair]]:
    """Both sides of every pair as groups of their own, of one part in `parts` of the units, and the pairs of these."""
    named = [(f"{a} ({number}, first)", f"{b} ({number}, second)") for number, (a, b) in enumerate(pairs)]
    sizes = [units[group] // parts for pair in pairs for group in pair]
    return dict(zip([side for pair in named for side in pair], sizes, strict=True)), named


def _at_most(units: Mapping[str, int], settings: DifferenceSettings) -> dict[str, int]:
    return {name: min(count, settings.largest_group) for name, count in units.items()}


def _trial(tokens: int, width: int) -> float:
    """Seconds of one divergence between random clouds at the blur of their spread, in float64 as the test has them."""
    rng = torch.Generator().manual_seed(0)
    clouds = [torch.randn(tokens, width, generator=rng, dtype=torch.float64) for _ in range(_TRIED)]
    with single_threaded():
        start = time.perf_counter()
        pairwise_table(clouds, None, SinkhornOptions(blur=width**0.5), TableOptions(workers=1))
        return (time.perf_counter() - start) / (_TRIED * (_TRIED + 1) / 2)
