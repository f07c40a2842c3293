"""The order of events of the regional study, as its paper draws it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

from geobias.controls import Controls, run_controls
from geobias.pipeline import (
    Distances,
    Embeddings,
    Inputs,
    LayerMeasures,
    Materials,
    Performance,
    Related,
    Relations,
    Representation,
    Separations,
    Session,
    Study,
    check_adjusted_names,
    check_related_names,
    group_texts,
    measure_differences,
    measure_distances,
    measure_layers,
    measure_performance,
    predict,
    record_materials,
    relate_layers,
    relate_tables,
    represent,
    resample_tables,
    separate,
    task_kind,
    with_audit,
    with_draws,
    with_task,
)
from geobias.report import build
from geobias.studies.regional.sections import SECTIONS
from geobias.studies.regional.settings import RegionalSettings
from geobias.studies.regional.tables import write
from geobias.tables import LayerTable


@dataclass(frozen=True)
class Measured:
    """Everything that a study measured.

    performance : None where the study has no task.
    separations : distances beside their floor, at one size. controls : of the whole pipeline.
    layers : distances at every layer and their relations, where several are named; all else is of the last named.
    """

    materials: Materials
    distances: Distances
    performance: Performance | None
    separations: Separations
    controls: Controls
    representation: Representation
    relations: Relations
    layers: LayerTable


def prepare(inputs: Inputs, settings: RegionalSettings, session: Session) -> Materials:
    """Tokenize, choose pools and make every draw: what is decided before the first text is encoded. A plan ends here.

    Raises
    ------
    InputError : a group is absent or too small, the encoder cannot read it, or the task has too few training texts.
    """
    sampling, task, relation = settings.sampling, settings.task, settings.relation
    kind = task_kind(inputs, task)
    materials = group_texts(inputs, sampling, session, learns=kind != "none")
    materials = with_audit(materials, sampling, settings.audit.allow)
    check_adjusted_names(materials.corpus, settings.difference.adjust)
    check_related_names(materials.pools, relation)
    materials = with_task(materials, kind, task, sampling, session, metrics=relation.metrics)
    return with_draws(materials, inputs.encoder, sampling, settings.distance, settings.separation, session)


def measure(settings: RegionalSettings, inputs: Inputs, session: Session) -> Measured | None:
    """Everything but the tables and the page; None on a process that helps: its share is encoding and training."""
    relation, distance = settings.relation, settings.distance
    with session.stage("prepare"):
        materials = prepare(inputs, settings, session)
        record_materials(session, materials, inputs.encoder)
        stopping = settings.stops(materials.pools.pooled_groups)
    with session.stage("encode"):
        direct = distance.clouds == "direct"
        embeddings = Embeddings.extract(inputs.encoder, materials, settings.store, session, direct=direct)
    with session.stage("performance"):
        predicted = predict(materials, embeddings, settings.task, settings.encoder, session)
        if not session.main:
            return None
        performance = measure_performance(
            materials,
            predicted,
            settings.intervals,
            session,
            score_repeats=settings.sampling.score_repeats,
            metrics=relation.metrics,
        )
        if performance is not None:
            performance = performance.judged(materials.pools.pooled_groups, relation.alpha)
    with session.stage("distances"):
        distances = measure_distances(materials, embeddings, distance, session)
    with session.stage("separation"):
        tables, coefficient = distances.tables, relation.coefficients[0]
        separations = separate(materials, embeddings, tables, settings.separation, distance, session, stopping)
        differences = measure_differences(materials, embeddings, settings.difference, session)
        separations = replace(separations, differences=differences).judged(
            materials.pools.pooled_groups, relation.alpha
        )
        representation = represent(materials, embeddings, tables, distance, session, coefficient=coefficient)
    with session.stage("control"):
        controls = run_controls(materials, embeddings, performance, settings.controls, session, encoder=inputs.encoder)
    with session.stage("relations"):
        resampled = resample_tables(materials, embeddings, performance, settings.reliability, session)
        related = Related(tables, separations, performance, resampled, controls.deciding, controls.overall)
        relations = relate_tables(materials, related, relation, session)
    layers = LayerTable(())
    if len(inputs.encoder.layers) > 1:
        with session.stage("layers"):
            measures = LayerMeasures(distance, settings.separation, settings.difference)
            measured = measure_layers(materials, embeddings, inputs.encoder.layers, measures, session)
            layers = relate_layers(materials, measured, related, relations, relation, session)
    return Measured(materials, distances, performance, separations, controls, representation, relations, layers)


STUDY = Study("regional", RegionalSettings, Inputs.read, measure, write, partial(build, sections=SECTIONS))
