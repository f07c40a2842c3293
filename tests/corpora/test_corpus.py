"""The type itself: what it refuses, groups, selection, digest."""

from __future__ import annotations

import numpy as np
import pytest

from geobias.corpora import Corpus, CountLog
from geobias.errors import InputError


def make(texts=("a", "b", "c"), regions=("au", "", "nz"), **options):
    return Corpus([str(row) for row in range(len(texts))], list(texts), {"region": list(regions)}, **options)


def test_groups_are_rows_by_value_and_blank_is_no_group():
    corpus = make(regions=("nz", "", "nz"))
    assert {name: rows.tolist() for name, rows in corpus.groups().items()} == {"nz": [0, 2]}
    with pytest.raises(InputError, match=r"must have the attribute 'country' to group by, but it has \['region'\]"):
        corpus.groups("country")


@pytest.mark.parametrize(
    ("labels", "names", "task", "labelled"),
    [
        (None, (), "none", [0, 0, 0]),
        ([0, -1, 1], ("n", "p"), "binary", [1, 0, 1]),
        ([[0, 1], [-1, -1], [0, 0]], ("g", "t"), "multilabel", [1, 0, 1]),
        ([2, -1, 0], ("l", "m", "h"), "multiclass", [1, 0, 1]),
        ([-1, -1, -1], ("n", "p"), "none", [0, 0, 0]),
    ],
)
def test_labels_and_tasks(labels, names, task, labelled):
    corpus = make(labels=None if labels is None else np.array(labels), label_names=names)
    assert corpus.task == task
    assert corpus.labelled.tolist() == [bool(x) for x in labelled]
    assert labels is None or corpus.labels.dtype == np.int8


@pytest.mark.parametrize(
    "labels", [[0, 1, 2], [0, 1], [-2, 0, 1], [256, 0, 1], [float("nan"), 0, 1], [[0, 1, 1], [0, 1, 1], [0, 0, 0]]]
)
def test_labels_outside_the_declared_set_are_refused(labels):
    with pytest.raises(InputError, match=r"labels must be one of \['n', 'p'\] by position"):
        make(labels=np.array(labels), label_names=("n", "p"))


def test_ordered_labels_are_one_a_text():
    ratings = {"labels": np.array([2, -1, 0]), "label_names": ("low", "middle", "high")}
    assert make(**ratings, ordered=True).select(np.array([0])).ordered
    with pytest.raises(InputError, match=r"ordered labels must be one per text, int8 \(n,\), but they are \(3, 2\)"):
        make(labels=np.zeros((3, 2)), label_names=("n", "p"), ordered=True)


def test_entries_must_be_strings_one_an_id():
    with pytest.raises(InputError, match=r"texts of a corpus must be strings, but entry 1 is nan \(float\)"):
        make(texts=["ok", float("nan"), "c"])
    with pytest.raises(InputError, match=r"attribute 'region' of a corpus must have one entry an id \(3\)"):
        make(regions=("au",))
    with pytest.raises(InputError, match="ids of a corpus must be unique, but 'y' occurs 3 times"):
        Corpus(["x", "x", "y", "y", "y"], list("abcde"), {})


def test_selection_and_digest():
    corpus = make(labels=np.array([0, 1, -1]), label_names=("n", "p"), splits=["train", "", "test"])
    part = corpus.select(np.array([2, 0]))
    assert (part.ids.tolist(), part.splits.tolist(), part.labels.tolist()) == (["2", "0"], ["test", "train"], [-1, 0])
    assert part.attributes["region"].tolist() == ["nz", "au"]
    assert part.digest() != corpus.digest()
    assert part.select(np.array([1, 0])).digest() == corpus.select(np.array([0, 2])).digest()
    assert make(texts=("ab", "", "c")).digest() != make(texts=("a", "b", "c")).digest()


def test_everything_in_a_corpus_is_in_its_digest():
    labels = np.array([0, 1, -1])
    labelled = {"labels": labels, "label_names": ("n", "p")}
    wide = {"labels": np.array([[0, 1], [1, 0], [1, 1]]), "label_names": ("n", "p")}
    corpora = [
        make(), make(regions=("au", "nz", "")), make(splits=["train", "", "test"]), make(**labelled), make(**wide),
        make(labels=labels[[1, 0, 2]], label_names=("n", "p")), make(labels=labels, label_names=("n", "q")),
        make(**labelled, ordered=True),
        Corpus(["0", "1", "2"], list("abc"), {"dialect": ["au", "", "nz"]}), Corpus(["0", "1", "3"], list("abc"), {}),
    ]  # fmt: skip
    assert len({corpus.digest() for corpus in corpora}) == len(corpora)


def test_count_log_keeps_no_zeros():
    log = CountLog()
    log.add("a.csv", "au", "read", "records", 0)
    log.add("a.csv", "au", "read", "records", np.int64(3))
    assert log.to_frame().to_dict("records") == [
        {"source": "a.csv", "group": "au", "event": "read", "reason": "records", "count": 3}
    ]
