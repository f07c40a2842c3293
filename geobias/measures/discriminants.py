"""Distances between groups in discriminant space: LDA centroids of document vectors, over all repeats."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from geobias.discriminant import LinearDiscriminant, centroid_distances
from geobias.measures.geometry import DistanceSettings, Memo, Progress, no_memo
from geobias.parallel import ordered_map
from geobias.sampling import Draws
from geobias.seeds import generator
from geobias.tables import PairTable

Vectors = Callable[[np.ndarray], np.ndarray]


def lda_tables(
    draws: Draws,
    vectors_of: Vectors,
    settings: DistanceSettings,
    *,
    quantity: str,
    seed: int,
    unions: Sequence[str] = (),
    blocks_of: Vectors | None = None,
    memo: Memo = no_memo,
    inputs: Mapping[str, Any] | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
) -> dict[str, PairTable]:
    """Distances between group centroids in discriminant space: in-sample as published, and cross-fitted.

    Parameters
    ----------
    vectors_of : rows -> float (rows, d), pooled vectors.
    blocks_of : rows -> block numbers that become the folds, where documents of one block share sources.

    Returns
    -------
    Quantity -> table: `quantity` (unregularised, scikit-learn's svd solver; left out where there are no more
    documents than dimensions, where it separates anything), and `quantity_crossfit` (fitted with Ledoit-Wolf
    shrinkage on the other folds, so that noise alone does not put centroids apart).
    """
    size = sum(places.shape[1] for places in draws.positions.values())
    width = vectors_of(next(iter(draws.pools.values()))[:1]).shape[1]
    kinds = {quantity: False} if size > width else {}
    parts = 2 if blocks_of is None else len(np.unique(blocks_of(next(iter(draws.pools.values())))))
    if settings.lda_folds > 1 and parts > 1:
        kinds[f"{quantity}_crossfit"] = True
    tables = {}
    for name, cross in kinds.items():

        def distances(repeat: int, cross: bool = cross) -> np.ndarray:
            return _centroids(draws, repeat, vectors_of, blocks_of, settings, seed, cross)

        def compute(distances: Callable[[int], np.ndarray] = distances) -> np.ndarray:
            found = []
            for values in ordered_map(distances, range(len(draws)), workers):
                found.append(values)
                if progress:
                    progress(len(found), len(draws))
            return np.stack(found)

        details = {"components": settings.lda_components, "folds": settings.lda_folds if cross else 0}
        drawn = [draws.pools[group][draws.positions[group]] for group in draws.groups]
        values = memo(name, {**(inputs or {}), **details, "seed": seed, "rows": drawn}, compute)
        details |= {"documents": size, "width": width}
        tables[name] = PairTable(draws.groups, values, name, "", tuple(unions), details=details)
    return tables


def discriminant_points(draws: Draws, vectors_of: Vectors, repeat: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Documents of one repeat in the first two discriminant dimensions: (groups (n,), coordinates (n, 2))."""
    features, owners = _documents(draws, repeat, vectors_of)
    wanted = min(2, len(draws.groups) - 1)
    regular = len(features) > features.shape[1]
    model = LinearDiscriminant(
        solver="svd" if regular else "eigen", shrinkage=None if regular else "auto", n_components=wanted
    )
    points = np.asarray(model.fit(features, owners).transform(features))
    padded = np.zeros((len(points), 2))
    padded[:, : points.shape[1]] = points
    return owners, padded


def _centroids(
    draws: Draws,
    repeat: int,
    vectors_of: Vectors,
    blocks_of: Vectors | None,
    settings: DistanceSettings,
    seed: int,
    cross: bool,
) -> np.ndarray:
    features, owners = _documents(draws, repeat, vectors_of)
    options: dict[str, Any] = {"n_components": settings.lda_components}
    if cross:
        options |= {"solver": "eigen", "shrinkage": "auto"}
        if blocks_of is None:
            options |= {"cross_fit": settings.lda_folds, "rng": generator(seed, "lda folds", repeat)}
        else:
            options["folds"] = np.concatenate([blocks_of(draws.rows(repeat)[g]) for g in draws.groups])
    return np.asarray(centroid_distances(features, owners, draws.groups, **options))


def _documents(draws: Draws, repeat: int, vectors_of: Vectors) -> tuple[np.ndarray, np.ndarray]:
    rows = draws.rows(repeat)
    features = np.concatenate([vectors_of(rows[group]) for group in draws.groups])
    owners = np.repeat(np.array(draws.groups, dtype=object), [len(rows[group]) for group in draws.groups])
    return features, owners
