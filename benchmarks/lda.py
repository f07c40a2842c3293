"""Centroid distances in discriminant space: scikit-learn draw by draw against `batched_centroid_distances`.

    python benchmarks/lda.py [--repeats 100] [--documents 100] [--width 512] [--pool 500] [--again] [--crossfit] [--one]

Eight groups; features of independent noise about group means. Both sides in the same type: scikit-learn's svd solver
computes in that of its input. `--again` draws with replacement, as a bootstrap does, `--pool` is how many documents of
a group there are. `--crossfit` compares five folds with Ledoit-Wolf shrinkage (its eigen solver), `--one` a single fit
of `LinearDiscriminant`.
"""

from __future__ import annotations

from argparse import Namespace
from functools import partial
from typing import Any

import numpy as np
import torch
from harness import parser, report
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

from geobias.bench.comparing import Truth, compare
from geobias.discriminant import LinearDiscriminant, batched_centroid_distances, centroid_distances

GROUPS, COMPONENTS = 8, 3


def problem(
    repeats: int, documents: int, width: int, pool: int = 500, again: bool = False
) -> tuple[np.ndarray, np.ndarray]:
    """Features (GROUPS * pool, width), float64, and draws (repeats, GROUPS, documents), with replacement if `again`."""
    rng = np.random.default_rng(0)
    means = rng.normal(size=(GROUPS, width)) / 4
    features = rng.normal(size=(GROUPS * pool, width)) + np.repeat(means, pool, axis=0)
    draws = [[g * pool + rng.choice(pool, documents, replace=again) for g in range(GROUPS)] for _ in range(repeats)]
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


def one_fit(features: np.ndarray, draw: np.ndarray) -> dict[str, Any]:
    """Sides that fit one draw; each returns the absolute coordinates of its points, whose signs are free."""
    points, labels = features[draw.ravel()], np.repeat(np.arange(GROUPS), draw.shape[1])

    def fit(model: Any) -> np.ndarray:
        return np.abs(np.asarray(model(n_components=COMPONENTS).fit(points, labels).transform(points)))

    return {"scikit-learn svd": partial(fit, LinearDiscriminantAnalysis), "geobias": partial(fit, LinearDiscriminant)}


def cross_fitted(features: np.ndarray, draws: np.ndarray) -> dict[str, Any]:
    """Sides with five folds and shrunk scatters."""
    options: dict[str, Any] = {"cross_fit": 5, "solver": "eigen", "shrinkage": "auto", "n_components": COMPONENTS}
    ours = partial(batched_centroid_distances, features, draws, rng=list(range(len(draws))), workers=1, **options)
    return {
        "one by one": lambda: one_by_one(features, draws, **options),
        "geobias": ours,
        "geobias float32": partial(ours, dtype=torch.float32),
    }


def main() -> None:
    flags = parser(__doc__)
    flags.add_argument("--repeats", type=int, default=100)
    flags.add_argument("--documents", type=int, default=100, help="of each group in a draw")
    flags.add_argument("--width", type=int, default=512)
    flags.add_argument("--pool", type=int, default=500, help="documents of each group that there are")
    flags.add_argument("--again", action="store_true", help="draw with replacement")
    flags.add_argument("--crossfit", action="store_true")
    flags.add_argument("--one", action="store_true", help="one fit of the class")
    chosen = flags.parse_args()
    features, draws = problem(chosen.repeats, chosen.documents, chosen.width, chosen.pool, chosen.again)
    case = f"{chosen.repeats} x {GROUPS} x {chosen.documents}, {chosen.width} features"
    case += f", drawn again from {chosen.pool}" if chosen.again else ""
    if chosen.crossfit:
        truth = Truth({"one by one": 1e-9, "geobias": 1e-11, "geobias float32": 1e-4})
        sides = cross_fitted(features, draws)
        report(compare("lda cross-fitted", case, sides, peer="one by one", truth=truth, runs=chosen.runs), chosen)
    elif chosen.one:
        sides, case = one_fit(features, draws[0]), f"one fit of {GROUPS} x {chosen.documents}, {chosen.width} features"
        rows = compare("lda", case, sides, peer="scikit-learn svd", truth=Truth(1e-9), runs=chosen.runs)
        report(rows, chosen)
    else:
        many_draws(features, draws, case, chosen)


def many_draws(features: np.ndarray, draws: np.ndarray, case: str, chosen: Namespace) -> None:
    """Compare and report in both float types."""
    truth = scikit_learn(features, draws)
    for kind, allowed in (("float64", 1e-11), ("float32", 1e-4)):
        values = features.astype(kind)
        ours = partial(batched_centroid_distances, n_components=COMPONENTS, workers=1, dtype=getattr(torch, kind))
        sides = {
            "scikit-learn svd": partial(scikit_learn, values, draws),
            "geobias": partial(ours, values, draws),
        }
        both = {"scikit-learn svd": max(allowed, 1e-9), "geobias": allowed}
        rows = compare(
            "lda", f"{case}, {kind}", sides, peer="scikit-learn svd", truth=Truth(both, truth), runs=chosen.runs
        )
        report(rows, chosen)


if __name__ == "__main__":
    main()
