"""The table that `geobias bench` prints: Sinkhorn divergences by size and backend, and discriminants."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
import torch
from torch import Tensor

from geobias.bench.comparing import Row, Side, Truth, compare
from geobias.discriminant import batched_centroid_distances
from geobias.distances import SinkhornOptions, cloud_diameter, sinkhorn_divergence, usable_backends

PEERS = ("geomloss", "keops")
"""Backends that are there to compare with; timed only where they are named."""

FLOAT32 = 1e-6


def measure(
    sizes: Sequence[int], width: int, backends: Sequence[str] | None, lda_repeats: int, runs: int, texts: int = 0
) -> Iterator[list[Row]]:
    """The rows of each comparison in turn."""
    from geobias.bench.clouds import token_clouds

    for size in sizes:
        yield sinkhorn_rows(*token_clouds(size, width), backends=backends, runs=runs)
    if lda_repeats:
        yield lda_rows(lda_repeats, runs)
    if texts:
        from geobias.bench.clouds import messages
        from geobias.bench.extraction import available, extraction_rows
        from geobias.models import EncoderSettings

        yield extraction_rows(messages(texts), sides=available(), settings=EncoderSettings(max_length=128), runs=runs)


def sinkhorn_rows(
    x: Tensor,
    y: Tensor,
    *,
    backends: Sequence[str] | None = None,
    runs: int = 3,
    more: Mapping[str, Side] | None = None,
    own: Mapping[str, tuple[float, float]] | None = None,
    notes: Mapping[str, str] | None = None,
) -> list[Row]:
    """Debiased divergence of two clouds by every backend, with geomloss's own solver beside where it is installed.

    more : further sides by name.
    own : for those of them whose problem has another value, that value and how near to it they must be.
    """
    diameter = float(cloud_diameter([x, y]))
    names = backends or [name for name in usable_backends(SinkhornOptions(), x.device, x.dtype) if name not in PEERS]
    solve = partial(sinkhorn_divergence, diameter=diameter)
    sides: dict[str, Any] = {name: partial(solve, x, y, backend=name) for name in names} | dict(more or {})
    peer = names[0]
    if importlib.util.find_spec("geomloss") is not None:
        peer = "geomloss tensorized"
        sides = {peer: partial(geomloss_divergence, x, y, diameter), **sides}
    truth = solve(x.double(), y.double(), backend="torch")
    case = f"Sinkhorn {len(x)} x {len(y)}, {x.shape[1]} dimensions"
    return compare(
        "sinkhorn",
        case,
        sides,
        peer=peer,
        truth=Truth(
            dict.fromkeys(sides, FLOAT32) | {name: near for name, (_, near) in (own or {}).items()},
            truth,
            own={name: value for name, (value, _) in (own or {}).items()},
        ),
        runs=runs,
        notes=notes,
    )


def lda_rows(repeats: int, runs: int = 3) -> list[Row]:
    """Centroid distances of `repeats` draws (8 x 100, 512 features), with scikit-learn beside where it is installed."""
    rng = np.random.default_rng(0)
    features = rng.normal(size=(1600, 512)) + np.repeat(rng.normal(size=(8, 512)) / 4, 200, axis=0)
    draws = np.array([[200 * g + rng.choice(200, 100, replace=False) for g in range(8)] for _ in range(repeats)])
    ours = partial(batched_centroid_distances, features, draws, n_components=3, workers=1)
    sides: dict[str, Any] = {"geobias": ours, "geobias float32": partial(ours, dtype=torch.float32)}
    peer = "geobias"
    if importlib.util.find_spec("sklearn") is not None:
        peer = "scikit-learn svd"
        sides = {peer: partial(_scikit_learn, features, draws), **sides}
    allowed = {"scikit-learn svd": 1e-11, "geobias": 1e-11, "geobias float32": 1e-4}
    case = f"LDA, {repeats} draws of 8 x 100, 512 features"
    return compare("lda", case, sides, peer=peer, truth=Truth(allowed), runs=runs)


def geomloss_divergence(x: Tensor, y: Tensor, diameter: float, backend: str = "tensorized") -> Tensor:
    """The same divergence by geomloss's own solver."""
    from geomloss import SamplesLoss

    with torch.no_grad():
        return SamplesLoss("sinkhorn", p=2, blur=0.05, diameter=diameter, backend=backend)(x, y)


def _scikit_learn(features: np.ndarray, draws: np.ndarray) -> np.ndarray:
    from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

    labels, tables = np.repeat(np.arange(draws.shape[1]), draws.shape[2]), []
    for draw in draws:
        points = features[draw.ravel()]
        projected = LinearDiscriminantAnalysis(n_components=3).fit(points, labels).transform(points)
        centroids = projected.reshape(*draw.shape, -1).mean(1)
        tables.append(np.linalg.norm(centroids[:, None] - centroids[None], axis=-1))
    return np.stack(tables)
