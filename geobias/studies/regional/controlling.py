"""The whole pipeline where nothing can be found, and where something was planted.

Negative control: the regions' texts are dealt at random into groups of the same sizes, and distances, gaps and their
correlation are made of these as of the true ones. Positive control: on such groups a shift of the token vectors and a
loss of right answers are planted together, and the relation is tested as usual.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import torch

from geobias.clouds import TokenClouds
from geobias.measures.discriminants import lda_tables
from geobias.measures.performance import model_means, score
from geobias.measures.separation import partition_distances
from geobias.measures.separation.units import unit_documents
from geobias.sampling import Draws
from geobias.seeds import generator
from geobias.stats import (
    ControlResult,
    PermutationSource,
    PowerCurve,
    control_pvalue,
    correlate,
    permutation_test,
    power_curve,
)
from geobias.studies.progress import Bars
from geobias.studies.regional.embedding import Embeddings, memo_inputs
from geobias.studies.regional.materials import Materials
from geobias.studies.regional.performance import Performance
from geobias.studies.regional.settings import RegionalSettings
from geobias.studies.run import RunDirectory
from geobias.tables import ScoreTable

LARGEST = "largest"
"""Name of the statistic that is the largest absolute coefficient of all."""
SAMPLES = 2  # of every pseudo-group; its floor needs two
_LEAST_GROUPS = 3


@dataclass(frozen=True)
class Controls:
    """Statistics of the pipeline on the true groups and on pseudo-groups.

    values : (x, y) -> float64 (1 + partitions,), the true groups first; `(LARGEST, "")` is the largest of all.
    results : the same keys -> the test. power : of the positive control, None where none was asked for.
    """

    coefficient: str
    values: dict[tuple[str, str], np.ndarray] = field(default_factory=dict)
    results: dict[tuple[str, str], ControlResult] = field(default_factory=dict)
    power: PowerCurve | None = None

    @property
    def overall(self) -> ControlResult | None:
        return self.results.get((LARGEST, ""))


def run_controls(
    materials: Materials,
    embeddings: Embeddings,
    performance: Performance | None,
    settings: RegionalSettings,
    directory: RunDirectory,
    bars: Bars,
) -> Controls:
    """The controls that the settings ask for; none without a task, token clouds or three regions."""
    coefficient, wanted = settings.relation.coefficients[0], settings.control
    controls = Controls(coefficient)
    if performance is None or "short" not in materials.separated or not (wanted.partitions or wanted.shifts):
        return controls
    regions = _Regions.of(materials, embeddings, settings)
    if len(regions.names) < _LEAST_GROUPS:
        directory.notice(f"There is no control of the relations: it needs {_LEAST_GROUPS} regions.")
        return controls
    memo: dict[str, Any] = {"memo": directory.memo, "inputs": memo_inputs(materials, embeddings)}
    if wanted.partitions:
        with bars.bar("Negative control", "partitions") as progress:
            values = _negative(regions, performance, settings, memo, progress)
        results = {
            key: control_pvalue(
                of_key[0],
                of_key[1:],
                alternative="greater" if key[0] == LARGEST else settings.relation.alternative,
            )
            for key, of_key in values.items()
        }
        controls = Controls(coefficient, values, results)
    if wanted.shifts:
        with bars.bar("Positive control", "runs") as progress:
            power = _positive(regions, performance, settings, memo, progress)
        controls = Controls(coefficient, controls.values, controls.results, power)
    return controls


@dataclass(frozen=True)
class _Regions:
    """The short texts of all regions together, by units.

    rows : of the corpus. units : for each unit the positions of its texts among them. owners : the region of each unit.
    """

    names: tuple[str, ...]
    rows: np.ndarray
    unit_names: np.ndarray
    owners: np.ndarray
    clouds: TokenClouds
    vectors: Callable[[np.ndarray], np.ndarray]

    @classmethod
    def of(cls, materials: Materials, embeddings: Embeddings, settings: RegionalSettings) -> _Regions:
        pools = materials.pools
        names = tuple(group for group in pools.groups if group not in pools.unions)
        rows = np.concatenate([pools.rows[name] for name in names])
        owner = np.repeat(np.arange(len(names)), [len(pools.rows[name]) for name in names])
        unit = settings.sampling.unit
        known = np.arange(len(rows)) if unit is None else materials.corpus.attributes[unit][rows]
        # An author who writes from two regions is a unit in each.
        labels = np.array([f"{number:06d} {name}" for number, name in zip(owner, known, strict=True)])
        corpus = materials.corpus
        units = unit_documents(labels, len(rows), "all")
        owners = np.array([owner[documents[0]] for documents in units])
        return cls(names, rows, labels, owners, embeddings.clouds(corpus, rows), embeddings.vectors(corpus))

    @cached_property
    def units(self) -> list[np.ndarray]:
        return unit_documents(self.unit_names, len(self.rows), "all")

    def size(self, settings: RegionalSettings) -> int:
        """Units of a sample: at most those asked for, and `SAMPLES` times in the smallest group."""
        return min(settings.control.size, int(np.bincount(self.owners).min()) // SAMPLES)

    def documents(self, assignment: np.ndarray) -> list[np.ndarray]:
        """Positions of the texts of every group of an assignment of units."""
        return [
            np.concatenate([self.units[unit] for unit in np.flatnonzero(assignment == group)])
            for group in range(len(self.names))
        ]


def _partitions(regions: _Regions, count: int, seed: int) -> np.ndarray:
    """Assignments of units to groups, int64 (1 + count, units): the true one, and shuffles of it."""
    rng = generator(seed, "control partitions")
    return np.stack([regions.owners, *(rng.permutation(regions.owners) for _ in range(count))])


def _negative(
    regions: _Regions,
    performance: Performance,
    settings: RegionalSettings,
    memo: dict[str, Any],
    progress: Callable[[int, int], None],
) -> dict[tuple[str, str], np.ndarray]:
    """(x, y) -> the coefficient on the true groups and on every pseudo-partition."""
    assignments = _partitions(regions, settings.control.partitions, settings.seed)
    distances = {"sinkhorn_excess": _pairs(_sinkhorn(regions, assignments, settings, memo, progress))}
    distances |= _discriminant(regions, assignments, settings, memo)
    scores = _scores(regions, performance, assignments, settings)
    coefficient, found = settings.relation.coefficients[0], {}
    for gap in performance.gaps:
        metric = gap.quantity.removeprefix("gap[").removesuffix("]")
        apart = _pairs(_gaps(scores, metric))
        for name, values in distances.items():
            found[name, gap.quantity] = correlate(values, apart, coefficient)
    largest = np.nanmax(np.abs(np.stack(list(found.values()))), axis=0)
    return found | {(LARGEST, ""): largest}


def _sinkhorn(
    regions: _Regions,
    assignments: np.ndarray,
    settings: RegionalSettings,
    memo: dict[str, Any],
    progress: Callable[[int, int], None],
    clouds: TokenClouds | None = None,
) -> np.ndarray:
    return partition_distances(
        clouds or regions.clouds,
        assignments,
        size=regions.size(settings),
        units=regions.unit_names,
        samples=SAMPLES,
        distance=settings.distance,
        seed=settings.seed,
        workers=settings.workers,
        progress=progress,
        memo=memo["memo"],
        inputs=memo["inputs"] | {"rows": regions.rows},
    )


def _discriminant(
    regions: _Regions, assignments: np.ndarray, settings: RegionalSettings, memo: dict[str, Any]
) -> dict[str, np.ndarray]:
    """Cross-fitted discriminant distances of every assignment, like numbers of texts a group; none without folds."""
    rng = generator(settings.seed, "control discriminant")
    parts = [regions.documents(assignment) for assignment in assignments]
    size = min(settings.sampling.lda_documents, *(len(group) for groups in parts for group in groups))
    if settings.distance.lda_folds < 2 or size < settings.distance.lda_folds or "short" not in settings.distance.lda:
        return {}
    places = {
        name: np.stack([rng.choice(groups[g], size, replace=False) for groups in parts])
        for g, name in enumerate(regions.names)
    }
    draws = Draws(dict.fromkeys(regions.names, regions.rows), places, np.arange(len(assignments)))
    tables = lda_tables(
        draws, regions.vectors, settings.distance, quantity="control-lda", seed=settings.seed,
        workers=settings.workers, **memo,
    )  # fmt: skip
    return {"lda_crossfit": _pairs(tables["control-lda_crossfit"].values)}


def _scores(
    regions: _Regions, performance: Performance, assignments: np.ndarray, settings: RegionalSettings
) -> ScoreTable:
    """Scores of every assignment's groups, on as many texts each as the smallest has."""
    rng = generator(settings.seed, "control scores")
    draws = []
    for assignment in assignments:
        groups = [rng.permutation(group) for group in regions.documents(assignment)]
        least = min(map(len, groups))
        draws.append({name: regions.rows[g[:least]] for name, g in zip(regions.names, groups, strict=True)})
    return score(performance.predictions, draws)


