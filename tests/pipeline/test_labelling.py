"""Labels that no training text has are said and no part of the task; labels that some models lack are said."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from geobias.corpora import Corpus
from geobias.pipeline.labelling import fold_notices, learnable, training_notices
from geobias.sampling import Fold, SamplingPlan, make_pools

PLAN = SamplingPlan(min_documents=2, near_duplicates=None, mixed=False)


def corpus_of(train, test, names) -> Corpus:
    """Labels of the texts that train, in group "au", and of those evaluated, in "au" and "uk" in turn."""
    labels = np.array([*train, *test])
    size = len(labels)
    return Corpus(
        ids=np.array([str(n) for n in range(size)], dtype=object),
        texts=np.array([f"text {n}" for n in range(size)], dtype=object),
        attributes={"region": np.array((["au"] * len(train) + ["au", "uk"] * size)[:size], dtype=object)},
        labels=labels,
        label_names=names,
        splits=np.array(["train"] * len(train) + ["test"] * len(test), dtype=object),
    )


def pools_of(corpus):
    return make_pools(corpus, PLAN, np.ones(len(corpus), dtype=bool), seed=0)


def test_a_label_of_several_that_no_training_text_has_leaves_the_task():
    corpus = corpus_of([(1, 0, 0), (0, 1, 0)], [(0, 0, 1), (1, 0, 1), (0, 1, 0), (1, 0, 0)], ("a", "b", "c"))
    found, task, told = learnable(corpus, pools_of(corpus), "drop")
    assert (found.label_names, task) == (("a", "b"), "multilabel")
    assert found.labels[2:].tolist() == [[0, 0], [1, 0], [0, 1], [1, 0]]
    assert told == [
        "Labels left out of the task because no training text has them, with the evaluated texts that carry them: c 2 "
        "(sampling.unseen_labels=keep lets them count as missed)."
    ]
    kept, _, told = learnable(corpus, pools_of(corpus), "keep")
    assert kept is corpus
    assert told == ["Labels that no training text has, with the evaluated texts that carry them: c 2. All are missed."]


def test_a_class_that_no_training_text_has_is_not_scored():
    corpus = corpus_of([0, 2, 0], [0, 1, 2, 1], ("a", "b", "c"))
    found, task, told = learnable(corpus, pools_of(corpus), "drop")
    assert (found.label_names, task) == (("a", "c"), "binary")
    assert found.labels.tolist() == [0, 1, 0, 0, -1, 1, -1]
    assert "b 2 (samp" in told[0]


def test_labels_that_all_train_are_left_alone_and_one_alone_is_no_task():
    corpus = corpus_of([0, 1], [0, 1, 0, 1], ("a", "b"))
    found, task, told = learnable(corpus, pools_of(corpus), "drop")
    assert (found.labels.tolist(), task, told) == (corpus.labels.tolist(), "binary", [])
    single = replace(corpus, labels=np.array([0, 0, 0, 1, 0, 1]))
    found, task, told = learnable(single, pools_of(single), "drop")
    assert (found, task) == (single, "none")
    assert told[0].startswith("All 2 texts that could train have the labels ['a']: there is nothing to learn")


def test_a_model_without_a_label_is_said():
    corpus = corpus_of([0, 1, 1, 2], [0, 1, 0, 2], ("a", "b", "c"))
    folds = [Fold("x", np.array([0, 1, 2]), np.array([3])), Fold("y", np.array([0, 1, 3]), np.array([2]))]
    assert list(fold_notices(corpus, folds)) == [
        "Labels that the training texts of some of the 2 models lack, with the number of these models, which cannot "
        "say them: c 1."
    ]


def test_labels_that_may_be_one_or_none_and_groups_without_any_are_said():
    corpus = corpus_of([0, 1, 2], [0, -1, 2, -1], ("NA", "yes", "Yes"))
    assert list(training_notices(corpus, pools_of(corpus)))[:2] == [
        "Some labels differ in name by case, blanks, dots or hyphens alone: 'yes' (1), 'Yes' (2); some labels may say "
        "that there is none: 'NA' (2). All stay as they are; corpus.label_map joins or drops them.",
        "No text of uk is labelled, so nothing is said of a task's performance there.",
    ]
    signs = corpus_of([0, 1], [0, 1, 1, 0], ("-", "+"))
    assert not any("may say" in told for told in training_notices(signs, pools_of(signs)))


def test_labels_outside_the_label_set_are_named_with_their_counts():
    corpus = replace(corpus_of([0, 1], [0, 1, 0, 1], ("No", "no")), details={"outside_labels": {"jet": 1, "tin": 3}})
    told = list(training_notices(corpus, pools_of(corpus)))
    assert told == [
        "Some labels differ in name by case, blanks, dots or hyphens alone: 'No' (3), 'no' (3). All stay as they are; "
        "corpus.label_map joins or drops them.",
        "Labels outside the label set, with the texts that were read with them: tin 3, jet 1.",
        "No text of uk trains: all of theirs are evaluated, or do not train for another reason.",
    ]


def test_near_duplicates_and_those_of_another_label_are_counted_alike():
    corpus = corpus_of([0, 1, 0, 1], [0, 1, 0, 1], ("a", "b"))
    pools = replace(pools_of(corpus), families=np.array([0, 0, 1, 2]))
    assert (
        "2 training texts are near-duplicates of another one; such texts share a fold. Those with such a neighbour of "
        "another label: 2."
    ) in list(training_notices(corpus, pools))


def test_regions_that_all_have_no_training_text_are_said_unless_a_baseline_is_to_train_alone():
    corpus = corpus_of([0, 1, 0, 1], [0, 1, 0, 1], ("a", "b"))
    corpus.attributes["region"][:4] = "left out"
    pools = pools_of(corpus)
    told = "No text of any region trains: all of theirs are evaluated, or do not train for another reason."
    assert told in list(training_notices(corpus, pools))
    assert told not in list(training_notices(corpus, replace(pools, layout="baseline group")))
