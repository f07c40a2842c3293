"""Distances between document vectors whose expectation is 0 for equal groups: energy, MMD and crossnobis."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Literal

import numpy as np
import torch
from torch import Tensor

from geobias.distances import median_bandwidth
from geobias.errors import InputError
from geobias.measures.separation.clusters import clusters_of_groups, like_clusters, parts_of
from geobias.measures.separation.crossnobis import Crossnobis
from geobias.measures.separation.rows import permutation_rng, unbiased_row
from geobias.measures.separation.settings import SeparationSettings
from geobias.measures.stopping import Stopping, rule_of
from geobias.parallel import ordered_map
from geobias.seeds import generator
from geobias.stats import Jackknife, Rule, TwoSampleResult, jackknife_excess, shuffle_excess
from geobias.tables import Quantity, Separation, SeparationTable
from geobias_kernels.costs import squares_between

Pair = tuple[str, str]
Measured = tuple[Jackknife, TwoSampleResult]


def unbiased_separation(
    vectors: Mapping[str, Any],
    settings: SeparationSettings | None = None,
    *,
    method: Literal["energy", "mmd", "crossnobis"] | Quantity = "energy",
    clusters: Mapping[str, Any] | None = None,
    seed: int = 0,
    workers: int | None = None,
    stopping: Stopping | None = None,
) -> SeparationTable:
    """How far apart groups of document vectors are, by an unbiased estimate, which may be negative.

    Parameters
    ----------
    vectors : group -> float (documents, d).
    method : "energy", 2 E|X - Y| - E|X - X'| - E|Y - Y'| as a U-statistic (Székely and Rizzo 2013); "mmd", the squared
        maximum mean discrepancy with one Gaussian kernel for all pairs (Gretton et al. 2012, equation 3); "crossnobis",
        the squared Mahalanobis distance of means over folds, with a shrunk covariance (Walther et al. 2016). Or a
        quantity of such a kind, whose name the table then has.
    clusters : group -> the cluster of each document; None = every document is one. A cluster weighs the same however
        many documents it has; documents of one cluster are not compared with each other, nor split over folds.
        Estimates and intervals take all documents; tests as many of each cluster, drawn at random, as the one with
        fewest has in any group, because a mean of more is less noisy and cannot be exchanged with it.
    seed, workers : as in `sinkhorn_separation`.
    stopping : when fewer than all permutations are drawn; None = never.

    Returns
    -------
    One row per pair; `excess` is the value, floors are NaN. The interval is a delete-block jackknife's over blocks of
    clusters (over folds for crossnobis), p from clusters permuted between the two groups, one-sided. For crossnobis
    clusters are permuted within folds, and whitened by the covariance of both groups together, which permuting leaves
    as it is.
    """
    chosen = settings or SeparationSettings()
    tensors = {name: torch.as_tensor(values).detach().double().cpu() for name, values in vectors.items()}
    of_clusters = clusters_of_groups({name: len(values) for name, values in tensors.items()}, clusters)
    counts = {name: len(of_group) for name, of_group in of_clusters.items()}
    taken = {name: _take(found, chosen.largest_group, seed, name) for name, found in of_clusters.items()}
    measures = {"energy": _energy, "mmd": _mmd, "crossnobis": _crossnobis}
    name, pairs = Quantity.parse(method), list(combinations(tensors, 2))
    if name.kind not in measures:
        raise InputError(f"method must be one of {list(measures)}", f"it is {method!r}", "Choose one of them.")
    measure, details = measures[name.kind](tensors, Clusters(taken, like_clusters(taken, seed)), chosen, seed)

    def row(pair: Pair) -> Separation:
        named = {"quantity": name, "group_a": pair[0], "group_b": pair[1]}
        jackknife, test = measure(pair, permutation_rng(seed, name, *pair), rule_of(stopping, pair, pairs))
        return unbiased_row(jackknife, test, chosen.level, n_a=counts[pair[0]], n_b=counts[pair[1]], **named)

    rows = tuple(ordered_map(row, pairs, workers))
    return SeparationTable(rows, {**details, "clusters": {name: len(found) for name, found in taken.items()}})


Tensors = Mapping[str, Tensor]
Measure = Callable[[Pair, np.random.Generator, Rule | None], Measured]


@dataclass(frozen=True)
class Clusters:
    """Group -> the positions of the documents of each of its clusters: all of them, and as many of each for tests."""

    whole: Mapping[str, list[np.ndarray]]
    like: Mapping[str, list[np.ndarray]]


def _take(found: list[np.ndarray], most: int, seed: int, group: str) -> list[np.ndarray]:
    """The clusters in random order, `most` of them; what follows may cut them into blocks and folds as they come."""
    return [found[i] for i in generator(seed, "unbiased units", group).permutation(len(found))[:most]]


def _energy(vectors: Tensors, clusters: Clusters, settings: SeparationSettings, seed: int) -> tuple[Measure, dict]:
    return _by_dissimilarity(vectors, clusters, settings, Tensor.sqrt), {}


def _mmd(vectors: Tensors, clusters: Clusters, settings: SeparationSettings, seed: int) -> tuple[Measure, dict]:
    everything = torch.cat(list(vectors.values()))
    order = torch.from_numpy(generator(seed, "bandwidth").permutation(len(everything)))
    permuted = everything[order]
    bandwidth = settings.bandwidth or float(median_bandwidth(permuted[::2], permuted[1::2]))
    kernel = _by_dissimilarity(vectors, clusters, settings, lambda squares: -(squares / (-2 * bandwidth**2)).exp())
    return kernel, {"bandwidth": bandwidth}


def _crossnobis(vectors: Tensors, clusters: Clusters, settings: SeparationSettings, seed: int) -> tuple[Measure, dict]:
    whole, like = (
        {name: torch.stack([vectors[name][cluster].mean(0) for cluster in found]) for name, found in of.items()}
        for of in (clusters.whole, clusters.like)
    )
    measure = Crossnobis(whole, like, settings.folds, settings.vector_permutations)
    return measure, {"folds": measure.folds}


def _by_dissimilarity(
    vectors: Tensors, clusters: Clusters, settings: SeparationSettings, of_squares: Callable[[Tensor], Tensor]
) -> Measure:
    def matrix(pair: Pair, found: Mapping[str, list[np.ndarray]]) -> np.ndarray:
        points = torch.cat([vectors[name][cluster] for name in pair for cluster in found[name]])
        return _between_clusters(points, [cluster for name in pair for cluster in found[name]], of_squares)

    def measure(pair: Pair, rng: np.random.Generator, rule: Rule | None) -> Measured:
        sizes = [len(clusters.whole[name]) for name in pair]
        labels = np.repeat([0, 1], sizes)
        blocks = np.concatenate([parts_of(size, settings.jackknife_blocks) for size in sizes]) + 10**6 * labels
        whole = matrix(pair, clusters.whole)
        found = jackknife_excess(whole, labels, blocks)
        same = all(clusters.like[name] is clusters.whole[name] for name in pair)
        like = whole if same else matrix(pair, clusters.like)
        test = shuffle_excess(like, labels, n_resamples=settings.vector_permutations, rng=rng, rule=rule)
        # The excess is half of what goes by these names.
        return Jackknife(2 * found.estimate, 2 * found.error, found.freedom, found.note), test

    return measure


def _between_clusters(points: Tensor, clusters: list[np.ndarray], of_squares: Callable[[Tensor], Tensor]) -> np.ndarray:
    """Mean dissimilarity of the documents of every two clusters; points in the order of the clusters."""
    centred = points - points.mean(0)
    matrix = of_squares(squares_between(centred, centred))
    sizes = torch.tensor([len(cluster) for cluster in clusters])
    if len(sizes) < len(points):
        owners = torch.repeat_interleave(torch.arange(len(sizes)), sizes)
        matrix = torch.zeros(len(sizes), len(points)).to(matrix).index_add_(0, owners, matrix)
        matrix = torch.zeros(len(sizes), len(sizes)).to(matrix).index_add_(1, owners, matrix)
        matrix = matrix / (sizes[:, None] * sizes)
    return matrix.numpy()
