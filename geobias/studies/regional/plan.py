"""`geobias plan`: what a regional study would do, and what it would cost on this machine."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from geobias.corpora.registry import load_corpus
from geobias.models.encoder import Encoder, load_encoder
from geobias.models.finetune import TrainingSettings, training_cost
from geobias.models.store import EmbeddingStore
from geobias.models.tokens import TokenizedText
from geobias.parallel import available_workers, single_threaded
from geobias.pipeline.fine_tuning import TrainingSet
from geobias.pipeline.materials import Materials, distinct_texts
from geobias.pipeline.progress import Bars
from geobias.pipeline.settings import RegionalSettings
from geobias.pipeline.sinkhorn_cost import SinkhornWork, sinkhorn_works
from geobias.studies.training_mix.study import prepare_any

_TRIAL_TEXTS = 64


@dataclass(frozen=True)
class TrainingWork:
    """The fine-tuning of a study's classifiers."""

    models: int
    texts: int
    steps: int
    epochs: int
    predicted: int
    seconds: float
    gigabytes: float

    def __str__(self) -> str:
        return (
            f"Fine-tuning: {self.models:,} models of about {self.texts:,} texts, {self.steps:,} steps each at most "
            f"({self.epochs} epochs), {self.predicted:,} predictions: about {_clock(self.seconds)}, "
            f"{self.gigabytes:.2f} GB of weights and their optimiser's state."
        )


@dataclass(frozen=True)
class Plan:
    """What a run would do; `str` gives the account that the command prints."""

    groups: dict[str, int]
    roles: dict[str, str]
    texts: int
    missing_texts: int
    missing_tokens: int
    encode_seconds: float
    sinkhorn: list[SinkhornWork]
    lda_fits: int
    models: int
    training: TrainingWork | None
    store_gigabytes: float
    store: str
    notices: list[str] = field(default_factory=list)

    @property
    def seconds(self) -> float:
        training = self.training.seconds if self.training else 0.0
        return self.encode_seconds + training + sum(work.seconds for work in self.sinkhorn)

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        yield "Groups (documents in the pool):"
        yield "  " + ", ".join(f"{g} {n}" for g, n in self.groups.items())
        yield (
            f"Encode {self.missing_texts:,} of {self.texts:,} texts ({self.missing_tokens:,} tokens): "
            f"about {_clock(self.encode_seconds)}."
        )
        for work in self.sinkhorn:
            yield (
                f"Sinkhorn, {work.purpose}: {work.problems:,} problems of about {work.tokens_per_cloud:,} tokens "
                f"a cloud: about {_clock(work.seconds)}, {work.gigabytes:.2f} GB of costs at once."
            )
        yield f"Discriminants: {self.lda_fits:,} fits. Task: {self.models} models."
        if self.training:
            yield str(self.training)
        yield f"The store grows by about {self.store_gigabytes:.2f} GB in {self.store}."
        besides = "discriminants" if self.training else "discriminants and task"
        yield f"In all about {_clock(self.seconds)} besides {besides}, by a short trial on this machine."
        for notice in self.notices:
            yield f"Note: {notice}"


def plan(settings: RegionalSettings) -> Plan:
    """Read the corpus, make every draw, time a small trial of encoding and of one divergence; run nothing else.

    Raises the same errors as `run` would before its first long stage.
    """
    corpus, encoder = load_corpus(settings.corpus), load_encoder(settings.encoder)
    materials = prepare_any(corpus, encoder, settings, Bars(settings.progress))
    pooled = distinct_texts(materials.texts_to_encode())
    clouds = distinct_texts(materials.texts_for_clouds())
    store = EmbeddingStore(settings.store, encoder.identity)
    missing = _missing(store, pooled, clouds)
    tokens = {text: encoder.cloud_size(tokenized) for text, tokenized in _tokenized(encoder, missing)}
    drawn = set(clouds)
    kept = sum(count for text, count in tokens.items() if text in drawn)
    return Plan(
        groups={group: len(rows) for group, rows in materials.pools.rows.items()},
        roles=materials.pools.roles,
        texts=len(pooled),
        missing_texts=len(missing),
        missing_tokens=sum(tokens.values()),
        encode_seconds=_encode_seconds(encoder, missing, sum(tokens.values()), settings),
        sinkhorn=sinkhorn_works(materials, encoder, settings, _workers(settings)),
        lda_fits=_lda_fits(materials, settings),
        models=len(materials.folds),
        training=_training_work(materials, settings),
        store_gigabytes=4 * encoder.width * (kept + 3 * len(missing)) / 1e9,
        store=str(Path(settings.store)),
        notices=materials.notices,
    )


def _tokenized(encoder: Encoder, texts: list[str]) -> Iterator[tuple[str, TokenizedText]]:
    return zip(texts, encoder.tokenize(texts), strict=True)


def _missing(store: EmbeddingStore, pooled: list[str], clouds: list[str]) -> list[str]:
    absent = [t for t, gone in zip(pooled, store.missing(pooled, tokens=False), strict=True) if gone]
    absent += [t for t, gone in zip(clouds, store.missing(clouds, tokens=True), strict=True) if gone]
    return list(dict.fromkeys(absent))


def _encode_seconds(encoder: Encoder, texts: list[str], tokens: int, settings: RegionalSettings) -> float:
    if not texts:
        return 0.0
    trial = encoder.tokenize(texts[:: max(1, len(texts) // _TRIAL_TEXTS)][:_TRIAL_TEXTS])
    with single_threaded():
        encoder.encode(trial[:2], tokens=False)
        start = time.perf_counter()
        encoder.encode(trial, tokens=False)
        spent = time.perf_counter() - start
    return spent * tokens / max(1, sum(map(encoder.cloud_size, trial))) / _workers(settings)


def _training_work(materials: Materials, settings: RegionalSettings) -> TrainingWork | None:
    """What training would cost, timed on the first model's texts; several processes share it."""
    if materials.probed or not materials.folds:
        return None
    task: TrainingSettings = settings.task  # type: ignore[assignment]
    data = TrainingSet.read(materials, settings)
    first = data.jobs[0]
    cost = training_cost(
        data.texts,
        data.labels,
        materials.corpus.label_names,
        first,
        task,
        model=data.model,
        tokenizer=data.tokenizer,
        device=settings.encoder.device,
    )
    steps = cost.steps(first, task)
    return TrainingWork(
        models=len(data.jobs),
        texts=len(first.train),
        steps=steps,
        epochs=task.epochs,
        predicted=sum(len(job.predict) for job in data.jobs),
        seconds=sum(cost.seconds(job, task) for job in data.jobs),
        gigabytes=cost.gigabytes,
    )


def _lda_fits(materials: Materials, settings: RegionalSettings) -> int:
    kinds = sum(kind.subsamples is not None for kind in materials.kinds.values())
    return kinds * settings.sampling.lda_repeats * (1 + settings.distance.lda_folds)


def _workers(settings: RegionalSettings) -> int:
    return settings.workers or available_workers()


def _clock(seconds: float) -> str:
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
