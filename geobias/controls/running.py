"""The controls that are asked for, in their order."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from geobias.controls.cleaning import repeat_cleaning
from geobias.controls.distances import Comparison
from geobias.controls.negative import LARGEST, Key, Negative, metrics_of, negative_control, primary_of
from geobias.controls.planting import positive_control
from geobias.controls.regions import Regions, control_rows
from geobias.controls.repeated import Repeated, told
from geobias.controls.settings import ControlPlan
from geobias.controls.training import repeat_training
from geobias.errors import InputError
from geobias.models import Encoder
from geobias.pipeline import LEAST_CLUSTERS, Embeddings, Materials, Performance, Session, keep_in
from geobias.report import quantity_label
from geobias.stats import ControlResult, PowerCurve

_LEAST_GROUPS = 3
_MOST_UNITS = 6_000
"""Of all groups together: memory grows with their square."""


@dataclass(frozen=True)
class Controls:
    """Statistics of the pipeline on the true groups and on placebo groups.

    negative : tables, statistics and tests of random partitions. primary : the relation that the verdict goes by.
    repeats : what became of differences and relations when training or cleaning was done anew.
    power : of the positive control, None where none was asked for.
    """

    coefficient: str
    negative: Negative = field(default_factory=Negative)
    primary: Key | None = None
    repeats: tuple[Repeated, ...] = ()
    power: PowerCurve | None = None

    @property
    def values(self) -> dict[Key, np.ndarray]:
        return self.negative.values

    @property
    def results(self) -> dict[Key, ControlResult]:
        return self.negative.results

    @property
    def overall(self) -> ControlResult | None:
        """Of the largest coefficient of all: where the verdict goes by a family."""
        return self.results.get((LARGEST, ""))

    @property
    def deciding(self) -> ControlResult | None:
        """Of the primary relation, which the verdict goes by; where the control does not measure it, `overall`."""
        return self.results.get(self.primary or (LARGEST, ""), self.overall)


def run_controls(
    materials: Materials,
    embeddings: Embeddings,
    performance: Performance | None,
    plan: ControlPlan,
    session: Session,
    *,
    encoder: Encoder | None = None,
) -> Controls:
    """The controls that are asked for; none without three regions, of relations none without a task.

    encoder : reads the texts that are cleaned again.
    """
    controls = Controls(plan.coefficient)
    regions = _regions(materials, embeddings, plan, session) if plan.control.asked else None
    if regions is None:
        return controls
    compare = Comparison(plan, session.seed, keep_in(session, materials, embeddings))
    if performance is not None:
        controls = _of_relations(controls, materials, regions, performance, compare, session)
    if "cleaning" in plan.control.repeat:
        if encoder is None:
            raise InputError("control.repeat=[cleaning] needs the encoder", "there is none", "Pass encoder=.")
        rows = repeat_cleaning(materials, embeddings, regions, performance, compare, encoder, session)
        controls = replace(controls, repeats=(*controls.repeats, *rows))
    session.notice(*told(controls.repeats))
    return controls


def _of_relations(
    controls: Controls,
    materials: Materials,
    regions: Regions,
    performance: Performance,
    compare: Comparison,
    session: Session,
) -> Controls:
    """With the negative control, the repeated training and the positive control."""
    control = compare.plan.control
    primary = primary_of(compare.plan, metrics_of(performance))
    controls = replace(controls, primary=primary)
    if control.partitions or "training" in control.repeat:
        with session.bar("Negative control", "partitions") as progress:
            count = compare.plan.least_partitions
            controls = replace(controls, negative=negative_control(regions, performance, compare, count, progress))
            progress(1 + count, 1 + count)
    if "training" in control.repeat:
        with session.bar("Training again", "trainings") as progress:
            try:
                rows = repeat_training(materials, regions, performance, controls.negative, compare, progress)
                controls = replace(controls, repeats=tuple(rows))
            except InputError as error:
                session.notice(f"The training was not repeated for the control: {error}")
    if control.shifts:
        placebo = controls.values.get(primary)
        with session.bar("Positive control", "runs") as progress:
            power = positive_control(
                regions, performance, compare, primary, None if placebo is None else placebo[1:], progress
            )
        if power.runs.any():
            controls = replace(controls, power=power)
        else:
            session.notice(
                f"There is no positive control: {quantity_label(primary[0])} is no distance that controls can measure "
                "on these texts (relation.primary)."
            )
    return controls


def _regions(materials: Materials, embeddings: Embeddings, plan: ControlPlan, session: Session) -> Regions | None:
    """The regions that take part, and a notice of those that do not; None where too few do."""
    most = min(plan.largest_group, max(LEAST_CLUSTERS, _MOST_UNITS // max(1, len(materials.pools.regions))))
    owned = control_rows(materials, most, session.seed)
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
