"""Negative control: the whole pipeline where nothing can be found, on placebo groups beside the true ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from geobias.controls.distances import Comparison
from geobias.controls.placebo import Progress, gaps_of, partitions
from geobias.controls.regions import Regions
from geobias.controls.settings import ControlPlan
from geobias.means import known_mean
from geobias.pipeline import Performance
from geobias.stats import ControlResult, control_pvalue, correlate
from geobias.tables import AT_M, GAP, MAHALANOBIS, Quantity

LARGEST = "largest"
"""Name of the statistic that is the largest coefficient of all, in the direction that the study asks for."""
Key = tuple[str, str]


@dataclass(frozen=True)
class Negative:
    """Tables and statistics of assignments, the true groups first.

    distances, gaps : quantity -> float64 (B, pairs).
    values : key -> float64 (B,). The keys are (x, y) for the coefficient of two quantities, (LARGEST, "") for the
        largest of these, and (x, "") for the mean of one quantity over all pairs.
    results : the same keys -> the test.
    """

    distances: dict[str, np.ndarray] = field(default_factory=dict)
    gaps: dict[str, np.ndarray] = field(default_factory=dict)
    values: dict[Key, np.ndarray] = field(default_factory=dict)
    results: dict[Key, ControlResult] = field(default_factory=dict)


def negative_control(
    regions: Regions, performance: Performance, compare: Comparison, count: int, progress: Progress | None = None
) -> Negative:
    """Distances, gaps and what they have to do with each other in the true groups and in `count` random partitions."""
    assignments = partitions(regions.owners, count, compare.seed)
    distances = compare.tables(regions, assignments, progress)
    gaps = gaps_of(
        regions, performance.predictions, assignments, metrics_of(performance), compare.plan.splits, compare.seed
    )
    values = statistics(distances, gaps, compare.plan)
    results = {key: tested(key, of_key, compare.plan) for key, of_key in values.items()}
    return Negative(distances, gaps, values, results)


def metrics_of(performance: Performance) -> tuple[str, ...]:
    """The scores whose gaps the study relates, in its order."""
    return tuple(Quantity.parse(gap.quantity).metric for gap in performance.gaps)


def statistics(
    distances: Mapping[str, np.ndarray], gaps: Mapping[str, np.ndarray], plan: ControlPlan
) -> dict[Key, np.ndarray]:
    """The statistics of `Negative.values` from tables (B, pairs)."""
    found = {(x, y): correlate(d, g, plan.coefficient) for y, g in gaps.items() for x, d in distances.items()}
    sizes = {(name, ""): known_mean(table) for name, table in {**distances, **gaps}.items()}
    if not found:
        return sizes
    turn = {"two-sided": np.abs, "greater": np.positive, "less": np.negative}[plan.relation.alternative]
    turned = np.stack([turn(values) for values in found.values()])
    undefined = np.isnan(turned).all(0)
    found[LARGEST, ""] = np.where(undefined, np.nan, np.where(np.isnan(turned), -np.inf, turned).max(0))
    return found | sizes


def tested(key: Key, values: np.ndarray, plan: ControlPlan) -> ControlResult:
    """Of values whose first is that of the true groups; one-sided where there is no coefficient, but a size."""
    alternative = plan.relation.alternative if key[1] else "greater"
    return control_pvalue(values[0], values[1:], alternative=alternative)


def primary_of(plan: ControlPlan, metrics: tuple[str, ...]) -> Key:
    """The relation that the verdict goes by."""
    return plan.primary or (MAHALANOBIS, str(Quantity(GAP, metrics[0], estimate=AT_M)))
