"""Negative control: the whole pipeline where nothing can be found.

The regions' texts are dealt at random into groups of the same sizes, and distances, gaps and their correlation are made
of these as of the true ones.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from geobias.controls.placebo import (
    Progress,
    Regions,
    control_rows,
    excesses,
    pairs_of,
    partitions,
    scores_of,
)
from geobias.controls.planting import positive_control
from geobias.means import known_mean
from geobias.measures.discriminants import lda_tables, least_documents
from geobias.pipeline.embedding import Embeddings, memo_inputs
from geobias.pipeline.materials import Materials
from geobias.pipeline.performance import Performance
from geobias.pipeline.progress import Bars
from geobias.pipeline.run_directory import RunDirectory
from geobias.pipeline.separation import LEAST_UNITS
from geobias.pipeline.settings import RegionalSettings
from geobias.sampling import Draws
from geobias.seeds import generator
from geobias.stats import ControlResult, PowerCurve, control_pvalue, correlate
from geobias.tables import CROSS_FITTED, EXCESS, LDA, Quantity, ScoreTable

LARGEST = "largest"
"""Name of the statistic that is the largest absolute coefficient of all."""
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
    owned = control_rows(materials)
    small = [name for name in materials.pools.regions if name not in owned]
    if len(owned) < _LEAST_GROUPS:
        directory.notice(
            f"There is no control of the relations: it needs {_LEAST_GROUPS} regions of {LEAST_UNITS} units or more."
        )
        return controls
    if small:
        directory.notice(f"The control of the relations is without {', '.join(small)}: fewer than {LEAST_UNITS} units.")
    regions = Regions.of(materials, embeddings, owned)
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
            power = positive_control(regions, performance, settings, memo, progress)
        controls = Controls(coefficient, controls.values, controls.results, power)
    return controls


def _negative(
    regions: Regions,
    performance: Performance,
    settings: RegionalSettings,
    memo: dict[str, Any],
    progress: Progress,
) -> dict[tuple[str, str], np.ndarray]:
    """(x, y) -> the coefficient on the true groups and on every pseudo-partition."""
    assignments = partitions(regions, settings.control.partitions, settings.seed)
    distances = {
        str(Quantity("sinkhorn", estimate=EXCESS)): pairs_of(excesses(regions, assignments, settings, memo, progress))
    }
    distances |= _discriminant(regions, assignments, settings, memo)
    scores = scores_of(regions, performance, assignments, settings)
    coefficient, found = settings.relation.coefficients[0], {}
    for gap in performance.gaps:
        apart = pairs_of(_gaps(scores, Quantity.parse(gap.quantity).metric))
        for name, values in distances.items():
            found[name, gap.quantity] = correlate(values, apart, coefficient)
    largest = np.nanmax(np.abs(np.stack(list(found.values()))), axis=0)
    return found | {(LARGEST, ""): largest}


def _discriminant(
    regions: Regions, assignments: np.ndarray, settings: RegionalSettings, memo: dict[str, Any]
) -> dict[str, np.ndarray]:
    """Cross-fitted discriminant distances of every assignment, like numbers of texts a group; none without folds."""
    rng = generator(settings.seed, "control discriminant")
    parts = [regions.documents(assignment) for assignment in assignments]
    size = min(settings.sampling.lda_documents, *(len(group) for groups in parts for group in groups))
    if (
        settings.distance.lda_folds < 2
        or size < least_documents(settings.distance)
        or "short" not in settings.distance.lda
    ):
        return {}
    places = {
        name: np.stack([rng.choice(groups[g], size, replace=False) for groups in parts])
        for g, name in enumerate(regions.names)
    }
    draws = Draws(dict.fromkeys(regions.names, regions.rows), places, np.arange(len(assignments)))
    quantity = Quantity("control-lda")
    tables = lda_tables(
        draws, regions.vectors, settings.distance, quantity=quantity, seed=settings.seed,
        workers=settings.workers, **memo,
    )  # fmt: skip
    return {str(Quantity(LDA, estimate=CROSS_FITTED)): pairs_of(tables[quantity.further(CROSS_FITTED)].values)}


def _gaps(scores: ScoreTable, metric: str) -> np.ndarray:
    """Absolute differences of the groups' means over models, one table a repeat, float64 (repeats, G, G)."""
    means = known_mean(scores.metrics[metric], 0)
    return np.abs(means[:, :, None] - means[:, None, :])
