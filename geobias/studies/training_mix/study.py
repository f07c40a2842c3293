"""What a region's own texts in the training set are worth to it and to the others.

The regions' texts that are not evaluated train. One region's share of the training set falls from its full one to
none, the others' texts fill up, and every model is scored on the evaluated texts of all regions.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from geobias.corpora import BASELINE, Corpus
from geobias.errors import InputError
from geobias.measures.scores import WeightedGroups, composition_effects, related_names, weighted_names
from geobias.pipeline import (
    Bars,
    Embeddings,
    Inputs,
    Materials,
    Session,
    Study,
    check_names,
    group_texts,
    predict,
    record_materials,
    task_kind,
    with_audit,
    with_labels,
    with_models,
)
from geobias.report import build
from geobias.sampling import Fold, SamplingPlan, TrainingMix, training_mixes
from geobias.studies.training_mix.sections import SECTIONS
from geobias.studies.training_mix.settings import MixSettings, TrainingMixSettings
from geobias.studies.training_mix.tables import write
from geobias.suggest import nearest
from geobias.tables import CompositionTable, Predictions


@dataclass(frozen=True)
class Measured:
    """The training sets, their models' predictions, and the effects of their composition."""

    materials: Materials
    mixes: list[TrainingMix]
    predictions: Predictions
    effects: CompositionTable


def prepare(inputs: Inputs, settings: TrainingMixSettings, session: Session) -> tuple[Materials, list[TrainingMix]]:
    """Choose the texts that are evaluated, and make the training sets of the others. A plan ends here.

    The training sets are the materials' folds, which hold nothing out; only regional texts take part.

    Raises
    ------
    InputError : no task, a region has no text left to train on, or the training sets are larger than what there is.
    """
    materials, sampling, kind = regional_groups(inputs, settings, session)
    materials = with_audit(materials, sampling, settings.audit.allow)
    swept, regions = settings.mix.regions, list(materials.pools.regions)
    check_names("mix.regions", swept, swept or (), regions, "regions of this study")
    materials = with_labels(_of_regions(materials), kind, settings.task, sampling.unseen_labels)
    if materials.task == "none":
        raise InputError(
            "a training mix needs texts that a task can be learned from",
            materials.notices[-1].rstrip("."),
            "Make sampling.pool smaller, or give more labelled texts.",
        )
    metrics_of(materials, settings.mix)
    rows = materials.pools.training
    names = materials.corpus.attributes[sampling.attribute]
    mixes = training_mixes({group: rows[names[rows] == group] for group in regions}, settings.mix, session.seed)
    folds = [Fold(mix.name, mix.rows, mix.rows[:0]) for mix in mixes]
    return with_models(materials, settings.task, folds), mixes


def regional_groups(
    inputs: Inputs, settings: TrainingMixSettings, session: Session
) -> tuple[Materials, SamplingPlan, str]:
    """The regions' texts with their pools, the plan that they are drawn by, and the kind of the task.

    Raises `InputError` where there is no task.
    """
    sampling = replace(settings.sampling, baseline=False, mixed=False)
    inputs = replace(inputs, corpus=_regional_texts(inputs.corpus.grouped(sampling.by), sampling.attribute))
    kind = task_kind(inputs, settings.task)
    if kind == "none":
        raise InputError(
            "a training mix needs a task",
            "the study has none",
            "Name a corpus with labels and a task, e.g. task=probe.",
        )
    return group_texts(inputs, sampling, session, learns=True), sampling, kind


def measure(settings: TrainingMixSettings, inputs: Inputs, session: Session) -> Measured | None:
    """Everything but the tables and the page; None on a process that helps: its share is encoding and training."""
    with session.stage("prepare"):
        materials, mixes = prepare(inputs, settings, session)
        record_materials(session, materials, inputs.encoder)
    with session.stage("encode"):
        embeddings = Embeddings.extract(inputs.encoder, materials, settings.store, session)
    with session.stage("performance"):
        predictions = _predictions(materials, mixes, embeddings, settings, session)
        if predictions is None:
            return None
    with session.stage("comparison"), session.bar("Comparing compositions", "sweeps") as progress:
        pools, metrics = materials.pools, metrics_of(materials, settings.mix)
        effects = composition_effects(
            WeightedGroups.of(
                predictions,
                pools.scored,
                metrics,
                pools.pooled_groups,
                units=materials.clusters,
                counted=materials.units.counted,
            ),
            mixes,
            level=settings.mix.level,
            replicates=settings.mix.replicates,
            rng=session.rng("composition", "intervals"),
        )
        progress(1, 1)
    return Measured(materials, mixes, predictions, effects)


def metrics_of(materials: Materials, mix: MixSettings) -> tuple[str, ...]:
    """The scores asked for, else those of the task that have an interval; raises `InputError` for one without."""
    known = weighted_names(materials.task)
    if mix.metrics is None:
        return tuple(name for name in related_names(materials.task) if name in known)
    strange = [name for name in mix.metrics if name not in known]
    if strange:
        raise InputError(
            "mix.metrics must be scores of the task that have an interval",
            f"{strange} are not",
            f"{nearest(strange[0], known)}There are {list(known)}.",
        )
    return mix.metrics


def _regional_texts(corpus: Corpus, by: str) -> Corpus:
    """The corpus without its baseline; where no regional text is meant to train, all may, those evaluated excepted."""
    if by not in corpus.attributes:
        return corpus
    corpus = corpus.select(np.flatnonzero(~np.isin(corpus.attributes[by], corpus.with_role(by, BASELINE))))
    splits = corpus.splits
    if ((splits == "train") & (corpus.attributes[by] != "")).any():
        return corpus
    return replace(corpus, splits=np.where(splits == "test", "", splits))  # type: ignore[arg-type]


def _of_regions(materials: Materials) -> Materials:
    """The materials whose training texts are those of the regions that are measured."""
    pools = materials.pools
    kept = np.isin(materials.corpus.attributes[pools.by][pools.training], pools.regions)
    return replace(materials, pools=replace(pools, training=pools.training[kept], families=pools.families[kept]))


def _predictions(
    materials: Materials,
    mixes: list[TrainingMix],
    embeddings: Embeddings,
    settings: TrainingMixSettings,
    session: Session,
) -> Predictions | None:
    """Of all models; probes are stored a repeat at a time, classifiers one by one. None on a process that helps."""
    models = (settings.task, settings.encoder)
    if not materials.probed:
        found = predict(materials, embeddings, *models, session)
        return found.predictions if found else None
    parts, silent = [], replace(session, bars=Bars(False))
    with session.bar("Training probes", "repeats") as progress:
        for repeat in range(settings.mix.repeats):
            folds = [fold for fold, mix in zip(materials.folds, mixes, strict=True) if mix.repeat == repeat]
            found = predict(replace(materials, folds=folds), embeddings, *models, silent)
            if found is None:
                return None
            parts.append(found.predictions)
            progress(repeat + 1, settings.mix.repeats)
    return replace(
        parts[0],
        models=tuple(name for part in parts for name in part.models),
        probabilities=np.concatenate([part.probabilities for part in parts]),
    )


STUDY = Study("training_mix", TrainingMixSettings, Inputs.read, measure, write, partial(build, sections=SECTIONS))
