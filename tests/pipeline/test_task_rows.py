"""Rows of a task: what trains is not evaluated, and where nothing can be learned the study says so."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from geobias.errors import InputError


def test_no_training_text_is_evaluated(corpus, prepared):
    found = prepared(corpus)
    trained = np.unique(np.concatenate([fold.train for fold in found.folds]))
    evaluated = np.concatenate([rows for group, rows in found.pools.scored.items() if found.is_evaluated(group)])
    assert set(corpus.texts[trained]).isdisjoint(corpus.texts[evaluated])


def test_a_corpus_without_labels_is_studied_without_a_task_and_says_so(corpus, prepared):
    found = prepared(replace(corpus, labels=None, label_names=(), notices=("Read as cp1252.",)))
    assert found.task == "none"
    assert found.folds == []
    assert "The corpus has no labels, so nothing is said about a task's performance." in found.notices
    assert found.notices[0] == "Read as cp1252."


def test_a_wrong_metric_is_refused_before_any_work(corpus, prepared):
    with pytest.raises(InputError, match=r"relation.metrics must be scores of the task, but \['exact_match'\] are not"):
        prepared(corpus, relation={"metrics": ["exact_match"]})


def test_three_classes_are_a_task_of_their_own(tmp_path, prepared, labelled_table):
    corpus = labelled_table({"au": 80, "uk": 90})
    names, codes = ("bad", "good", "so so"), np.arange(170) % 3
    three = replace(corpus, labels=codes, label_names=names)
    found = prepared(three, distance={"lda": []})
    assert (found.task, found.corpus.label_names) == ("multiclass", names)
    with pytest.raises(InputError, match="'synthetic' has one of 3 labels per text. Use task=probe, or name"):
        prepared(three, task={"name": "sentiment"})


def test_without_enough_to_train_on_there_are_distances_and_a_notice(corpus, prepared):
    few = corpus.select(np.flatnonzero(corpus.attributes["region"] != "baseline"))  # all of them of the test split
    found = prepared(few, distance={"lda": []})
    assert (found.task, found.folds, found.score_draws) == ("none", [], None)
    reason = "the task needs at least 10 labelled texts to train on, in 5 folds, but 0 are left"
    assert any(notice.startswith(f"Nothing is said about a task's performance: {reason}") for notice in found.notices)
    one_label = replace(corpus, labels=np.where(corpus.labels == 1, 1, -1))
    found = prepared(one_label, distance={"lda": []})
    assert any(notice.endswith("there is nothing to learn.") for notice in found.notices)
    with pytest.raises(InputError, match="needs at least 10 labelled texts to train on, in 5 folds, but 0 are left"):
        prepared(few, distance={"lda": []}, task={"name": "sentiment"})
