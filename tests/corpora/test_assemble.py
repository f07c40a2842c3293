"""Assembly: one cleaning for all parts, and the counts of what happened."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from geobias.corpora.assemble import Rows, assemble, numbered
from geobias.corpora.cleaning import CLEANINGS
from geobias.errors import InputError


def rows(source, texts, groups, **options):
    return Rows(source, "region", texts, numbered(source, len(texts)), {"region": groups}, **options)


def counted(corpus, event):
    return {(r["source"], r["group"], r["reason"]): r["count"] for r in corpus.counts.records if r["event"] == event}


PARTS = [
    rows("a", ["hi @bob", "same", "same", "", "@x"], ["au", "au", "au", "nz", "nz"], hashes={"a.csv": "1"}),
    rows("b", ["same", "caf\x00e", ""], ["baseline", "baseline", ""], splits=["train"] * 3, hashes={"b.csv": "2"}),
]


def test_every_part_goes_through_the_same_cleaning():
    corpus = assemble(PARTS, cleaning="gentle")
    assert corpus.texts.tolist() == ["hi", "same", "same", "", "", "same", "caf e", ""]
    assert corpus.fingerprint == CLEANINGS["gentle"].fingerprint
    assert corpus.ids.tolist()[4:6] == ["a-000004", "b-000000"]
    assert corpus.splits.tolist() == [""] * 5 + ["train"] * 3
    assert corpus.sources == {"a.csv": "1", "b.csv": "2"}
    assert corpus.labels is None


def test_counts_by_source_and_group():
    corpus = assemble(PARTS, cleaning="gentle")
    assert counted(corpus, "read") == {
        ("a", "au", "records"): 3,
        ("a", "nz", "records"): 2,
        ("b", "baseline", "records"): 2,
        ("b", "", "records"): 1,
    }
    assert counted(corpus, "repaired") == {
        ("a", "au", "handle"): 1,
        ("a", "nz", "handle"): 1,
        ("b", "baseline", "control_character"): 1,
    }
    assert counted(corpus, "flagged") == {
        ("a", "au", "repeated_text"): 1,
        ("a", "au", "in_several_groups"): 2,
        ("a", "nz", "empty_after_cleaning"): 2,
        ("b", "baseline", "repeated_text"): 1,
        ("b", "baseline", "in_several_groups"): 1,
        ("b", "", "empty_after_cleaning"): 1,
    }
    assert counted(corpus, "dropped") == {}
    assert {key[:2]: count for key, count in counted(corpus, "kept").items()} == {
        key[:2]: count for key, count in counted(corpus, "read").items()
    }


def test_texts_without_a_group_share_with_nobody():
    corpus = assemble([rows("a", ["x", "x"], ["au", ""])], cleaning="none")
    assert ("a", "au", "in_several_groups") not in counted(corpus, "flagged")


def test_repeats_are_dropped_within_a_group_alone():
    labels = np.array([0, 1, 0, 1, -1], dtype=np.int8)
    part = rows("a", ["t", "@b t", "t", "", ""], ["au", "au", "nz", "nz", "nz"], labels=labels, splits=["test"] * 5)
    corpus = assemble([part], cleaning="gentle", label_names=("n", "p"), on_duplicate="drop")
    assert corpus.ids.tolist() == ["a-000000", "a-000002", "a-000003", "a-000004"]
    assert corpus.labels.tolist() == [0, 0, 1, -1]
    assert counted(corpus, "dropped") == {("a", "au", "repeated_text"): 1}
    assert counted(corpus, "read")["a", "au", "records"] == 2
    assert counted(corpus, "kept")["a", "au", "texts"] == 1
    with pytest.raises(InputError) as error:
        assemble([part], cleaning="gentle", on_duplicate="error")
    assert str(error.value) == (
        "texts of group 'au' in a must be distinct, as on_duplicate='error' asks, but row 2 repeats row 1: 't'. "
        "Remove it, or pass on_duplicate='drop' or 'keep'."
    )
    with pytest.raises(InputError, match="on_duplicate must be keep, drop or error, but it is 'first'"):
        assemble([part], cleaning="gentle", on_duplicate="first")


def test_what_a_loader_counted_joins_the_counts():
    part = rows(
        "a",
        ["x"],
        ["au"],
        repairs={0: Counter(utf8_as_latin1=1)},
        dropped=Counter({("au", "neutral"): 2}),
        flagged=Counter({("", "no_place"): 3}),
    )
    corpus = assemble([part], cleaning="none")
    assert counted(corpus, "read") == {("a", "au", "records"): 3}
    assert counted(corpus, "dropped") == {("a", "au", "neutral"): 2}
    assert counted(corpus, "flagged") == {("a", "", "no_place"): 3}
    assert counted(corpus, "repaired") == {("a", "au", "utf8_as_latin1"): 1}


def test_parts_may_lack_labels_and_attributes_of_others():
    labelled = Rows("a", "region", ["x"], ["1"], {"region": ["au"], "user": ["u"]}, labels=np.array([1], np.int8))
    corpus = assemble([labelled, rows("b", ["y"], ["nz"])], cleaning="none", label_names=("n", "p"))
    assert corpus.labels.tolist() == [1, -1]
    assert corpus.attributes["user"].tolist() == ["u", ""]
    many = rows("c", ["z"], ["nz"], labels=np.array([[1, 0]], np.int8))
    assert assemble([rows("b", ["y"], ["nz"]), many], cleaning="none", label_names=("g", "t")).labels.tolist() == [
        [-1, -1],
        [1, 0],
    ]
