"""What the divergences of a study cost here: their numbers and sizes, counted, and the time of one, tried."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import torch

from geobias.clouds import TokenClouds
from geobias.controls.placebo import SAMPLES
from geobias.corpora import Corpus
from geobias.distances import SHARED_BYTES, STORED_BYTES, TableOptions, bootstrap_table
from geobias.measures.geometry import DistanceSettings
from geobias.models.encoder import Encoder
from geobias.parallel import single_threaded
from geobias.pipeline.materials import Materials, Texts
from geobias.pipeline.separation import separable_rows
from geobias.pipeline.settings import RegionalSettings
from geobias.sampling import Draws


@dataclass(frozen=True)
class SinkhornWork:
    """The divergences of one purpose."""

    purpose: str
    problems: int
    tokens_per_cloud: int
    pool_tokens: int
    workers: int
    seconds: float

    @property
    def gigabytes(self) -> float:
        """Costs that every worker holds at once, in float32: a replicate's with a buffer, and the pools' if shared."""
        shared, own = 4 * self.pool_tokens**2, 4 * self.tokens_per_cloud**2
        kept = 2 * own if own <= STORED_BYTES else 0
        return self.workers * (kept + (shared if shared <= SHARED_BYTES else 0)) / 1e9


def sinkhorn_works(
    materials: Materials, encoder: Encoder, settings: RegionalSettings, workers: int
) -> list[SinkhornWork]:
    """All of a study, one after another; each timed on one divergence between random clouds of its size."""
    counted = list(_counted(materials, encoder, settings))
    return [
        SinkhornWork(
            purpose, problems, size, pool, workers, problems * trial(size, encoder.width, settings.distance) / workers
        )
        for purpose, problems, size, pool in counted
    ]


def _counted(materials: Materials, encoder: Encoder, settings: RegionalSettings) -> Iterator[tuple[str, int, int, int]]:
    """(purpose, problems, tokens of a cloud, tokens of the largest pool); tokens are counted, not encoded."""
    for name, kind in materials.kinds.items():
        if kind.bootstrap is not None:
            yield (f"{name} texts", *_bootstrap(kind.corpus, kind.bootstrap, encoder))
    if "short" in materials.separated:
        yield from _at_one_size(materials, materials.kinds["short"], encoder, settings)


def _bootstrap(corpus: Corpus, draws: Draws, encoder: Encoder) -> tuple[int, int, int]:
    lengths = _lengths(corpus, draws.drawn_rows(), encoder)
    sizes = [int(lengths[np.unique(rows)].sum()) for rows in draws.rows(0).values()]
    pools = [int(lengths[draws.pools[g][np.unique(p)]].sum()) for g, p in draws.positions.items()]
    return len(draws) * len(sizes) * (len(sizes) + 1) // 2, int(np.mean(sizes)), max(pools)


def _at_one_size(
    materials: Materials, texts: Texts, encoder: Encoder, settings: RegionalSettings
) -> Iterator[tuple[str, int, int, int]]:
    """Floors and excesses, and the controls: every two samples of all groups, and each with itself."""
    rows, _ = separable_rows(materials, texts)
    if len(rows) < 2:
        return
    units = {
        group: len(some) if materials.units is None else len(np.unique(materials.units[some]))
        for group, some in rows.items()
    }
    lengths = _lengths(texts.corpus, np.concatenate(list(rows.values())), encoder)
    of_unit = sum(int(lengths[some].sum()) for some in rows.values()) / sum(units.values())
    m, control = settings.separation.common_size(units), settings.control
    samples = sum(min(settings.separation.blocks, count // m) for count in units.values())
    yield "floors", _pairs(samples), round(m * of_unit), 0
    regions = [group for group in rows if group not in texts.pools.unions]
    runs = 1 + control.partitions if control.partitions else 0
    runs += len(control.shifts) * control.runs
    if runs and materials.task != "none" and regions:
        size = min(control.size, min(units[group] for group in regions) // SAMPLES)
        yield "controls", runs * _pairs(SAMPLES * len(regions)), round(size * of_unit), 0


def _pairs(count: int) -> int:
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
