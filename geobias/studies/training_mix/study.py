"""The composition experiment: what a region's own texts in the training set are worth to it and to the others.

The regions' texts that are not evaluated train. One region's share of the training set falls from its full one to
none, the others' texts fill up, and every model is scored on the evaluated texts of all regions.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from geobias.corpora import Corpus
from geobias.corpora.registry import load_corpus
from geobias.corpora.roles import BASELINE
from geobias.errors import InputError
from geobias.measures.scores import check_metrics, composition_effects, related_names, weighted_names
from geobias.models.encoder import Encoder, load_encoder
from geobias.pipeline.embedding import Embeddings
from geobias.pipeline.materials import Materials, prepare
from geobias.pipeline.performance import predict
from geobias.pipeline.progress import Bars
from geobias.pipeline.results import record
from geobias.pipeline.run_directory import RunDirectory
from geobias.pipeline.settings import RegionalSettings
from geobias.processes import Processes
from geobias.sampling import CompositionSettings, Fold, TrainingMix, training_mixes
from geobias.seeds import generator
from geobias.tables import CompositionTable, Predictions


@dataclass(frozen=True)
class Sweep:
    """What a sweep measured: its training sets, their models' predictions, and the effects."""

    mixes: list[TrainingMix]
    predictions: Predictions
    effects: CompositionTable


def sweep(
    settings: RegionalSettings,
    directory: RunDirectory,
    *,
    corpus: Corpus | None = None,
    encoder: Encoder | None = None,
    processes: Processes | None = None,
) -> tuple[Materials, Sweep]:
    """The whole experiment but its tables and page; for the arguments see `recipe.measure`."""
    processes = processes or Processes()
    bars = Bars(settings.progress)
    with directory.stage("read"):
        corpus = corpus or load_corpus(settings.corpus)
    with directory.stage("prepare"):
        encoder = encoder or load_encoder(settings.encoder)
        materials, mixes = prepare_sweep(corpus, encoder, settings, bars)
        record(directory, materials, encoder.describe())
    with directory.stage("encode"):
        embeddings = Embeddings.extract(encoder, materials, settings, bars, processes)
        directory.notice(*embeddings.store.notices)
    with directory.stage("performance"):
        predictions = _predictions(materials, mixes, embeddings, settings, directory, bars, processes)
    with directory.stage("comparison"), bars.bar("Comparing compositions", "sweeps") as progress:
        chosen = _chosen(settings)
        effects = composition_effects(
            predictions,
            materials.pools.scored,
            mixes,
            metrics=_metrics(materials, settings),
            unions=materials.pools.unions,
            level=chosen.level,
            replicates=chosen.replicates,
            rng=generator(settings.seed, "composition", "intervals"),
        )
        progress(1, 1)
    return materials, Sweep(mixes, predictions, effects)


def prepare_any(corpus: Corpus, encoder: Encoder, settings: RegionalSettings, bars: Bars) -> Materials:
    """What the settings ask for: the materials of the study, or those of the sweep."""
    if settings.composition is None:
        return prepare(corpus, encoder, settings, bars)
    return prepare_sweep(corpus, encoder, settings, bars)[0]


def prepare_sweep(
    corpus: Corpus, encoder: Encoder, settings: RegionalSettings, bars: Bars
) -> tuple[Materials, list[TrainingMix]]:
    """As `prepare`, with the sweep's training sets as folds that hold nothing out; only regional texts take part.

    Raises
    ------
    InputError : no task, a region has no text left to train on, or the training sets are larger than what there is.
    """
    by = settings.sampling.attribute
    regional = _regional_texts(corpus.grouped(by), by)
    plain = replace(
        settings,
        sampling=replace(settings.sampling, baseline=False, mixed=False),
        distance=replace(settings.distance, sinkhorn=(), lda=()),
        task=replace(settings.task, sets=1, folds=2, documents=None),
    )
    materials = prepare(regional, encoder, plain, bars)
    if materials.task == "none":
        raise InputError(
            "composition needs a task", "the study has none", "Name a corpus with labels and a task, e.g. task=probe."
        )
    _metrics(materials, settings)
    training, names = materials.pools.training, regional.attributes[by][materials.pools.training]
    base = [group for group, role in materials.pools.roles.items() if role == "region"]
    mixes = training_mixes({group: training[names == group] for group in base}, _chosen(settings), settings.seed)
    silent = [region for region in base if not (names == region).any()]
    if silent:
        materials.notices.append(f"No texts of {', '.join(silent)} are left to train on; they are evaluated alone.")
    folds = [Fold(mix.name, mix.rows, mix.rows[:0]) for mix in mixes]
    return replace(materials, folds=folds, score_draws=None), mixes


def _regional_texts(corpus: Corpus, by: str) -> Corpus:
    """The corpus without its baseline; where no regional text is meant to train, all may, those evaluated excepted."""
    if by in corpus.attributes:
        corpus = corpus.select(np.flatnonzero(~np.isin(corpus.attributes[by], corpus.with_role(by, BASELINE))))
    splits = corpus.splits
    if (splits == "train").any():  # type: ignore[union-attr]
        return corpus
    return replace(corpus, splits=np.where(splits == "test", "", splits))  # type: ignore[arg-type]


def _predictions(
    materials: Materials,
    mixes: list[TrainingMix],
    embeddings: Embeddings,
    settings: RegionalSettings,
    directory: RunDirectory,
    bars: Bars,
    processes: Processes,
) -> Predictions:
    """Of all models; probes are stored a repeat at a time, classifiers one by one."""
    if not materials.probed:
        return predict(materials, embeddings, settings, directory, bars, processes)[0]
    parts = []
    repeats = _chosen(settings).repeats
    with bars.bar("Training probes", "repeats") as progress:
        for repeat in range(repeats):
            folds = [fold for fold, mix in zip(materials.folds, mixes, strict=True) if mix.repeat == repeat]
            part = replace(materials, folds=folds)
            parts.append(predict(part, embeddings, settings, directory, Bars(False), processes)[0])
            progress(repeat + 1, repeats)
    return replace(
        parts[0],
        models=tuple(name for part in parts for name in part.models),
        probabilities=np.concatenate([part.probabilities for part in parts]),
    )


def _chosen(settings: RegionalSettings) -> CompositionSettings:
    assert settings.composition is not None
    return settings.composition


def _metrics(materials: Materials, settings: RegionalSettings) -> tuple[str, ...]:
    """The scores asked for, else those of the task that have an interval."""
    if settings.relation.metrics is not None:
        check_metrics(settings.relation.metrics, materials.task)
        return settings.relation.metrics
    return tuple(name for name in related_names(materials.task) if name in weighted_names(materials.task))
