"""Do tests of distances reject as often as they say, and do intervals cover what they name?

    python benchmarks/calibration_distances.py                 500 runs per case, appended to results/calibration.csv
    python benchmarks/calibration_distances.py --runs 100 --dry

Groups are samples of known laws; documents of one source (author, day) share an effect of it, three to a source. A test
at .05 should reject in 5 % of runs under one law, and a 95 % interval miss in 5 %, within the 99 % band of the binomial
law; intervals for groups of one law are wider than that, as their jackknife's are known to be. What is marked "for
comparison" takes documents as independent, which they are not.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any

import numpy as np
import torch
from calibrating import calibrate, calibration_row
from scipy.stats import ttest_1samp
from tqdm import tqdm

from geobias.clouds import TokenClouds
from geobias.discriminant import batched_centroid_distances
from geobias.measures import Keeping
from geobias.measures.separation import SeparationSettings, sinkhorn_separation, unbiased_separation
from geobias.tables import Separation

WIDTH, DOCUMENTS, TOKENS = 20, 3, 2
ALPHA, SHUFFLES = 0.05, 199
BLOCK = 25  # runs whose mean excess is tested together
VECTORS = SeparationSettings(vector_permutations=SHUFFLES, folds=6, jackknife_blocks=12, bandwidth=10.0)
ONE_THREAD = Keeping(workers=1)
CLOUDS = SeparationSettings(permutations=SHUFFLES, blocks=10)
Found = dict[str, bool | float]


def vectors(rng: np.random.Generator, sources: int, shift: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
    """Document vectors (documents, WIDTH) with heavy tails, and the source of each."""
    effect = rng.standard_t(5, size=(sources, 1, WIDTH))
    documents = effect + rng.normal(size=(sources, DOCUMENTS, WIDTH)) + shift * (np.arange(WIDTH) == 0)
    return documents.reshape(-1, WIDTH), np.repeat(np.arange(sources), DOCUMENTS)


def clouds(rng: np.random.Generator, documents: int, shift: float = 0.0, width: int = 3) -> TokenClouds:
    """Documents of TOKENS tokens about a point of their own."""
    tokens = rng.normal(size=(documents, 1, width)) + rng.normal(size=(documents, TOKENS, width))
    points = torch.from_numpy(tokens + shift * (np.arange(width) == 0)).float().reshape(-1, width)
    return TokenClouds(points, torch.arange(documents + 1) * TOKENS)


def unbiased(rng: np.random.Generator, shift: float, truths: dict[str, float]) -> Found:
    """The unbiased distances of two groups of 24 and 48 sources; under one law beside documents as clusters."""
    (x, of_x), (y, of_y) = vectors(rng, 24), vectors(rng, 48, shift)
    found: Found = {}
    for method in ("energy", "mmd", "crossnobis"):
        measure = partial(unbiased_separation, {"a": x, "b": y}, VECTORS, seed=int(rng.integers(1 << 30)), workers=1)
        row = measure(method=method, clusters={"a": of_x, "b": of_y}).rows[0]
        found[f"{method}: interval misses"] = misses(row, truths[method])
        if shift == 0:
            found[f"{method}: test rejects"] = row.p_permutation <= ALPHA
            found[f"{method}: mean"] = row.excess
            found[f"{method}: test rejects, for comparison"] = measure(method=method).rows[0].p_permutation <= ALPHA
    return found


def misses(row: Separation, truth: float) -> bool:
    return not row.low <= truth <= row.high


def sinkhorn_one_law(rng: np.random.Generator) -> Found:
    """Groups of 24, 36 and 90 documents of one law, at one m."""
    groups = {str(size): clouds(rng, size) for size in (24, 36, 90)}
    found: Found = {}
    for row in sinkhorn_separation(groups, CLOUDS, seed=int(rng.integers(1 << 30)), keeping=ONE_THREAD).rows:
        pair = f"{row.group_a} and {row.group_b}"
        found[f"sinkhorn {pair}: test rejects"] = row.p_permutation <= ALPHA
        found[f"sinkhorn {pair}: interval misses"] = misses(row, 0.0)
        found[f"sinkhorn {pair}: mean"] = row.excess
    return found


def sinkhorn_two_laws(rng: np.random.Generator, truth: float) -> Found:
    """Groups of 36 and 60 documents of two laws: does the interval cover the expected excess at m?"""
    return {"sinkhorn: interval misses": misses(shifted_clouds(rng), truth)}


def shifted_clouds(rng: np.random.Generator) -> Separation:
    groups = {"a": clouds(rng, 36), "b": clouds(rng, 60, shift=1.0)}
    return sinkhorn_separation(groups, CLOUDS, seed=int(rng.integers(1 << 30)), keeping=ONE_THREAD).rows[0]


def lda(rng: np.random.Generator) -> Found:
    """Cross-fitted discriminant of three groups of noise, 18 sources each, against sources shuffled within folds."""
    features, _ = vectors(rng, 54)
    documents = np.arange(54 * DOCUMENTS)
    by_source = documents.reshape(54, DOCUMENTS)
    return {
        "cross-fitted LDA: test rejects": lda_test(features, by_source, rng) <= ALPHA,
        "cross-fitted LDA: test rejects, for comparison": lda_test(features, documents[:, None], rng) <= ALPHA,
    }


def lda_test(
    features: np.ndarray, clusters: np.ndarray, rng: np.random.Generator, shuffles: int = 19, folds: int = 3
) -> float:
    """p of the sum of the groups' distances; clusters (U, documents) are thirds of the groups in turn, a fold each."""
    fold_of = np.arange(len(clusters)) % folds
    orders = np.tile(np.arange(len(clusters)), (shuffles + 1, 1))
    for fold in range(folds):
        orders[1:, fold_of == fold] = rng.permuted(orders[1:, fold_of == fold], axis=1)
    draws = clusters[orders].reshape(shuffles + 1, 3, -1)
    by_row = np.empty(len(features), dtype=np.int64)
    by_row[clusters] = fold_of[:, None]
    tables = batched_centroid_distances(features, draws, folds=by_row, solver="eigen", shrinkage="auto", workers=1)
    sums = tables.sum((1, 2))
    return float((sums >= sums[0] * (1 - 1e-9)).mean())


