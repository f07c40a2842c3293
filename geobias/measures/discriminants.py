"""Distances between groups in discriminant space: LDA centroids of document vectors, over all repeats."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from geobias.discriminant import LinearDiscriminant, batched_centroid_distances
from geobias.measures.geometry import DistanceSettings
from geobias.measures.keeping import FORGETTING, Keeping
from geobias.parallel import single_threaded
from geobias.sampling import Draws
from geobias.seeds import generator
from geobias.tables import CROSS_FITTED, PairTable, Quantity

Vectors = Callable[[np.ndarray], np.ndarray]

_LEAST_DOCUMENTS = 10


@dataclass(frozen=True)
class Documents:
    """What a discriminant knows of documents.

    vectors : rows -> float (rows, d), pooled vectors.
    blocks : rows -> block numbers that become the folds, where documents of one block share sources; None = no blocks.
    """

    vectors: Vectors
    blocks: Vectors | None = None


def least_documents(settings: DistanceSettings) -> int:
    """Documents that a discriminant needs of every group."""
    return max(_LEAST_DOCUMENTS, settings.lda_folds)


def lda_tables(
    draws: Draws,
    documents: Documents,
    settings: DistanceSettings,
    *,
    quantity: str,
    seed: int,
    pooled_groups: Sequence[str] = (),
    keeping: Keeping = FORGETTING,
) -> dict[str, PairTable]:
    """Distances between group centroids in discriminant space: in-sample as published, and cross-fitted.

    Returns
    -------
    Quantity -> table: `quantity` (unregularised, scikit-learn's svd solver; left out where there are no more
    documents than dimensions, where it separates anything), and `quantity_crossfit` (fitted with Ledoit-Wolf
    shrinkage on the other folds, so that noise alone does not put centroids apart).
    """
    size = sum(places.shape[1] for places in draws.positions.values())
    vectors_of, blocks_of = documents.vectors, documents.blocks
    width = vectors_of(next(iter(draws.pools.values()))[:1]).shape[1]
    kinds = {quantity: False} if size > width else {}
    parts = 2 if blocks_of is None else len(np.unique(blocks_of(next(iter(draws.pools.values())))))
    if settings.lda_folds > 1 and parts > 1:
        kinds[Quantity.parse(quantity).further(CROSS_FITTED)] = True
    used = draws.drawn_rows()
    places = {g: np.searchsorted(used, draws.pools[g][draws.positions[g]]) for g in draws.groups}
    blocks = None if blocks_of is None else blocks_of(used)
    tables = {}
    for name, cross in kinds.items():

        def compute(cross: bool = cross) -> np.ndarray:
            options = _options(draws, settings, seed, blocks, cross)
            return batched_centroid_distances(
                vectors_of(used), places, workers=keeping.workers, progress=keeping.progress, **options
            )

        details = {"components": settings.lda_components, "folds": settings.lda_folds if cross else 0}
        drawn = [draws.pools[group][draws.positions[group]] for group in draws.groups]
        made = {"seed": seed, "rows": drawn, "blocks": blocks, **({"first": draws.first} if draws.first else {})}
        values = keeping.keep(name, {**details, **made}, compute)
        details |= {"documents": size, "width": width}
        tables[name] = PairTable(draws.groups, values, name, "", tuple(pooled_groups), details=details)
    return tables


def discriminant_points(draws: Draws, vectors_of: Vectors, repeat: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Documents of one repeat in the first two discriminant dimensions: (groups (n,), coordinates (n, 2))."""
    features, owners = _documents(draws, repeat, vectors_of)
    wanted = min(2, len(draws.groups) - 1)
    regular = len(features) > features.shape[1]
    model = LinearDiscriminant(
        solver="svd" if regular else "eigen", shrinkage=None if regular else "auto", n_components=wanted
    )
    with single_threaded():  # so that the bits are those of any number of cores; more threads are slower, too
        points = np.asarray(model.fit(features, owners).transform(features))
    padded = np.zeros((len(points), 2))
    padded[:, : points.shape[1]] = points
    return owners, padded


def _options(
    draws: Draws, settings: DistanceSettings, seed: int, blocks: np.ndarray | None, cross: bool
) -> dict[str, Any]:
    """What the discriminant of every repeat is fitted with; `blocks`: of the rows drawn, where folds follow them."""
    options: dict[str, Any] = {
        "n_components": min(settings.lda_components, len(draws.groups) - 1),
        "min_group": _LEAST_DOCUMENTS,
    }
    if not cross:
        return options
    options |= {"solver": "eigen", "shrinkage": "auto"}
    if blocks is not None:
        return options | {"folds": blocks}
    generators = [generator(seed, "lda folds", repeat) for repeat in range(draws.first, draws.first + len(draws))]
    return options | {"cross_fit": settings.lda_folds, "rng": generators}


def _documents(draws: Draws, repeat: int, vectors_of: Vectors) -> tuple[np.ndarray, np.ndarray]:
    rows = draws.rows(repeat)
    features = np.concatenate([vectors_of(rows[group]) for group in draws.groups])
    owners = np.repeat(np.array(draws.groups, dtype=object), [len(rows[group]) for group in draws.groups])
    return features, owners