def _gaps(scores: ScoreTable, metric: str) -> np.ndarray:
    """Absolute differences of the groups' means over models, one table a repeat, float64 (repeats, G, G)."""
    values = scores.metrics[metric]
    known = ~np.isnan(values)
    total, count = np.where(known, values, 0.0).sum(0), known.sum(0)
    means = np.divide(total, count, out=np.full(total.shape, np.nan), where=count > 0)
    return np.abs(means[:, :, None] - means[:, None, :])


def _pairs(tables: np.ndarray) -> np.ndarray:
    """(B, G, G) as (B, pairs)."""
    rows, columns = np.triu_indices(tables.shape[-1], 1)
    return tables[:, rows, columns]


def _positive(
    regions: _Regions,
    performance: Performance,
    settings: RegionalSettings,
    memo: dict[str, Any],
    progress: Callable[[int, int], None],
) -> PowerCurve:
    """How often the relation is found where a shift is planted in both measurements of random groups.

    Every group has a place t on a line, standard normal. Its token vectors move by shift x t standard deviations (the
    root of their total variance) along one direction; of its right answers, shift x (t - least t) / 2 turn wrong.
    """
    runs, shifts = settings.control.runs, settings.control.shifts
    assignments = _partitions(regions, runs, settings.seed)[1:]
    metric = performance.gaps[0].quantity.removeprefix("gap[").removesuffix("]")
    means = np.stack([model_means_of(scores, metric) for scores in _each(regions, performance, assignments, settings)])
    spread = float(regions.clouds.points.double().var(0, correction=0).sum().sqrt())
    source = PermutationSource(settings.seed, settings.relation.exact_limit, settings.relation.n_resamples)
    pvalues = np.empty((len(shifts), runs))
    for row, shift in enumerate(shifts):
        for run, assignment in enumerate(assignments):
            rng = generator(settings.seed, "positive control", run)
            place = rng.standard_normal(len(regions.names))
            moved = _moved(regions, assignment, shift * spread * place, rng)
            found = _pairs(_sinkhorn(regions, assignment[None], settings, memo | _named(memo, shift, run),
                                     lambda done, total: None, moved))[0]  # fmt: skip
            left = means[run] * (1 - np.clip(shift * (place - place.min()) / 2, 0, 1))
            apart = _pairs(np.abs(left[:, None] - left[None])[None])
            pvalues[row, run] = permutation_test(
                found,
                apart,
                source.relabelings(len(regions.names)),
                coefficient=settings.relation.coefficients[0],
                alternative=settings.relation.alternative,
            ).pvalue[0]
            progress(row * runs + run + 1, len(shifts) * runs)
    return power_curve(shifts, pvalues, alpha=settings.relation.alpha)


