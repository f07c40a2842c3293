"""How distances go with gaps, and with lengths, at every layer: one family, so that the best layer is paid for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from geobias.pipeline.covariates import covariates
from geobias.pipeline.layers import MeasuredLayer
from geobias.pipeline.materials import Materials
from geobias.pipeline.relating import Related, Relations, affordable, relating_options
from geobias.pipeline.relation_settings import RelationSettings
from geobias.pipeline.session import Session
from geobias.relations import critical_coefficients, judge, relate_all
from geobias.stats import ControlResult, PermutationSource, coefficient_name
from geobias.tables import LayerRelation, LayerTable, PairTable

GAP, LENGTH = "layers and gap", "layers and length"
"""The families: every distance at every layer with the gap that the verdict is about, and with how lengths differ."""
_OF_GAP = (
    "statistic", "p_qap", "p_max", "n_groups", "alternative", "p_control", "p_attainable", "verdict", "stopped_by",
    "lacking", "note",
)  # fmt: skip
_OF_LENGTH = {"length": "statistic", "length_p_qap": "p_qap", "length_p_max": "p_max", "length_verdict": "verdict"}


def relate_layers(
    materials: Materials,
    measured: Sequence[MeasuredLayer],
    related: Related,
    relations: Relations,
    choice: RelationSettings,
    session: Session,
) -> LayerTable:
    """A row for every distance at every layer, by the first coefficient; no rows where no layers were measured.

    All layers share their permutations of groups. A relation with the gap heeds the negative control of the largest
    coefficient, as all do that were not declared; that control is at the study's own layer.
    """
    rows = [_row(layer, table, choice) for layer in measured for table in layer.tables]
    if not rows:
        return LayerTable(())
    choice = affordable(choice, len(materials.pools.regions), session)
    tables = [table for layer in measured for table in layer.tables]
    gap = _gap(related, relations)
    if gap is not None:
        found, critical = _related(tables, gap, GAP, related.family_control, choice, session)
        rows = [
            replace(row, gap=one.y, critical=float(least), **{name: getattr(one, name) for name in _OF_GAP})
            for row, one, least in zip(rows, found, critical, strict=True)
        ]
    for length in covariates(materials, ["length"]):
        found, _ = _related(tables, length, LENGTH, None, choice, session)
        rows = [
            replace(row, **{mine: getattr(one, name) for mine, name in _OF_LENGTH.items()})
            for row, one in zip(rows, found, strict=True)
        ]
    return LayerTable(tuple(rows))


def _gap(related: Related, relations: Relations) -> PairTable | None:
    """The gaps of the declared relation, else the first that were measured at one size; None without a task."""
    gaps = related.performance.equal_size_gaps() if related.performance else []
    declared = {row.y for row in relations.table.rows if row.primary}
    return next((gap for gap in gaps if str(gap.quantity) in declared), gaps[0] if gaps else None)


def _row(layer: MeasuredLayer, table: PairTable, choice: RelationSettings) -> LayerRelation:
    """What was measured, before it is related."""
    made: dict[str, Any] = {}
    if layer.position is not None:
        position = layer.position
        made = {"position": position.position, "position_share": position.share, "fair_share": position.fair}
    values = table.select(table.base_groups).vector()
    known = values[~np.isnan(values)]
    made["mean"] = float(known.mean()) if len(known) else np.nan
    made["sd"] = float(known.std(ddof=1)) if len(known) > 1 else np.nan
    name = coefficient_name(choice.coefficients[0])
    return LayerRelation(layer.layer, str(table.quantity), name, layer.own, alpha=choice.alpha, **made)


def _related(
    tables: Sequence[PairTable],
    other: PairTable,
    family: str,
    control: ControlResult | None,
    choice: RelationSettings,
    session: Session,
) -> tuple[Sequence[Any], np.ndarray]:
    """Every table with one other, judged as one family, in order, and what each coefficient must be larger than."""
    pairs = [(table, other) for table in tables]
    first = choice.coefficients[0]
    options = relating_options(choice, session.rng("relations", family)) | {"coefficients": [first]}
    found = relate_all(pairs, family=family, **options)
    # Two streams of one purpose are alike: both go through the same permutations.
    source = PermutationSource(session.rng("relations", family), choice.exact_limit, choice.n_resamples)
    alike = {name: options[name] for name in ("groups", "alternative", "missing")}
    critical = critical_coefficients(pairs, first, source, alpha=choice.alpha, **alike)
    return judge(found.rows, control, alpha=choice.alpha), critical
