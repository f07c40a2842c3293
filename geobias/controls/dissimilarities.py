"""Energy distances and MMD between the groups of many assignments of the same clusters.

Both are U-statistics of clusters, so that their expectation is 0 for groups of one law whatever their sizes, and take
every text: a placebo group is as well known as the true one of its size.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
import torch
from torch import Tensor

from geobias.distances import median_bandwidth
from geobias.parallel import ordered_map
from geobias.seeds import generator
from geobias_kernels.costs import squares_between

_ROWS = 256  # clusters whose dissimilarities to all others are held at a time


def dissimilarity_tables(
    texts: np.ndarray,
    clusters: Sequence[np.ndarray],
    assignments: np.ndarray,
    *,
    bandwidth: float | None = None,
    seed: int = 0,
    workers: int | None = None,
) -> dict[str, np.ndarray]:
    """Energy distance and squared MMD between the groups of every assignment: "energy" and "mmd" -> float64 (B, G, G).

    Parameters
    ----------
    texts : float64 (N, d). clusters : positions of each cluster's texts; texts of one are not compared with each other.
    assignments : int (B, clusters), groups 0 to G - 1.
    bandwidth : of MMD's Gaussian kernel; None = the median distance between texts.

    The table of dissimilarities is made a few rows at a time, multiplied by the members of all groups of all
    assignments, and forgotten.
    """
    everything = torch.from_numpy(texts).double()
    everything = everything - everything.mean(0)
    if bandwidth is None:
        permuted = everything[torch.from_numpy(generator(seed, "bandwidth").permutation(len(everything)))]
        bandwidth = float(median_bandwidth(permuted[::2], permuted[1::2]))
    groups = int(assignments.max()) + 1
    members = torch.from_numpy(assignments[..., None] == np.arange(groups)).permute(1, 0, 2).float()  # (U, B, G)
    starts = range(0, len(clusters), _ROWS)
    part = partial(_sums, everything, clusters, members, _kernels(bandwidth))
    sums = sum(ordered_map(part, starts, workers), torch.zeros(2, *members.shape[1:], groups).double())
    counts = members.double().sum(0)
    pairs = counts[:, :, None] * counts[:, None] - torch.diag_embed(counts)
    means = sums / pairs
    within = means.diagonal(dim1=-2, dim2=-1)
    energy, mmd = (2 * means - within[..., None] - within[..., None, :]).numpy()
    return {"energy": energy, "mmd": mmd}


Kernel = Callable[[Tensor], Tensor]


def _kernels(width: float) -> tuple[Kernel, Kernel]:
    """Of squared distances; less a constant, which no excess knows of, so that sums in float32 are of small numbers."""
    at_width = float(np.exp(-0.5))
    return lambda squares: squares.sqrt() - width, lambda squares: at_width - (squares / (-2 * width**2)).exp()


def _sums(
    texts: Tensor, clusters: Sequence[np.ndarray], members: Tensor, kernels: tuple[Kernel, Kernel], start: int
) -> Tensor:
    """Sums of the dissimilarities of some clusters to all, float64 (2, B, G, G)."""
    some = range(start, min(start + _ROWS, len(clusters)))
    rows, row_of = _flat([clusters[cluster] for cluster in some])
    columns, column_of = _flat(clusters)
    squares = squares_between(texts[rows], texts[columns])
    one_each = len(columns) == len(clusters)
    here = torch.arange(len(some))
    found = []
    for kernel in kernels:
        values = kernel(squares)
        if not one_each:
            values = _means(_means(values, row_of, len(some)).T, column_of, len(clusters)).T.contiguous()
        values[here, here + start] = 0.0  # a cluster is not compared with itself
        to_groups = (values.float() @ members.flatten(1)).reshape(len(some), *members.shape[1:])
        own = members[start : start + len(some)].permute(1, 2, 0).double()
        found.append(own @ to_groups.permute(1, 0, 2).double())
    return torch.stack(found)


def _flat(clusters: Sequence[np.ndarray]) -> tuple[Tensor, Tensor]:
    """Positions of the texts of clusters, and the cluster of each, counted from 0."""
    owners = np.repeat(np.arange(len(clusters)), [len(documents) for documents in clusters])
    return torch.from_numpy(np.concatenate(clusters)), torch.from_numpy(owners)


def _means(values: Tensor, owners: Tensor, count: int) -> Tensor:
    """Means over the rows of each owner, (count, columns)."""
    sums = torch.zeros(count, values.shape[1]).to(values).index_add_(0, owners, values)
    return sums / torch.bincount(owners, minlength=count)[:, None]
