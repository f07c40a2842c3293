"""Centroid distances for many draws of the same groups in one call, on any device."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import torch

from geobias.arguments import shown, threads
from geobias.arrays import generator
from geobias.discriminant.centroids import check_sizes
from geobias.discriminant.design import Design, Features
from geobias.discriminant.folds import fold_parts
from geobias.discriminant.inputs import as_draws, as_features, as_folds
from geobias.discriminant.model import LinearDiscriminant
from geobias.errors import InputError
from geobias.parallel import ordered_map, single_threaded

DTYPES = (torch.float64, torch.float32)


def batched_centroid_distances(
    features: Any,
    draws: Any,
    *,
    n_components: int | None = None,
    cross_fit: int | None = None,
    folds: Any = None,
    rng: Any = None,
    min_group: int = 10,
    dtype: torch.dtype = torch.float64,
    workers: int | None = None,
    progress: Callable[[int, int], None] | None = None,
    **discriminant: Any,
) -> np.ndarray:
    """`centroid_distances` of every draw, by factors of its scatter instead of a fit per draw and fold.

    Parameters
    ----------
    features : float (N, p), one row per document, on any device.
    draws : int64 (R, G, n), rows of the features, or one (R, n_g) a group, in a mapping or a sequence. A row may be
        drawn more than once.
    cross_fit, min_group, n_components, and keywords for `LinearDiscriminant` : as in `centroid_distances`.
    folds : integers (N,), the fold of each row of the features.
    rng : what folds are drawn with: a seed or generator for all draws, or a sequence of R, one per draw.
    dtype : torch.float64; or torch.float32 for half the time and about four digits. Draws whose scatter is too
        ill-conditioned for these are computed in float64 all the same.
    workers : threads on the CPU; None = the cores of this process. The bits do not depend on it.
    progress : called with (draws done, draws in all).

    Returns
    -------
    float64 (R, G, G). In float64 equal to the loop over draws to 1e-11 of the distances; a draw whose scatter leaves
    fewer digits is fitted as `centroid_distances` does.

    >>> X = torch.randn(90, 4, generator=torch.Generator().manual_seed(0))
    >>> first, second = torch.arange(30).repeat(2, 1), torch.arange(40, 70) + torch.tensor([[0], [20]])
    >>> batched_centroid_distances(X, {"au": first, "nz": second}).shape
    (2, 2, 2)
    """
    model = LinearDiscriminant(n_components=n_components, **discriminant)
    points = as_features(features)
    names, rows = as_draws(draws, len(points))
    check_sizes(names, [len(of_group[0]) for of_group in rows], min_group, cross_fit)
    workers, folds = threads(workers), as_folds(folds, len(points))
    if not isinstance(dtype, torch.dtype) or dtype not in DTYPES:
        raise InputError("dtype must be torch.float64 or torch.float32", f"it is {shown(dtype)}", "Pass torch.float64.")
    components = model.cut_components(len(names), points.shape[1])
    tables = np.empty((len(rows[0]), len(names), len(names)))
    done = 0
    # What all draws share is computed here: on one thread as well, so that its sums have one order.
    with single_threaded():
        # Shrinking by a number is towards the mean variance of the features as they are; all else follows their scale.
        known = Features(points, dtype, scaled=not isinstance(model.shrinkage, (int, float)))
        for sizes, places, sorted_rows in _layouts(names, rows, cross_fit, folds, rng):
            design = Design(known, sizes, model, components)
            parts = [slice(start, start + design.chunk) for start in range(0, len(places), design.chunk)]
            found = ordered_map(design.solve, (sorted_rows[part] for part in parts), workers if known.on_cpu else 1)
            for part, values in zip(parts, found, strict=True):
                tables[places[part]] = values
                done += len(values)
                if progress is not None:
                    progress(done, len(tables))
    return tables


def _layouts(
    names: Sequence[Any], rows: list[np.ndarray], cross_fit: int | None, folds: Any, rng: Any
) -> Iterator[tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """Draws whose folds and groups have the same sizes: (sizes (F, G), their places, rows sorted by fold and group)."""
    repeats = len(rows[0])
    if folds is None and cross_fit is None:
        yield np.array([[of_group.shape[1] for of_group in rows]]), np.arange(repeats), np.concatenate(rows, 1)
        return
    sources = list(rng) if isinstance(rng, (list, tuple)) else [generator("rng", rng)] * repeats
    if len(sources) != repeats:
        raise InputError(
            f"rng must be one for all draws, or one for each of {repeats}", f"it holds {len(sources)}", "Pass a seed."
        )
    found: dict[bytes, tuple[np.ndarray, list[int], list[np.ndarray]]] = {}
    for place, source in enumerate(sources):
        drawn = [of_group[place] for of_group in rows]
        cells = fold_parts(names, drawn, cross_fit, folds, source)
        sizes = np.array([[len(part) for part in of_group] for of_group in cells]).T
        _, places, sorted_rows = found.setdefault(sizes.tobytes(), (sizes, [], []))
        places.append(place)
        sorted_rows.append(np.concatenate([part for of_fold in zip(*cells, strict=True) for part in of_fold]))
    for sizes, places, sorted_rows in found.values():
        yield sizes, np.array(places), np.stack(sorted_rows)
