"""What the divergences of a study cost here: their numbers and sizes, counted, and the time of one, tried."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np
import torch

from geobias.clouds import TokenClouds
from geobias.corpora import Corpus
from geobias.distances import SHARED_BYTES, STORED_BYTES, TableOptions, bootstrap_table
from geobias.measures import DistanceSettings
from geobias.measures.separation import SeparationSettings
from geobias.models import Encoder
from geobias.parallel import single_threaded
from geobias.pipeline.materials import Materials
from geobias.pipeline.separable import separable_rows
from geobias.sampling import Draws


@dataclass(frozen=True)
class Counted:
    """The divergences of one purpose; tokens of a cloud and of the largest pool are counted, not encoded.

    seconds : of one divergence; None = by the settings of the distance tables, and tried as these are.
    at_most : whether fewer may do.
    """

    purpose: str
    problems: int
    tokens: int
    pool_tokens: int = 0
    seconds: float | None = None
    at_most: bool = False


@dataclass(frozen=True)
class SinkhornWork:
    """The divergences of one purpose; at most so many where fewer may do. `wide`: by `tol`, in float64."""

    purpose: str
    problems: int
    tokens_per_cloud: int
    pool_tokens: int
    workers: int
    seconds: float
    at_most: bool = False
    wide: bool = False

    @property
    def gigabytes(self) -> float:
        """Costs that every worker holds at once: a replicate's with a buffer, and the pools' if shared."""
        size = 8 if self.wide else 4
        shared, own = size * self.pool_tokens**2, size * self.tokens_per_cloud**2
        kept = 2 * own if own <= STORED_BYTES else 0
        return self.workers * (kept + (shared if shared <= SHARED_BYTES else 0)) / 1e9


def sinkhorn_works(
    counted: Iterable[Counted], width: int, distance: DistanceSettings, workers: int
) -> list[SinkhornWork]:
    """One after another; each timed on one divergence between random clouds of its size, `width` wide."""
    works = []
    for one in counted:
        each = trial(one.tokens, width, distance) if one.seconds is None else one.seconds
        seconds = one.problems * each / workers
        wide = one.seconds is None and distance.tol is not None
        named = (one.purpose, one.problems, one.tokens, one.pool_tokens, workers, seconds, one.at_most)
        works.append(SinkhornWork(*named, wide))
    return works


def count_distances(materials: Materials, encoder: Encoder) -> Iterator[Counted]:
    """The divergences of the distance tables, one per kind of text."""
    for name, kind in materials.kinds.items():
        if kind.bootstrap is not None:
            yield _bootstrap(f"{name} texts", kind.corpus, kind.bootstrap, encoder)


def _bootstrap(purpose: str, corpus: Corpus, draws: Draws, encoder: Encoder) -> Counted:
    lengths = _lengths(corpus, draws.drawn_rows(), encoder)
    sizes = [int(lengths[np.unique(rows)].sum()) for rows in draws.rows(0).values()]
    pools = [int(lengths[draws.pools[g][np.unique(p)]].sum()) for g, p in draws.positions.items()]
    return Counted(purpose, len(draws) * pairs(len(sizes)), int(np.mean(sizes)), max(pools))


@dataclass(frozen=True)
class ClusterCounts:
    """The groups of short texts whose clusters are compared: clusters of each group, and tokens of those texts of a
    cluster that a sample takes, on average."""

    clusters: Mapping[str, int]
    tokens: float

    @classmethod
    def of(cls, materials: Materials, encoder: Encoder) -> ClusterCounts | None:
        """None where samples of one size are not compared, or fewer than two groups could be."""
        if "short" not in materials.separated:
            return None
        texts = materials.kinds["short"]
        rows, _ = separable_rows(materials, texts)
        if len(rows) < 2:
            return None
        sizes = {group: np.unique(materials.clusters[some], return_counts=True)[1] for group, some in rows.items()}
        everything = np.concatenate(list(rows.values()))
        tokens = float(_lengths(texts.corpus, everything, encoder)[everything].mean())
        least = min(int(of_group.min()) for of_group in sizes.values())
        return cls({group: len(of_group) for group, of_group in sizes.items()}, least * tokens)


def count_floors(counts: ClusterCounts, separation: SeparationSettings) -> Counted:
    """Floors and excesses: every two samples of all groups, and each with itself."""
    m = separation.common_size(counts.clusters)
    samples = sum(min(separation.blocks, count // m) for count in counts.clusters.values())
    return Counted("floors", pairs(samples), round(m * counts.tokens))


def count_layers(floors: Counted, layers: int) -> Counted:
    """The floors and excesses of so many layers besides the study's own, which are as many and as large as its are."""
    return Counted(f"{layers} further layer{'s' * (layers > 1)}", layers * floors.problems, floors.tokens)


def pairs(count: int) -> int:
    """Pairs of so many clouds, each with itself among them."""
    return count * (count + 1) // 2


def _lengths(corpus: Corpus, rows: np.ndarray, encoder: Encoder) -> np.ndarray:
    """Tokens of the clouds of some rows, 0 for the others."""
    lengths = np.zeros(len(corpus), dtype=np.int64)
    lengths[rows] = [encoder.cloud_size(text) for text in encoder.tokenize(corpus.texts[rows].tolist())]
    return lengths


def trial(size: int, width: int, distance: DistanceSettings) -> float:
    """Seconds of one problem, of the three that a pair takes, by the settings of the run."""
    rng = torch.Generator().manual_seed(0)
    points = [TokenClouds.from_list([torch.randn(size, width, generator=rng)]) for _ in range(2)]
    one = torch.zeros(1, 2, 1, dtype=torch.int64)
    table = TableOptions(workers=1, devices=distance.devices)
    with single_threaded():
        start = time.perf_counter()
        bootstrap_table(points, one, distance.solver, table, distance.weighting)
        return (time.perf_counter() - start) / 3
