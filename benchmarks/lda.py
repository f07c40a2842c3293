"""Centroid distances in discriminant space: scikit-learn draw by draw against `batched_centroid_distances`.

    python benchmarks/lda.py [--repeats 100] [--documents 100] [--width 512] [--crossfit]

Eight groups; features of independent noise about group means. Both sides in the same type: scikit-learn's svd solver
computes in that of its input. `--crossfit` compares five folds with Ledoit-Wolf shrinkage (its eigen solver).
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import torch
from harness import parser, report
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

from geobias.bench.comparing import Truth, compare
from geobias.discriminant import batched_centroid_distances, centroid_distances

GROUPS, COMPONENTS = 8, 3


def problem(repeats: int, documents: int, width: int, pool: int = 500) -> tuple[np.ndarray, np.ndarray]:
    """Features (GROUPS * pool, width), float64, and draws (repeats, GROUPS, documents) without replacement."""
    rng = np.random.default_rng(0)
    means = rng.normal(size=(GROUPS, width)) / 4
    features = rng.normal(size=(GROUPS * pool, width)) + np.repeat(means, pool, axis=0)
    draws = [[g * pool + rng.choice(pool, documents, replace=False) for g in range(GROUPS)] for _ in range(repeats)]
    return features, np.array(draws)


def scikit_learn(features: np.ndarray, draws: np.ndarray, **settings: Any) -> np.ndarray:
    """The distances as one would write them with scikit-learn."""
    labels, tables = np.repeat(np.arange(GROUPS), draws.shape[2]), []
    for draw in draws:
        points = features[draw.ravel()]
        model = LinearDiscriminantAnalysis(n_components=COMPONENTS, **settings).fit(points, labels)
        projected = model.transform(points).reshape(GROUPS, -1, COMPONENTS).mean(1)
        tables.append(np.linalg.norm(projected[:, None] - projected[None], axis=-1))
    return np.stack(tables)


def one_by_one(features: np.ndarray, draws: np.ndarray, **options: Any) -> np.ndarray:
    """`centroid_distances` draw by draw."""
    labels = np.repeat(np.arange(GROUPS), draws.shape[2])
    return np.stack([centroid_distances(features[d.ravel()], labels, rng=i, **options) for i, d in enumerate(draws)])


def main() -> None:
    flags = parser(__doc__)
    flags.add_argument("--repeats", type=int, default=100)
    flags.add_argument("--documents", type=int, default=100, help="of each group in a draw")
    flags.add_argument("--width", type=int, default=512)
    flags.add_argument("--crossfit", action="store_true")
    chosen = flags.parse_args()
    features, draws = problem(chosen.repeats, chosen.documents, chosen.width)
    case = f"{chosen.repeats} x {GROUPS} x {chosen.documents}, {chosen.width} features"
    ours = partial(batched_centroid_distances, n_components=COMPONENTS, workers=1)
    if chosen.crossfit:
        options: dict[str, Any] = {"cross_fit": 5, "solver": "eigen", "shrinkage": "auto"}
        seeds = list(range(len(draws)))
        sides = {
            "one by one": lambda: one_by_one(features, draws, n_components=COMPONENTS, **options),
            "geobias": lambda: ours(features, draws, rng=seeds, **options),
            "geobias float32": lambda: ours(features, draws, rng=seeds, dtype=torch.float32, **options),
        }
        allowed = {"one by one": 1e-9, "geobias": 1e-11, "geobias float32": 1e-4}
        report(
            compare("lda cross-fitted", case, sides, peer="one by one", truth=Truth(allowed), runs=chosen.runs), chosen
        )
        return
    truth, single = scikit_learn(features, draws), features.astype(np.float32)
    for kind, values, allowed_here in (("float64", features, 1e-11), ("float32", single, 1e-4)):
        dtype = getattr(torch, kind)
        sides = {
            "scikit-learn svd": partial(scikit_learn, values, draws),
            "geobias": partial(ours, values, draws, dtype=dtype),
        }
        both = {"scikit-learn svd": max(allowed_here, 1e-9), "geobias": allowed_here}
        rows = compare(
            "lda", f"{case}, {kind}", sides, peer="scikit-learn svd", truth=Truth(both, truth), runs=chosen.runs
        )
        report(rows, chosen)


if __name__ == "__main__":
    main()
