"""Permutation test of an energy distance: a plain loop over shuffles, and dcor, against `shuffle_excess`.

    python benchmarks/permutation.py [--sizes 100,200] [--shuffles 9999] [--width 384]

Every side has the points alone and computes their distances once. The loop draws the same shuffles as we do, and every
one of its statistics is compared with ours; dcor draws its own, so its statistic alone is.
"""

from __future__ import annotations

from functools import partial

import dcor
import numpy as np
import torch
from harness import RESULTS, numbers, parser, report

from geobias.bench.comparing import Truth, compare
from geobias.distances import energy_distance
from geobias.stats import shuffle_excess
from geobias_kernels.costs import squares_between


def plain(x: np.ndarray, y: np.ndarray, shuffles: int) -> np.ndarray:
    """Energy distances (U-statistics) of x with y and of `shuffles` random splits of them, one after another."""
    points = torch.from_numpy(np.concatenate([x, y]))
    between = torch.cdist(points, points).numpy()
    labels = np.repeat([True, False], [len(x), len(y)])
    rng, found = np.random.default_rng(0), []
    for number in range(shuffles + 1):
        first = rng.permuted(labels) if number else labels
        one, two = np.flatnonzero(first), np.flatnonzero(~first)
        within = [between[np.ix_(rows, rows)].sum() / (len(rows) * (len(rows) - 1)) for rows in (one, two)]
        found.append(2 * between[np.ix_(one, two)].mean() - sum(within))
    return np.array(found)


def ours(x: np.ndarray, y: np.ndarray, shuffles: int) -> np.ndarray:
    """The same by `shuffle_excess`."""
    points = torch.from_numpy(np.concatenate([x, y]))
    between = squares_between(points, points).sqrt().numpy()
    labels = np.repeat([0, 1], [len(x), len(y)])
    result = shuffle_excess(between, labels, n_resamples=shuffles, rng=0)
    return 2 * np.array([result.statistic, *result.null])


def by_dcor(x: np.ndarray, y: np.ndarray, shuffles: int) -> np.ndarray:
    """dcor's statistic, n m / (n + m) times the energy distance of the samples as they are."""
    return np.array([dcor.homogeneity.energy_test(x, y, num_resamples=shuffles, random_state=0).statistic])


def main() -> None:
    flags = parser(__doc__)
    flags.add_argument("--sizes", type=numbers, default=[100, 200], help="documents of each group")
    flags.add_argument("--shuffles", type=int, default=9_999)
    flags.add_argument("--width", type=int, default=384)
    chosen = flags.parse_args()
    for size in chosen.sizes:
        rng = np.random.default_rng(1)
        x, y = rng.normal(size=(size, chosen.width)), rng.normal(size=(size, chosen.width)) + 0.02
        sides = {
            name: partial(function, x, y, chosen.shuffles)
            for name, function in {"plain loop": plain, "dcor": by_dcor, "geobias": ours}.items()
        }
        factor = size / 2
        expected = [factor * energy_distance(torch.from_numpy(x), torch.from_numpy(y)).item()]
        case = f"energy distance, {chosen.shuffles} shuffles of {size} + {size} documents"
        rows = compare(
            "permutation",
            case,
            sides,
            peer="plain loop",
            truth=Truth(1e-7, own={"dcor": expected}),
            notes={"dcor": "shuffles of its own, its statistic is checked"},
            runs=chosen.runs,
        )
        report(rows, chosen, RESULTS.with_name("permutation.csv"))


if __name__ == "__main__":
    main()
