"""Does the negative control keep its level, and how often does it stop a relation that is there?

    python benchmarks/calibration_controls.py               500 runs per case, appended to results/calibration.csv
    python benchmarks/calibration_controls.py --runs 100 --dry --cases "one law, 6 groups of 100"

Texts are vectors of 8 dimensions with a right or wrong answer each. Groups differ by nothing ("one law"), by means and
shares of right answers that have nothing to do with each other ("unrelated"), or by means on a line and shares of right
answers that fall along it ("related"). The statistic is the study's: Spearman's coefficient of squared Mahalanobis
distances and gaps over the pairs of 6 groups; the control deals the same texts to 99 random partitions, and the verdict
asks for p <= .05 of both the permuted groups and the control. "Samples of 20" has the distances on two samples of 20
texts of a group, as the control was made before, for comparison: by that the relation of the true groups is not seen.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from calibrating import calibrate, calibration_row
from tqdm import tqdm

from geobias.controls import mahalanobis_tables, pairs_of, partitions
from geobias.seeds import generator
from geobias.stats import PermutationSource, control_pvalue, correlate, permutation_test

ALPHA, PARTITIONS, WIDTH = 0.05, 99, 8
LIKE, UNLIKE = (100,) * 6, (50, 50, 100, 100, 200, 250)
CONTROL, GROUPS, VERDICT = "control rejects", "permuted groups reject", "verdict: both reject"
VETO, BEFORE = "found relations that the control stops", "found relations that the control stops, samples of 20"
World = tuple[np.ndarray, np.ndarray, np.ndarray]


def world(rng: np.random.Generator, sizes: tuple[int, ...], means: float, related: bool) -> World:
    """Vectors (N, 8), right answers (N,) and groups (N,); `means`: how far the groups' means scatter."""
    owners, groups = np.repeat(range(len(sizes)), sizes), len(sizes)
    vectors = rng.normal(size=(len(owners), WIDTH))
    if not means:
        return vectors, (rng.random(len(owners)) < 0.7).astype(float), owners
    place = rng.permutation(np.linspace(-1.5, 1.5, groups)) if related else rng.normal(size=groups)
    vectors[:, 0] += means * place[owners]
    share = place if related else rng.normal(size=groups)
    right = rng.random(len(owners)) < np.clip(0.7 + 0.12 * share[owners], 0, 1)
    return vectors, right.astype(float), owners


def gaps(right: np.ndarray, assignments: np.ndarray, groups: int) -> np.ndarray:
    """Absolute differences of the groups' shares of right answers, float64 (B, pairs)."""
    members = assignments[..., None] == np.arange(groups)
    means = np.einsum("n,bng->bg", right, members) / members.sum(1)
    return pairs_of(np.abs(means[:, :, None] - means[:, None]))


def few(vectors: np.ndarray, assignments: np.ndarray, rng: np.random.Generator, texts: int = 40) -> np.ndarray:
    """Distances of so many texts of every group alone, drawn anew in every assignment, float64 (B, pairs)."""
    tables = []
    for assignment in assignments:
        kept = np.concatenate([rng.permutation(np.flatnonzero(assignment == g))[:texts] for g in np.unique(assignment)])
        tables.append(mahalanobis_tables(vectors[kept], assignment[kept][None])[0])
    return pairs_of(np.stack(tables))


def one_run(
    rng: np.random.Generator, source: PermutationSource, sizes: tuple[int, ...], means: float, related: bool
) -> dict[str, bool | None]:
    """What rejects; None = nothing was found that could be stopped."""
    vectors, right, owners = world(rng, sizes, means, related)
    assignments = partitions(owners, PARTITIONS, int(rng.integers(2**31)))
    y = gaps(right, assignments, len(sizes))
    x = pairs_of(mahalanobis_tables(vectors, assignments))
    by_groups = source.of_groups(len(sizes))
    found = permutation_test(x[0], y[:1], by_groups, coefficient="spearman", alternative="greater").pvalue[0] <= ALPHA
    control = _control(x, y) <= ALPHA
    out: dict[str, bool | None] = {CONTROL: control, GROUPS: found, VERDICT: found and control}
    if related:
        out[VETO] = not control if found else None
        out[BEFORE] = _control(few(vectors, assignments, rng), y) > ALPHA if found else None
    return out


def _control(x: np.ndarray, y: np.ndarray) -> float:
    coefficients = correlate(x, y, "spearman")
    return control_pvalue(coefficients[0], coefficients[1:], alternative="greater").pvalue


CASES: dict[str, Callable[..., dict[str, bool | None]]] = {
    "one law, 6 groups of 100": partial(one_run, sizes=LIKE, means=0.0, related=False),
    "one law, 6 groups of 50 to 250": partial(one_run, sizes=UNLIKE, means=0.0, related=False),
    "unrelated, 6 groups of 100": partial(one_run, sizes=LIKE, means=0.5, related=False),
    "related, 6 groups of 100": partial(one_run, sizes=LIKE, means=0.5, related=True),
    "related, 6 groups of 50 to 250": partial(one_run, sizes=UNLIKE, means=0.5, related=True),
}
NOTES = {
    VETO: "share of what permuting groups finds",
    BEFORE: "for comparison: share of what permuting groups finds",
}


def counts_of(case: str, runs: int, seed: int = 0) -> dict[str, tuple[int, int]]:
    """Name -> runs in which it could happen and in which it did, each run from a stream of the case's own."""
    source, rng = PermutationSource(seed), generator(seed, "calibration", case)
    made = [CASES[case](rng, source) for _ in tqdm(range(runs), desc=case, disable=None)]
    known = {name: [run[name] for run in made if run[name] is not None] for name in made[0]}
    return {name: (len(values), sum(map(bool, values))) for name, values in known.items()}


def rows_of(case: str, runs: int) -> list[dict[str, Any]]:
    related = case.startswith("related")
    return [
        calibration_row("controls", case, name, of, count, ALPHA, NOTES.get(name, "power" if related else ""))
        for name, (of, count) in counts_of(case, runs).items()
        if of
    ]


def main() -> None:
    calibrate(__doc__, list(CASES), rows_of, 500)


if __name__ == "__main__":
    main()
