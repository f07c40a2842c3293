"""Groups of texts whose vectors are made: a law for each group, labels that follow the vectors, and a trained probe."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pytest
import torch

from geobias.clouds import TokenClouds
from geobias.controls import ControlPlan, ControlSettings
from geobias.controls.distances import Comparison
from geobias.controls.placebo import Progress
from geobias.controls.regions import Regions
from geobias.controls.training import predicted
from geobias.corpora import Corpus
from geobias.measures import DistanceSettings, Keeping
from geobias.measures.scores import WeightedGroups, gaps, score
from geobias.pipeline import Materials, Performance, ProbeSettings, RelationSettings
from geobias.sampling import Fold, Pools, Units
from geobias.tables import GapIntervalTable, ScoreIntervalTable

NAMES = ("au", "ca", "nz", "uk")
TASK = ProbeSettings(sets=1, folds=2)


def untold(done: int, total: int) -> None:
    """Progress that nobody sees."""


@dataclass(frozen=True)
class World:
    """What a control takes."""

    materials: Materials
    regions: Regions
    performance: Performance
    compare: Comparison
    progress: Progress = untold

    def parts(self) -> tuple[Regions, Performance, Comparison]:
        return self.regions, self.performance, self.compare


def alone(texts: int) -> Units:
    """Every text is a unit, and counts."""
    return Units(np.arange(texts), np.ones(texts, dtype=bool))


@pytest.fixture
def world() -> Callable[..., World]:
    """(vectors (n, d), labels (n,), groups (n,), trains (n,) bool, settings of the control) -> World."""

    def make(vectors, labels, groups, trains, **control) -> World:
        n = len(vectors)
        corpus = Corpus(
            ids=np.array([f"id{row}" for row in range(n)], dtype=object),
            texts=np.array([f"text {row}" for row in range(n)], dtype=object),
            attributes={"region": np.array(NAMES, dtype=object)[groups]},
            labels=labels,
            label_names=("negative", "positive"),
        )
        training = np.flatnonzero(trains)
        owned = {name: np.flatnonzero(~trains & (groups == place)) for place, name in enumerate(NAMES)}
        pools = Pools(owned, owned, dict.fromkeys(NAMES, "region"), training, training, "region", "left over")
        half = len(training) // 2
        folds = [
            Fold("set0-fold0", training[:half], training[half:]),
            Fold("set0-fold1", training[half:], training[:half]),
        ]
        materials = Materials(corpus, None, pools, alone(n), task="binary", folds=folds)
        rows = np.concatenate(list(owned.values()))
        names = np.array([f"{groups[row]:06d} {row:06d}" for row in rows])
        clouds = lambda some: TokenClouds(torch.from_numpy(vectors[some]).float(), torch.arange(len(some) + 1))  # noqa: E731
        regions = Regions(NAMES, rows, names, groups[rows], lambda some: vectors[some].astype(np.float32), clouds)
        predictions = predicted(materials, TASK, folds, regions, 1)
        scores = score(predictions, [owned])
        weighted = WeightedGroups.of(predictions, owned, ["accuracy"])
        empty = ScoreIntervalTable(()), GapIntervalTable(())
        performance = Performance(predictions, [owned], scores, [gaps(scores, "accuracy")], [], empty, weighted)
        relation = RelationSettings(coefficients=("spearman",), alternative="greater", n_resamples=199)
        plan = ControlPlan(ControlSettings(**control), DistanceSettings(lda=()), relation, 50, splits=10, task=TASK)
        return World(materials, regions, performance, Comparison(plan, 0, Keeping(workers=1)))

    return make


@pytest.fixture
def alike(world) -> Callable[..., World]:
    """Four groups of one law, of 40 evaluated texts and 20 that train; settings of the control by keyword."""

    def make(**control) -> World:
        rng = np.random.default_rng(5)
        groups = np.repeat(range(4), 60)
        labels = rng.integers(0, 2, 240).astype(np.int8)
        vectors = rng.normal(size=(240, 6))
        vectors[:, 0] += 2 * labels
        return world(vectors, labels, groups, np.tile(np.arange(60) < 20, 4), **control)

    return make


@pytest.fixture
def assignments() -> np.ndarray:
    """60 clusters in three groups of 30, 20 and 10: the true one, then four random ones."""
    owners = np.repeat(range(3), [30, 20, 10])
    rng = np.random.default_rng(1)
    return np.stack([owners, *(rng.permutation(owners) for _ in range(4))])


@pytest.fixture
def points() -> Callable[..., np.ndarray]:
    """(seed, count) -> points of 8 dimensions of other widths, away from 0."""
    return lambda seed, count: np.random.default_rng(seed).normal(size=(count, 8)) * np.linspace(3, 0.5, 8) + 5
