"""Writes golden.csv: what every measure gives on two fixed clouds. Run it when a value is meant to change.

python tests/golden.py
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

import torch

from geobias.discriminant import centroid_distances
from geobias.distances import (
    energy_distance,
    gaussian_wasserstein,
    mmd,
    sinkhorn_divergence,
    sliced_wasserstein,
    wasserstein_1d,
)
from geobias.stats import distance_correlation

PATH = Path(__file__).with_name("golden.csv")
SINKHORN = {
    "published": {"blur": 0.05},
    "blur 1": {"blur": 1.0},
    "p=1": {"p": 1, "blur": 0.1},
    "fine schedule": {"blur": 0.05, "scaling": 0.9},
    "undebiased": {"blur": 0.5, "debias": False},
    "reach 2": {"blur": 0.3, "reach": 2.0},
    "converged": {"blur": 0.5, "tol": 1e-8},
}


def wave(n: int, d: int, phase: float) -> torch.Tensor:
    """Points (n, d), float64, that no random stream and no library version changes."""
    i, j = torch.arange(n, dtype=torch.float64)[:, None], torch.arange(d, dtype=torch.float64)
    return (1.7 * i + (i + 1) * (j + 1) / 3 + phase).sin() + phase * (0.3 * j).cos()


def values() -> Iterator[tuple[str, float]]:
    """Every measure by name."""
    x, y = wave(40, 6, 0.1), wave(30, 6, 0.6)
    a = wave(40, 1, 0.2)[:, 0].square() + 0.1
    for name, settings in SINKHORN.items():
        yield f"sinkhorn_divergence, {name}", sinkhorn_divergence(x, y, backend="torch", **settings).item()
    yield "sinkhorn_divergence, weighted", sinkhorn_divergence(x, y, a / a.sum(), backend="torch", blur=0.2).item()
    yield "energy_distance", energy_distance(x, y).item()
    yield "mmd", mmd(x, y, bandwidth=1.5).item()
    yield "gaussian_wasserstein", gaussian_wasserstein(x, y).item()
    yield "sliced_wasserstein", sliced_wasserstein(x, y, projections=wave(6, 20, 0.4)).item()
    yield "wasserstein_1d", wasserstein_1d(x[:, 0], y[:, 0], p=1).item()
    labels = ["x"] * 40 + ["y"] * 30
    yield "centroid_distances", float(centroid_distances(torch.cat([x, y]).numpy(), labels)[0, 1])
    yield "distance_correlation", float(distance_correlation(x[:, 0].numpy(), x[:, 1].numpy(), n_resamples=0).statistic)


def main() -> None:
    with PATH.open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["measure", "value"])
        writer.writerows((name, repr(value)) for name, value in values())


if __name__ == "__main__":
    main()