def _named(memo: dict[str, Any], shift: float, run: int) -> dict[str, Any]:
    return {"inputs": memo["inputs"] | {"shift": shift, "run": run}}


def _each(
    regions: _Regions, performance: Performance, assignments: np.ndarray, settings: RegionalSettings
) -> list[ScoreTable]:
    return [_scores(regions, performance, assignment[None], settings) for assignment in assignments]


def model_means_of(scores: ScoreTable, metric: str) -> np.ndarray:
    """Mean over models of every group's score, float64 (G,)."""
    means = model_means(scores, metric)
    return np.nanmean(means, axis=0)


def _moved(regions: _Regions, assignment: np.ndarray, by: np.ndarray, rng: np.random.Generator) -> TokenClouds:
    """The clouds with every group's points moved by its number along one random direction."""
    clouds = regions.clouds
    direction = rng.standard_normal(clouds.points.shape[1])
    direction /= np.linalg.norm(direction)
    amount = np.zeros(len(clouds))
    for group, documents in enumerate(regions.documents(assignment)):
        amount[documents] = by[group]
    moves = torch.from_numpy(amount).to(clouds.points)[clouds.owners.to(clouds.points.device)]
    return TokenClouds(clouds.points + moves[:, None] * torch.from_numpy(direction).to(clouds.points), clouds.offsets)
