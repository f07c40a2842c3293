"""Distances between groups in embedding space (Sinkhorn) and in discriminant space (LDA), over all repeats."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import torch

from geobias.clouds import TokenClouds
from geobias.discriminant import LinearDiscriminant, centroid_distances
from geobias.distances import bootstrap_sinkhorn_divergence, cloud_diameter
from geobias.parallel import ordered_map
from geobias.sampling import Draws
from geobias.seeds import generator
from geobias.tables import PairTable

Memo = Callable[[str, Mapping[str, Any], Callable[[], np.ndarray]], np.ndarray]
Progress = Callable[[int, int], None]
TEXTS = Literal["short", "long"]


def no_memo(name: str, inputs: Mapping[str, Any], compute: Callable[[], np.ndarray]) -> np.ndarray:
    """A memo that forgets: always computes."""
    return compute()


@dataclass(frozen=True)
class DistanceSettings:
    """How groups are compared.

    Attributes
    ----------
    sinkhorn : for which texts the divergence between token clouds is measured: "short", "long", both or none.
    p, blur, scaling, reach, tol, backend : see `geobias.distances.sinkhorn_divergence`.
    weighting : "token" (uniform over tokens) or "document" (every document weighs the same).
    lda : for which texts the discriminant is fitted: "short", "long", both or none.
    lda_components : dimensions of the discriminant space (published: 3).
    lda_folds : folds of the cross-fitted distances; 0 = in-sample alone.
    """

    sinkhorn: tuple[TEXTS, ...] = ("short",)
    p: int = 2
    blur: float = 0.05
    scaling: float = 0.5
    reach: float | None = None
    tol: float | None = None
    backend: str = "auto"
    weighting: Literal["token", "document"] = "token"
    lda: tuple[TEXTS, ...] = ("short", "long")
    lda_components: int = 3
    lda_folds: int = 5


def sinkhorn_table(
    draws: Draws,
    clouds_of: Callable[[np.ndarray], TokenClouds],
    settings: DistanceSettings,
    *,
    quantity: str,
    unions: Sequence[str] = (),
    memo: Memo = no_memo,
    inputs: Mapping[str, Any] | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
) -> PairTable:
    """Debiased Sinkhorn divergence between the token clouds of every pair of groups, for every repeat.

    Parameters
    ----------
    clouds_of : rows of the corpus -> their token clouds, in order.
    memo, inputs : repeats of one outer sample are computed and kept together under what made them.

    One diameter, over all tokens drawn in any repeat, anchors the schedule of the whole table.
    """
    pools, places = [], []
    for group in draws.groups:
        used = np.unique(draws.positions[group])
        pools.append(clouds_of(draws.pools[group][used]))
        places.append(torch.from_numpy(np.searchsorted(used, draws.positions[group])))
    diameter = float(cloud_diameter([pool.points for pool in pools]))
    options = {
        name: getattr(settings, name) for name in ("p", "blur", "scaling", "reach", "tol", "backend", "weighting")
    }
    problems = len(draws.groups) * (len(draws.groups) + 1) // 2
    blocks = [np.flatnonzero(draws.outer == outer) for outer in np.unique(draws.outer)]
    parts = []
    for number, block in enumerate(blocks):

        def compute(block: np.ndarray = block, number: int = number) -> np.ndarray:
            report = _offset(progress, number * problems, len(blocks) * problems)
            chosen = [place[block] for place in places]
            values = bootstrap_sinkhorn_divergence(
                pools, chosen, diameter=diameter, workers=workers, progress=report, **options
            )
            return values.double().numpy()

        drawn = {group: draws.rows(0)[group].shape for group in draws.groups}
        key = {
            **(inputs or {}),
            **options,
            "diameter": diameter,
            "drawn": drawn,
            "rows": [np.stack([draws.rows(int(b))[group] for b in block]) for group in draws.groups],
        }
        parts.append(memo(f"{quantity}-{number}", key, compute))
        if progress:
            progress((number + 1) * problems, len(blocks) * problems)
    details = {
        **options,
        "diameter": diameter,
        "tokens": {g: len(p.points) for g, p in zip(draws.groups, pools, strict=True)},
    }
    return PairTable(draws.groups, np.concatenate(parts), quantity, _units(settings.p), tuple(unions), details=details)


def lda_tables(
    draws: Draws,
    vectors_of: Callable[[np.ndarray], np.ndarray],
    settings: DistanceSettings,
    *,
    quantity: str,
    seed: int,
    unions: Sequence[str] = (),
    blocks_of: Callable[[np.ndarray], np.ndarray] | None = None,
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
    if settings.lda_folds > 1:
        kinds[f"{quantity}_crossfit"] = True
    tables = {}
    for name, cross in kinds.items():

        def distances(repeat: int, cross: bool = cross) -> np.ndarray:
            return _centroids(draws, repeat, vectors_of, blocks_of, settings, seed, cross)

        def compute(distances: Callable = distances) -> np.ndarray:
            out = []
            for values in ordered_map(distances, range(len(draws)), workers):
                out.append(values)
                if progress:
                    progress(len(out), len(draws))
            return np.stack(out)

        key = {
            **(inputs or {}),
            "components": settings.lda_components,
            "folds": settings.lda_folds if cross else 0,
            "rows": [draws.pools[group][draws.positions[group]] for group in draws.groups],
        }
        values = memo(name, key, compute)
        details = {"components": settings.lda_components, "documents": size, "width": width}
        tables[name] = PairTable(draws.groups, values, name, "", tuple(unions), details=details)
    return tables


def discriminant_points(
    draws: Draws, vectors_of: Callable[[np.ndarray], np.ndarray], repeat: int = 0
) -> tuple[np.ndarray, np.ndarray]:
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
    vectors_of: Callable,
    blocks_of: Callable | None,
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


def _documents(draws: Draws, repeat: int, vectors_of: Callable) -> tuple[np.ndarray, np.ndarray]:
    rows = draws.rows(repeat)
    features = np.concatenate([vectors_of(rows[group]) for group in draws.groups])
    owners = np.repeat(np.array(draws.groups, dtype=object), [len(rows[group]) for group in draws.groups])
    return features, owners


def _offset(progress: Progress | None, before: int, total: int) -> Progress | None:
    if progress is None:
        return None
    return lambda done, _: progress(before + done, total)


def _units(p: int) -> str:
    return "half squared distance" if p == 2 else "distance"
