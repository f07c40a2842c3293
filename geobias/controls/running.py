"""The controls that are asked for, and the negative one: the whole pipeline where nothing can be found.

There the regions' texts are dealt at random into groups of the same sizes, and distances, gaps and their correlation
are made of these as of the true ones.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from geobias.controls.placebo import (
    Comparison,
    Progress,
    Regions,
    control_rows,
    pairs_of,
    partitions,
    scores_of,
)
from geobias.controls.planting import positive_control
from geobias.controls.settings import ControlPlan
from geobias.means import known_mean
from geobias.measures import Documents, lda_tables, least_documents
from geobias.pipeline import LEAST_CLUSTERS, Embeddings, Materials, Performance, Session, keep_in
from geobias.sampling import Draws
from geobias.seeds import generator
from geobias.stats import ControlResult, PowerCurve, control_pvalue, correlate
from geobias.tables import CROSS_FITTED, EXCESS, LDA, Quantity, ScoreTable

LARGEST = "largest"
"""Name of the statistic that is the largest absolute coefficient of all."""
_LEAST_GROUPS = 3


@dataclass(frozen=True)
class Controls:
    """Statistics of the pipeline on the true groups and on placebo groups.

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
    plan: ControlPlan,
    session: Session,
) -> Controls:
    """The controls that are asked for; none without a task, token clouds or three regions."""
    controls = Controls(plan.coefficient)
    wanted = plan.control.partitions or plan.control.shifts
    if performance is None or "short" not in materials.separated or not wanted:
        return controls
    regions = _regions(materials, embeddings, session)
    if regions is None:
        return controls
    compare = Comparison(plan.distance, plan.control.size, session.seed, keep_in(session, materials, embeddings))
    if plan.control.partitions:
        with session.bar("Negative control", "partitions") as progress:
            values = _negative(regions, performance, plan, compare, progress)
        results = {
            key: control_pvalue(
                of_key[0],
                of_key[1:],
                alternative="greater" if key[0] == LARGEST else plan.relation.alternative,
            )
            for key, of_key in values.items()
        }
        controls = replace(controls, values=values, results=results)
    if plan.control.shifts:
        with session.bar("Positive control", "runs") as progress:
            power = positive_control(regions, performance, plan, compare, progress)
        controls = replace(controls, power=power)
    return controls


def _regions(materials: Materials, embeddings: Embeddings, session: Session) -> Regions | None:
    """The regions that take part, and a notice of those that do not; None where too few do."""
    owned = control_rows(materials)
    small = [name for name in materials.pools.regions if name not in owned]
    if len(owned) < _LEAST_GROUPS:
        session.notice(
            f"There is no control of the relations: it needs {_LEAST_GROUPS} regions of {LEAST_CLUSTERS} clusters or "
            "more."
        )
        return None
    if small:
        session.notice(
            f"The control of the relations is without {', '.join(small)}: fewer than {LEAST_CLUSTERS} clusters."
        )
    return Regions.of(materials, embeddings, owned)


def _negative(
    regions: Regions,
    performance: Performance,
    plan: ControlPlan,
    compare: Comparison,
    progress: Progress,
) -> dict[tuple[str, str], np.ndarray]:
    """(x, y) -> the coefficient on the true groups and on every placebo partition."""
    assignments = partitions(regions, plan.control.partitions, compare.seed)
    distances = {str(Quantity("sinkhorn", estimate=EXCESS)): pairs_of(compare.excesses(regions, assignments, progress))}
    distances |= _discriminant(regions, assignments, plan, compare)
    scores = scores_of(regions, performance.predictions, assignments, compare.seed)
    found = {}
    for gap in performance.gaps:
        apart = pairs_of(_gaps(scores, Quantity.parse(gap.quantity).metric))
        for name, values in distances.items():
            found[name, gap.quantity] = correlate(values, apart, plan.coefficient)
    largest = np.nanmax(np.abs(np.stack(list(found.values()))), axis=0)
    return found | {(LARGEST, ""): largest}


def _discriminant(
    regions: Regions, assignments: np.ndarray, plan: ControlPlan, compare: Comparison
) -> dict[str, np.ndarray]:
    """Cross-fitted discriminant distances of every assignment, like numbers of texts per group; none without folds."""
    rng, distance = generator(compare.seed, "control discriminant"), plan.distance
    parts = [regions.documents(assignment) for assignment in assignments]
    size = min(plan.lda_documents, *(len(group) for groups in parts for group in groups))
    if distance.lda_folds < 2 or size < least_documents(distance) or "short" not in distance.lda:
        return {}
    places = {
        name: np.stack([rng.choice(groups[g], size, replace=False) for groups in parts])
        for g, name in enumerate(regions.names)
    }
    draws = Draws(dict.fromkeys(regions.names, regions.rows), places, np.arange(len(assignments)))
    quantity = Quantity("control-lda")
    documents = Documents(regions.vectors)
    tables = lda_tables(draws, documents, distance, quantity=quantity, seed=compare.seed, keeping=compare.keeping)
    return {str(Quantity(LDA, estimate=CROSS_FITTED)): pairs_of(tables[quantity.further(CROSS_FITTED)].values)}


def _gaps(scores: ScoreTable, metric: str) -> np.ndarray:
    """Absolute differences of the groups' means over models, one table per repeat, float64 (repeats, G, G)."""
    means = known_mean(scores.metrics[metric], 0)
    return np.abs(means[:, :, None] - means[:, None, :])
