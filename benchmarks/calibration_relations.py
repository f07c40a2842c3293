"""Do the tests of relations reject as often as they say, where nothing is related?

    python benchmarks/calibration_relations.py              5,000 runs per case, appended to results/calibration.csv
    python benchmarks/calibration_relations.py --runs 200 --dry

Tables are made of effects of their groups: a value is the sum of those of its two groups, as when a small sample lifts
all pairs of a group. Where sizes drive level and scatter, small groups have larger values that scatter more, in both
tables. The effects of the two tables are unrelated, so a test at .05 should reject in 5 % of runs, within
the 99 % band of the binomial law. What is marked "for comparison" takes pairs as independent, leaves the confounder
out, or corrects nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from itertools import product
from typing import Any

import numpy as np
from calibrating import calibrate, calibration_row
from tqdm import tqdm

from geobias.relations import EQUIVALENT, SUPPORTED, judge, judge_differences, relate_all
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
from geobias.tables import Difference, DifferenceTable, PairTable

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


def scattered(rng: np.random.Generator, source: PermutationSource, groups: int, of: str) -> Found:
    """Sizes of groups, 50 to 2,000, give level and scatter of both tables: of effects of the groups, of single pairs,
    or (as squared distances of means have) of both."""
    rows, columns = np.triu_indices(groups, 1)
    size = np.exp(rng.uniform(np.log(50), np.log(2_000), groups))
    level = (1 / size)[rows] + (1 / size)[columns]
    if of == "groups":
        effects = rng.normal(size=(2, groups)) * np.sqrt(1 / size / level.mean())
        x, y = level / level.mean() + 0.5 * (effects[:, rows] + effects[:, columns])
    elif of == "pairs":
        x, y = level * (1 + 0.5 * rng.normal(size=(2, len(rows))))
    else:
        means = rng.normal(size=(2, groups)) / np.sqrt(size)
        x, y = (means[:, rows] - means[:, columns]) ** 2
    result = mrqap(y, [x, level], source.of_groups(groups))
    return {"MRQAP given sizes": result.pvalue[0] <= ALPHA, "least squares given sizes": result.p_ols[0] <= ALPHA}


def _tables(values: np.ndarray, name: str) -> list[PairTable]:
    """Vectors (tables, pairs) as tables of groups a, b, c ..."""
    groups = int((1 + np.sqrt(1 + 8 * values.shape[1])) / 2)
    squares = np.zeros((len(values), groups, groups))
    squares[:, *np.triu_indices(groups, 1)] = values
    squares += squares.transpose(0, 2, 1)
    return [PairTable(tuple("abcdefghijkl"[:groups]), one[None], f"{name} {i}") for i, one in enumerate(squares)]


def declared(rng: np.random.Generator, source: PermutationSource, groups: int, slope: float) -> Found:
    """One declared relation before a family of 41, one-sided; `slope`: the gaps follow the first distance so."""
    distances = node_sums(rng, groups, 3)
    gaps = node_sums(rng, groups, 14) + node_sums(rng, groups) + slope * distances[0]
    x, y = _tables(distances, "distance"), _tables(gaps, "gap")
    table = relate_all(
        product(x, y), coefficients=["spearman"], alternative="greater", primary=("distance 0", "gap 0"),
        n_resamples=99, rng=rng,
    )  # fmt: skip
    primary, *behind = judge(table.rows)
    first, others = primary.verdict == SUPPORTED, [row.verdict == SUPPORTED for row in behind]
    about_others = [hit for hit, row in zip(others, behind, strict=True) if row.x != "distance 0"]
    return {
        "the declared relation": first,
        "any other of its distance": any(others[:13]),
        "any of another distance": any(about_others),
        "the declared relation, the other way": primary.p_opposite <= ALPHA,
    }


def lacking_group(rng: np.random.Generator, source: PermutationSource, groups: int) -> Found:
    """A family of 15 of which one gap is undefined for one group: max-T by blocks."""
    x, y = _tables(node_sums(rng, groups, 3), "distance"), _tables(node_sums(rng, groups, 5), "gap")
    y[-1] = y[-1].select(y[-1].groups[:-1])
    rows = judge(relate_all(product(x, y), coefficients=["spearman"], n_resamples=99, rng=rng).rows)
    return {
        "max-T by blocks": any(row.verdict == SUPPORTED for row in rows),
        "Holm": any(row.p_holm <= ALPHA for row in rows),
    }


def on_the_margin(rng: np.random.Generator, source: PermutationSource, pairs: int) -> Found:
    """Pairs that lie on the margin, where the p of equivalence is uniform: any called equivalent is wrong."""
    row = Difference("a", "b", 90, 90, p_permutation=1.0, p_max=1.0, p_smallest=0.0005, n_permutations=1_999)
    rows = [replace(row, group_b=f"b{i}", p_equivalent=p) for i, p in enumerate(rng.uniform(size=pairs))]
    found = judge_differences(DifferenceTable(tuple(rows)), ()).rows
    return {
        "equivalent after Holm": any(one.verdict == EQUIVALENT for one in found),
        "equivalent, no correction": any(one.p_equivalent <= ALPHA for one in rows),
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
    "effects of 5 groups": partial(one_relation, groups=5),
    "effects of 6 groups": partial(one_relation, groups=6),
    "effects of 7 groups": partial(one_relation, groups=7),
    "confounded by length, 5 groups": partial(confounded, groups=5),
    "confounded by length, 6 groups": partial(confounded, groups=6),
    "confounded by length, 7 groups": partial(confounded, groups=7),
    "confounded by length, 10 groups": partial(confounded, groups=10),
    "sizes drive level and scatter of groups, 6 groups": partial(scattered, groups=6, of="groups"),
    "sizes drive level and scatter of groups, 7 groups": partial(scattered, groups=7, of="groups"),
    "sizes drive level and scatter of groups, 10 groups": partial(scattered, groups=10, of="groups"),
    "sizes drive level and scatter of pairs, 6 groups": partial(scattered, groups=6, of="pairs"),
    "sizes drive level and scatter of pairs, 7 groups": partial(scattered, groups=7, of="pairs"),
    "squared distances of means, 6 groups": partial(scattered, groups=6, of="both"),
    "squared distances of means, 7 groups": partial(scattered, groups=7, of="both"),
    "declared before a family of 41, 5 groups": partial(declared, groups=5, slope=0.0),
    "declared before a family of 41, 6 groups": partial(declared, groups=6, slope=0.0),
    "declared before a family of 41, negative, 6 groups": partial(declared, groups=6, slope=-2.0),
    "family of 15, one gap lacks a group, 7 groups": partial(lacking_group, groups=7),
    "15 pairs on the margin": partial(on_the_margin, pairs=15),
    "family of 42, 6 groups": partial(family, groups=6, planted=False),
    "family of 42, 7 groups, one related": partial(family, groups=7, planted=True),
}
NOTES = {
    "MRQAP given the confounder": "approximate: what is relabelled are residuals",
    "spearman, pairs shuffled": COMPARISON,
    "spearman, asymptotic": COMPARISON,
    "least squares given the confounder": COMPARISON,
    "pearson, relabelled, without the confounder": COMPARISON,
    "least squares given sizes": COMPARISON,
    "equivalent, no correction": COMPARISON,
    "MRQAP given sizes": "approximate: what is relabelled are residuals",
    "any other of its distance": "corrected by max-T behind the declared relation",
    "any of another distance": "corrected by max-T behind the declared relation",
    "the declared relation, the other way": "said in words, never supported",
    "max-T by blocks": "blocks weighted by their number of relations: conservative",
    "equivalent after Holm": "any of 15: by family",
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
