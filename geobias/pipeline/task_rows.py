"""The rows of a task: what its labels are, the folds that models train on, and the texts that scores draw."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

import numpy as np

from geobias.errors import InputError
from geobias.measures.scores import score_names
from geobias.pipeline.inputs import Inputs
from geobias.pipeline.labelling import fold_notices, learnable, training_notices
from geobias.pipeline.materials import Materials
from geobias.pipeline.naming import check_classifier
from geobias.pipeline.session import Session
from geobias.pipeline.tasks import ProbeSettings, TaskSettings
from geobias.sampling import Draws, Fold, Pools, SamplingPlan, TooFewToTrain, subsamples, training_folds
from geobias.suggest import nearest


def task_kind(inputs: Inputs, task: TaskSettings) -> str:
    """The kind of labels that the task learns; a probe takes what there is, other tasks need theirs.

    Raises
    ------
    InputError : the corpus has others, or the model that is to be fine-tuned is not there.
    """
    check_classifier(task)
    corpus = inputs.corpus
    if isinstance(task, ProbeSettings):
        return corpus.task if task.name == "probe" else "none"
    if corpus.task != task.labels:
        words = {
            "none": "no labels",
            "binary": "one of two labels per text",
            "multiclass": f"one of {len(corpus.label_names)} labels per text",
            "multilabel": "several labels per text",
        }
        fit = {"none": "none", "binary": "sentiment", "multiclass": "probe", "multilabel": "docbert"}[corpus.task]
        raise InputError(
            f"task={task.name} needs a corpus with {words[task.labels]}",
            f"'{inputs.name}' has {words[corpus.task]}",
            f"Use task={fit}, or name the column of the labels.",
        )
    return corpus.task


def with_task(
    materials: Materials,
    kind: str,
    task: TaskSettings,
    sampling: SamplingPlan,
    session: Session,
    *,
    metrics: Sequence[str] | None = None,
) -> Materials:
    """The materials with the task's labels, folds and draws; without a task where too little is left to learn from.

    Parameters
    ----------
    kind : of labels, see `task_kind`. metrics : scores that are asked for, checked here.

    Raises
    ------
    InputError : a metric is none of the task, or a task that was asked for has too few training texts.
    """
    materials = with_labels(materials, kind, task, sampling.unseen_labels)
    _check_metrics(materials.task, metrics or ())
    if materials.task == "none":
        return materials
    _check_folds(materials.pools, task)
    try:
        folds = _folds(materials, task, session.seed)
    except TooFewToTrain as error:
        if not isinstance(task, ProbeSettings):
            raise
        return replace(materials, task="none").noticing(f"Nothing is said about a task's performance: {error}")
    draws = _score_draws(materials.pools, sampling, session.seed)
    return with_models(replace(materials, score_draws=draws), task, folds)


def with_labels(
    materials: Materials, kind: str, task: TaskSettings, unseen_labels: Literal["drop", "keep"]
) -> Materials:
    """The materials with the labels that can be learned, and the kind of task that they make; see `task_kind`."""
    if materials.corpus.task == "none" and task.name != "none":
        materials = materials.noticing("The corpus has no labels, so nothing is said about a task's performance.")
    if kind == "none":
        return materials
    corpus, kind, told = learnable(materials.corpus, materials.pools, unseen_labels)
    return replace(materials, corpus=corpus, task=kind).noticing(*told)


def with_models(materials: Materials, task: TaskSettings, folds: list[Fold]) -> Materials:
    """The materials with the rows that each model trains on, and what a reader should know of them."""
    corpus, held_out = materials.corpus, any(len(fold.held_out) for fold in folds)
    found = replace(materials, probed=isinstance(task, ProbeSettings), folds=folds)
    return found.noticing(*training_notices(corpus, materials.pools, held_out=held_out), *fold_notices(corpus, folds))


def _check_metrics(kind: str, wanted: Sequence[str]) -> None:
    """Metrics are asked for by name; a wrong one is refused before anything is encoded."""
    known = score_names(kind) if kind != "none" else wanted
    unknown = [name for name in wanted if name not in known]
    if unknown:
        raise InputError(
            "relation.metrics must be scores of the task",
            f"{unknown} are not",
            f"{nearest(unknown[0], known)}There are {list(known)}.",
        )


def _check_folds(pools: Pools, task: TaskSettings) -> None:
    if task.folds == 1 and pools.held_out_baseline:
        raise InputError(
            "task.folds must be at least 2 where the corpus has no test split: each model is scored on its own fold",
            "it is 1",
            "Give 2 or more (published: 5).",
        )


def _folds(materials: Materials, task: TaskSettings, seed: int) -> list[Fold]:
    """Folds that something can be learned from."""
    pools, labels = materials.pools, materials.corpus.labels
    folds = training_folds(
        pools.training,
        sets=task.sets,
        folds=task.folds,
        documents=task.documents,
        seed=seed,
        families=pools.families,
    )
    for fold in folds:
        if len(np.unique(labels[fold.train], axis=0)) < 2:  # type: ignore[index]
            raise TooFewToTrain(
                "a model needs texts of two labels to train on",
                f"all {len(fold.train)} training texts of the model {fold.name} have the same",
                "Give more labelled texts, raise task.documents, or set task=none.",
            )
    return folds


def _score_draws(pools: Pools, sampling: SamplingPlan, seed: int) -> Draws:
    return subsamples(
        pools.scored,
        repeats=sampling.score_repeats,
        documents=sampling.score_documents,
        seed=seed,
        purpose="score draws",
    )
