"""Do the tests of relations reject as often as they say, where nothing is related?

    python benchmarks/calibration_relations.py              5,000 runs per case, appended to results/calibration.csv
    python benchmarks/calibration_relations.py --runs 200 --dry

Tables are made of effects of their groups: a value is the sum of those of its two groups, as when a small sample lifts
all pairs of a group. The effects of the two tables are unrelated, so a test at .05 should reject in 5 % of runs, within
the 99 % band of the binomial law. What is marked "for comparison" takes pairs as independent, leaves the confounder
out, or corrects nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np
from calibrating import calibrate, calibration_row
from tqdm import tqdm

from geobias.seeds import generator
from geobias.stats import (
    PermutationSource,
    asymptotic_pvalue,
    benjamini_hochberg,
    holm,
    max_statistic,
    mrqap,
    permutation_test,
)

ALPHA = 0.05
SHUFFLES = 999
COMPARISON = "for comparison"
Found = Mapping[str, bool]


def node_sums(rng: np.random.Generator, groups: int, tables: int = 1) -> np.ndarray:
    """Tables (tables, pairs) whose values are sums of normal effects of their groups."""
    rows, columns = np.triu_indices(groups, 1)
    effects = rng.normal(size=(tables, groups))
    return effects[:, rows] + effects[:, columns]


def one_relation(rng: np.random.Generator, source: PermutationSource, groups: int) -> Found:
    """Two tables of unrelated effects, by three coefficients, relabelled and by shuffled pairs."""
    x, y = node_sums(rng, groups, 2)
    by_groups, shuffle = source.of_groups(groups), source.of_pairs(len(x))
    found = {}
    for name in ("spearman", "pearson", "distance_correlation"):
        found[f"{name}, relabelled"] = permutation_test(x, y[None], by_groups, coefficient=name).pvalue[0] <= ALPHA
    found["spearman, pairs shuffled"] = permutation_test(x, y[None], shuffle, coefficient="spearman").pvalue[0] <= ALPHA
    found["spearman, asymptotic"] = asymptotic_pvalue(x, y, "spearman", "two-sided") <= ALPHA
    return found


def confounded(rng: np.random.Generator, source: PermutationSource, groups: int) -> Found:
    """Distance and gap that both follow from the difference in length, and otherwise from effects of their own."""
    rows, columns = np.triu_indices(groups, 1)
    length = rng.uniform(0, 4, groups)
    covariate = np.abs(length[rows] - length[columns])
    x, y = covariate + node_sums(rng, groups, 2)
    by_groups = source.of_groups(groups)
    result = mrqap(y, [x, covariate], by_groups)
    return {
        "MRQAP given the confounder": result.pvalue[0] <= ALPHA,
        "least squares given the confounder": result.p_ols[0] <= ALPHA,
        "pearson, relabelled, without the confounder": (
            permutation_test(x, y[None], by_groups, coefficient="pearson").pvalue[0] <= ALPHA
        ),
    }


def family(rng: np.random.Generator, source: PermutationSource, groups: int, planted: bool) -> Found:
    """Three distances and fourteen gaps that go together; `planted`: the first gap follows the first distance.

    A family-wise error is a rejected relation other than the planted one.
    """
    distances, gaps = node_sums(rng, groups, 3), node_sums(rng, groups, 14) + node_sums(rng, groups)
    if planted:
        gaps[0] = distances[0] + 0.1 * node_sums(rng, groups)[0]
    by_groups = source.of_groups(groups)
    tests = [permutation_test(distance, gaps, by_groups, coefficient="spearman") for distance in distances]
    observed, null, p = (np.concatenate([getattr(t, name) for t in tests]) for name in ("statistic", "null", "pvalue"))
    adjusted = {
        "largest statistic, step-down": max_statistic(observed, null, exact=by_groups.exact),
        "largest statistic, single-step": max_statistic(observed, null, exact=by_groups.exact, step_down=False),
        "Holm": holm(p),
        "Benjamini-Hochberg": benjamini_hochberg(p),
        "no correction": p,
    }
    return {name: bool((values[int(planted) :] <= ALPHA).any()) for name, values in adjusted.items()}


CASES: dict[str, Callable[[np.random.Generator, PermutationSource], Found]] = {
    "effects of 6 groups": partial(one_relation, groups=6),
    "effects of 7 groups": partial(one_relation, groups=7),
    "confounded by length, 6 groups": partial(confounded, groups=6),
    "confounded by length, 7 groups": partial(confounded, groups=7),
    "confounded by length, 10 groups": partial(confounded, groups=10),
    "family of 42, 6 groups": partial(family, groups=6, planted=False),
    "family of 42, 7 groups, one related": partial(family, groups=7, planted=True),
}
NOTES = {
    "MRQAP given the confounder": "approximate: what is relabelled are residuals",
    "spearman, pairs shuffled": COMPARISON,
    "spearman, asymptotic": COMPARISON,
    "least squares given the confounder": COMPARISON,
    "pearson, relabelled, without the confounder": COMPARISON,
    "no correction": COMPARISON,
    "Holm": "conservative where tests depend on each other",
    "Benjamini-Hochberg": "controls the false discovery rate: the family-wise rate where nothing is related",
}


def rejections(case: str, runs: int, seed: int = 0) -> dict[str, int]:
    """How often each test of a case rejects in `runs` simulated runs, drawn from a stream of the case's own."""
    source, rng, counts = PermutationSource(seed, n_resamples=SHUFFLES), generator(seed, "calibration", case), {}
    for _ in tqdm(range(runs), desc=case, disable=None):
        for name, rejected in CASES[case](rng, source).items():
            counts[name] = counts.get(name, 0) + bool(rejected)
    return counts


def rows_of(case: str, runs: int) -> list[dict[str, Any]]:
    return [
        calibration_row("relations", case, name, runs, count, ALPHA, NOTES.get(name, ""))
        for name, count in rejections(case, runs).items()
    ]


def main() -> None:
    calibrate(__doc__, list(CASES), rows_of, 5_000)


if __name__ == "__main__":
    main()