@cache
def true_excess(kind: str, runs: int) -> dict[str, float]:
    """Expected values by simulation, with seeds of their own: the estimates are unbiased, so their mean is."""
    rng = np.random.default_rng([99, len(kind)])
    if kind == "sinkhorn":
        return {"sinkhorn": float(np.mean([shifted_clouds(rng).excess for _ in range(runs)]))}
    found: dict[str, list[float]] = {}
    for _ in range(runs):
        (x, of_x), (y, of_y) = vectors(rng, 24), vectors(rng, 48, shift=1.0)
        for method in ("energy", "mmd", "crossnobis"):
            few = replace(VECTORS, vector_permutations=1)
            clusters = {"a": of_x, "b": of_y}
            row = unbiased_separation({"a": x, "b": y}, few, method=method, clusters=clusters, workers=1).rows[0]
            found.setdefault(method, []).append(row.excess)
    return {method: float(np.mean(values)) for method, values in found.items()}


@dataclass(frozen=True)
class Case:
    """A law and what is counted in a run of it; `trial` is made once its truth is known."""

    name: str
    trial: Callable[[int], Callable[[np.random.Generator], Found]]


NOTHING = {"energy": 0.0, "mmd": 0.0, "crossnobis": 0.0}
CASES = (
    Case("one law, 24 and 48 sources of 3 documents", lambda _: partial(unbiased, shift=0.0, truths=NOTHING)),
    Case(
        "means 1 apart, 24 and 48 sources of 3 documents",
        lambda runs: partial(unbiased, shift=1.0, truths=true_excess("vectors", 2 * runs)),
    ),
    Case("one law, token clouds at equal m", lambda _: sinkhorn_one_law),
    Case(
        "means 1 apart, token clouds of 36 and 60 documents",
        lambda runs: partial(sinkhorn_two_laws, truth=true_excess("sinkhorn", 2 * runs)["sinkhorn"]),
    ),
    Case("one law, 3 groups of 18 sources of 3 documents", lambda _: lda),
)


def run(case: Case, runs: int) -> list[dict[str, Any]]:
    """A row of results for everything that a case counts."""
    trial = case.trial(runs)
    generators = (np.random.default_rng([len(case.name), seed]) for seed in range(runs))
    found = [trial(rng) for rng in tqdm(generators, total=runs, desc=case.name, disable=None)]
    rows = []
    for name in found[0]:
        values = np.array([one[name] for one in found])
        if name.endswith(": mean"):
            rows += mean_rows(case.name, name, values)
        else:
            rows.append(calibration_row("distances", case.name, name, runs, int(values.sum())))
    return rows


def mean_rows(case: str, name: str, values: np.ndarray) -> list[dict[str, Any]]:
    """Between groups of one law the mean excess is 0: t tests of it, one for every BLOCK runs."""
    blocks = values[: len(values) // BLOCK * BLOCK].reshape(-1, BLOCK)
    if not len(blocks):
        return []
    rejected = int((ttest_1samp(blocks, 0.0, axis=1).pvalue <= ALPHA).sum())
    z = values.mean() / (values.std(ddof=1) / np.sqrt(len(values)))
    note = f"mean {values.mean():.4g}, z {z:.2f}, sd {values.std(ddof=1):.3g}"
    label = name.replace(": mean", f": mean of {BLOCK} runs is not 0")
    return [calibration_row("distances", case, label, len(blocks), rejected, note=note)]


def main() -> None:
    torch.set_num_threads(1)
    named = {case.name: case for case in CASES}
    calibrate(__doc__, list(named), lambda name, runs: run(named[name], runs), 500)


if __name__ == "__main__":
    main()
