"""The omnibus test of one pair of groups."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from geobias.measures.differences.drawing import LikeUnits, alike_over_strata, strata_of
from geobias.measures.differences.scaled_sinkhorn import LEAST_SAMPLES, Pair, SampleTable
from geobias.measures.differences.settings import DifferenceSettings
from geobias.measures.differences.statistics import LEAST_UNITS, standardised, vector_statistics
from geobias.measures.keeping import Keeping
from geobias.seeds import generator
from geobias.stats import distinct_splits
from geobias.tables import Difference

TIE = 1e-4
"""Standardised statistics this close are equal: float32 does not tell them apart."""
SINKHORN = "sinkhorn"


@dataclass(frozen=True)
class PairTests:
    """What all pairs are tested with."""

    settings: DifferenceSettings
    scale: float
    table: SampleTable | None
    seed: int
    keeping: Keeping

    def test(self, pair: Pair, units: tuple[LikeUnits, LikeUnits], texts: int) -> tuple[Difference, np.ndarray]:
        """A pair's test, without its size, and its largest statistic: observed, then of every permutation (1 + B,)."""
        a, b = units
        sizes = len(a), len(b)
        test = Difference(*pair, *sizes, texts)
        names = [s for s in self.settings.statistics if s in LEAST_UNITS and min(sizes) >= LEAST_UNITS[s]]
        rows = dict(zip(names, self._vectors(names, pair, units), strict=True)) if names else {}
        splits = distinct_splits(np.repeat([1, 0], sizes), strata_of(units)) if names else 0
        lacking = [name for name in self.settings.statistics if name in LEAST_UNITS and name not in names]
        notes = [f"{name} needs {LEAST_UNITS[name]} units of each group" for name in lacking]
        if SINKHORN in self.settings.statistics:
            reason = self._no_sinkhorn(pair, units)
            if reason:
                notes.append(reason)
            elif self.table is not None:
                rng = generator(self.seed, "omnibus sinkhorn", *sorted(pair))
                excess, rows[SINKHORN] = self.table.statistic(pair, self.settings.permutations, rng)
                splits = splits or self.table.splits(pair)  # where nothing else permutes units, samples are few
                test = replace(test, sinkhorn_m=self.table.m, sinkhorn_blur=self.table.blur, sinkhorn_excess=excess)
        test = replace(test, note="; ".join(notes))
        if not rows:
            return test, np.full(1 + self.settings.permutations, np.nan)
        return _judged(test, rows, splits)

    def _vectors(self, names: Sequence[str], pair: Pair, units: tuple[LikeUnits, LikeUnits]) -> np.ndarray:
        settings = self.settings
        made = {
            "statistics": list(names), "permutations": settings.permutations, "folds": settings.folds,
            "bandwidths": list(settings.bandwidths), "scale": self.scale, "seed": self.seed,
            "points": [group.points for group in units], "strata": [group.strata for group in units],
        }  # fmt: skip
        rng = generator(self.seed, "omnibus splits", *sorted(pair))
        return self.keeping.keep(
            "-".join(["omnibus", *pair]), made, lambda: vector_statistics(names, units, settings, self.scale, rng)
        )

    def _no_sinkhorn(self, pair: Pair, units: tuple[LikeUnits, LikeUnits]) -> str:
        """Why the Sinkhorn excess takes no part; "" where it does."""
        if self.table is None or not all(name in self.table.places for name in pair):
            least = self.settings.sinkhorn_samples or LEAST_SAMPLES
            return f"sinkhorn needs {least} samples with tokens of each group"
        if strata_of(units) is not None and not alike_over_strata(units):
            return "sinkhorn permutes samples, which are alike only where both groups have one distribution over strata"
        return ""


def _judged(test: Difference, rows: Mapping[str, np.ndarray], splits: int) -> tuple[Difference, np.ndarray]:
    largest = standardised(np.stack(list(rows.values()))).max(0)
    strongest = max(rows, key=lambda name: rows[name][0])
    permutations = len(largest) - 1
    alone: dict[str, Any] = {f"p_{name}": _share(row) for name, row in rows.items()}
    # The observed split itself is drawn in this share of permutations, where splits are few.
    smallest = max(1 / (permutations + 1), 1 / splits)
    test = replace(
        test, z=float(largest[0]), strongest=strongest, p_permutation=_share(largest), p_smallest=smallest,
        n_permutations=permutations, **alone,
    )  # fmt: skip
    return test, largest


def _share(row: np.ndarray) -> float:
    """(b + 1) / (m + 1) for the first against the others."""
    return (int((row[1:] >= row[0] - TIE).sum()) + 1) / len(row)
