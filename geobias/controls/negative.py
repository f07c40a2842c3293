"""Negative control: the whole pipeline where nothing can be found, on placebo groups beside the true ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from geobias.controls.distances import Comparison
from geobias.controls.placebo import Progress, gaps_of, partitions
from geobias.controls.regions import Regions
from geobias.controls.settings import ControlPlan
from geobias.means import known_mean
from geobias.pipeline import Performance
from geobias.stats import ControlResult, Rule, control_pvalue, correlate
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
    plan, metrics = compare.plan, metrics_of(performance)
    assignments = partitions(regions.owners, count, compare.seed)
    found = Negative()
    for part in _parts(plan.rule, count):
        some = assignments[part.start : part.stop]
        distances = compare.tables(regions, assignments, progress, part)
        gaps = gaps_of(regions, performance.predictions, some, metrics, plan.splits, compare.seed, first=part.start)
        found = _extended(found, distances, gaps, plan, count)
        if _settled(found, (primary_of(plan, metrics), (LARGEST, "")), plan.rule, count):
            break
    return found


def _parts(rule: Rule | None, count: int) -> Iterator[range]:
    """Assignments from one look to the next, the true groups with the first of them."""
    ends = [0] if rule is None else [0, *(1 + rule.boundaries(count).looks).tolist()]
    return (range(*between) for between in pairwise([*ends, 1 + count]))


def _extended(
    found: Negative, distances: Mapping[str, np.ndarray], gaps: Mapping[str, np.ndarray], plan: ControlPlan, count: int
) -> Negative:
    """The tables with those of further assignments, and the tests of all."""
    far, unequal = _joined(found.distances, distances), _joined(found.gaps, gaps)
    values = statistics(far, unequal, plan)
    return Negative(far, unequal, values, {key: tested(key, some, plan, count) for key, some in values.items()})


def _joined(before: Mapping[str, np.ndarray], more: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
    return {name: np.concatenate([*([before[name]] if name in before else []), table]) for name, table in more.items()}


def _settled(found: Negative, deciding: Iterable[Key], rule: Rule | None, count: int) -> bool:
    """Whether all that a verdict can go by is known to be on one side; a statistic that is undefined has no p."""
    if rule is None:
        return False
    tests = [found.results[key] for key in deciding if key in found.results]
    known = [test for test in tests if not np.isnan(test.pvalue)]
    reached = (round(test.pvalue * (test.n_placebo + 1)) - 1 for test in known)
    limits = rule.boundaries(count)
    return all(limits.settled(test.n_placebo, b) for test, b in zip(known, reached, strict=True))


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


def tested(key: Key, values: np.ndarray, plan: ControlPlan, planned: int | None) -> ControlResult:
    """Of values whose first is that of the true groups; one-sided where there is no coefficient, but a size."""
    alternative = plan.relation.alternative if key[1] else "greater"
    return control_pvalue(values[0], values[1:], alternative=alternative, planned=planned)


def primary_of(plan: ControlPlan, metrics: tuple[str, ...]) -> Key:
    """The relation that the verdict goes by."""
    return plan.primary or (MAHALANOBIS, str(Quantity(GAP, metrics[0], estimate=AT_M)))
