"""The order of events of the regional study, as its paper draws it."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from geobias.controls.running import Controls, run_controls
from geobias.corpora import Corpus
from geobias.corpora.registry import load_corpus
from geobias.errors import InputError
from geobias.files import check_folder
from geobias.models.encoder import Encoder, load_encoder
from geobias.pipeline import results
from geobias.pipeline.embedding import Embeddings, measure_distances
from geobias.pipeline.fine_tuning import classifier_fingerprints, fine_tune_all
from geobias.pipeline.materials import Materials, prepare
from geobias.pipeline.performance import Performance, measure_performance
from geobias.pipeline.progress import Bars
from geobias.pipeline.relating import Relations, relate_tables
from geobias.pipeline.representation import Representation, represent
from geobias.pipeline.run_directory import RunDirectory, check_place
from geobias.pipeline.separation import Separations, check_sizes, separate
from geobias.pipeline.settings import RegionalSettings
from geobias.processes import Processes, launched
from geobias.report import Report, build
from geobias.studies.training_mix.study import prepare_any, sweep
from geobias.tables import PairTable


@dataclass(frozen=True)
class Measured:
    """Everything that a study measured.

    points : kind of text -> (groups (n,), coordinates (n, 2)) of the discriminant figure.
    performance : None where the study has no task.
    separations : distances beside their floor, at one size. controls : of the whole pipeline.
    """

    materials: Materials
    distances: list[PairTable]
    points: dict[str, tuple[np.ndarray, np.ndarray]]
    performance: Performance | None
    separations: Separations
    controls: Controls
    representation: Representation
    relations: Relations


def run(settings: RegionalSettings | None = None, **values: Any) -> Report | None:
    """Run the whole study and return its report.

    Started as several processes (`torchrun -m geobias ...`, `accelerate launch`), these share the encoding and the
    training of classifiers; the main one does all the rest and alone returns the report, the others None.

    Parameters
    ----------
    settings : or the same as nested mappings by keyword: corpus, sampling, encoder, distance, task, relation, seed,
        composition, output, store, workers, e.g. ``run(corpus={"name": "tweets", "path": "tweets"}, seed=1)``.

    A run that was stopped goes on from there when it is started with the same settings.

    Raises
    ------
    InputError : a setting, a file or a group cannot be used; the message names it and the mend.
    """
    if settings is None:
        settings = RegionalSettings.build(**values)
    elif values:
        raise InputError("run takes settings or keywords", "both were given", "Build all settings in one place.")
    processes = launched()
    if not processes.main:
        help_out(settings, processes)
        return None
    check_place(settings.output, settings.label)
    check_folder(Path(settings.store))
    bars, started = Bars(settings.progress), time.perf_counter()
    loaded: dict[str, Any] = {"corpus": load_corpus(settings.corpus), "encoder": load_encoder(settings.encoder)}
    content = contents(settings, **loaded)
    with RunDirectory(
        settings.output, "regional", settings.label, settings.identity(), content, say=bars.say
    ) as directory:
        directory.spent("read", time.perf_counter() - started)
        if settings.composition is None:
            results.write(directory, measure(settings, directory, **loaded, processes=processes))
        else:
            results.write_sweep(directory, *sweep(settings, directory, **loaded, processes=processes))
    bars.say("draw")
    with bars.bar("Drawing the page", "figures") as progress:
        return build(directory.path, progress)


def contents(settings: RegionalSettings, corpus: Corpus, encoder: Encoder) -> dict[str, Any]:
    """Fingerprints of all that the settings only name: whose numbers these are, wherever its files lie."""
    classifier = classifier_fingerprints(corpus, settings)
    return {"corpus": corpus.digest(), "encoder": encoder.identity, "classifier": classifier}


def measure(
    settings: RegionalSettings,
    directory: RunDirectory,
    *,
    corpus: Corpus | None = None,
    encoder: Encoder | None = None,
    processes: Processes | None = None,
) -> Measured:
    """Everything but the tables and the page.

    Parameters
    ----------
    corpus, encoder : take these instead of loading those that the settings name.
    processes : that share the work; the others are in `help_out`.
    """
    processes = processes or Processes()
    bars = Bars(settings.progress)
    with directory.stage("read"):
        corpus = corpus or load_corpus(settings.corpus)
    with directory.stage("prepare"):
        encoder = encoder or load_encoder(settings.encoder)
        materials = prepare(corpus, encoder, settings, bars)
        check_sizes(materials, settings)
        results.record(directory, materials, encoder.describe())
    with directory.stage("encode"):
        embeddings = Embeddings.extract(encoder, materials, settings, bars, processes)
        directory.notice(*embeddings.store.notices)
    with directory.stage("performance"):
        performance = measure_performance(materials, embeddings, settings, directory, bars, processes)
    with directory.stage("distances"):
        distances, points = measure_distances(materials, embeddings, settings, directory, bars)
    with directory.stage("separation"):
        separations = separate(materials, embeddings, distances, settings, directory, bars)
        representation = represent(materials, embeddings, distances, settings, directory, bars)
    with directory.stage("control"):
        controls = run_controls(materials, embeddings, performance, settings, directory, bars)
    with directory.stage("relations"):
        relations = relate_tables(materials, distances, performance, separations, controls, settings, directory, bars)
    return Measured(materials, distances, points, performance, separations, controls, representation, relations)


def help_out(settings: RegionalSettings, processes: Processes) -> None:
    """What a process beside the main one does: its share of the encoding and of the training, no more."""
    bars = Bars(False)
    corpus, encoder = load_corpus(settings.corpus), load_encoder(settings.encoder)
    materials = prepare_any(corpus, encoder, settings, bars)
    Embeddings.extract(encoder, materials, settings, bars, processes)
    if materials.task != "none" and not materials.probed:
        fine_tune_all(materials, settings, None, bars, processes)
