"""What trains: labelled, of a group, of one label; whatever the order of the file."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from geobias.corpora import Corpus
from geobias.sampling import SamplingPlan, make_pools
from geobias.sampling.training import conflicting

PLAN = SamplingPlan(pool=20, min_documents=5, near_duplicates=None, mixed=False)
LABELLINGS = [st.sampled_from([-1, 0, 1]), st.sampled_from([(-1, -1), (0, 0), (0, 1), (1, 1)])]


def small_corpus(texts, groups, labels) -> Corpus:
    """Two groups that are evaluated (split test), and the rows given, which may train."""
    filler = [f"{group} evaluated {n}" for group in ("au", "us") for n in range(6)]
    width = np.ndim(labels[0])
    own = np.array([[0, 1]] * 12 if width else [0] * 12)
    return Corpus(
        ids=np.array([str(n) for n in range(12 + len(texts))], dtype=object),
        texts=np.array([*filler, *texts], dtype=object),
        attributes={"region": np.array(["au"] * 6 + ["us"] * 6 + list(groups), dtype=object)},
        labels=np.concatenate([own, np.array(labels)]),
        label_names=("a", "b"),
        splits=np.array(["test"] * 12 + ["train"] * len(texts), dtype=object),
    )


def pools_of(corpus, **plan):
    return make_pools(corpus, replace(PLAN, **plan), np.ones(len(corpus), dtype=bool), seed=0)


@given(st.data(), st.sampled_from(LABELLINGS), st.permutations(range(12)))
def test_a_text_with_two_labels_trains_in_no_order_of_the_file(data, labels, order):
    size = len(order)
    texts = data.draw(st.lists(st.sampled_from(["Rain!", "rain", "sun", "fog"]), min_size=size, max_size=size))
    codes = data.draw(st.lists(labels, min_size=size, max_size=size))
    corpus = small_corpus(texts, ["au"] * size, codes)
    permuted = corpus.select(np.array([*range(12), *(12 + np.array(order))]))
    said: dict[str, set] = {}
    for text, code in zip(texts, codes, strict=True):
        if np.min(code) >= 0:
            said.setdefault(text.lower().strip("!"), set()).add(code)
    for one in (corpus, permuted):
        pools = pools_of(one)
        trained = sorted(one.texts[row].lower().strip("!") for row in pools.training)
        assert trained == sorted(text for text, found in said.items() if len(found) == 1)
        assert sorted(one.ids[pools.two_labels]) == sorted(corpus.ids[pools_of(corpus).two_labels])


def test_the_first_of_two_labels_trains_by_name():
    corpus = small_corpus(["rain", "Rain.", "sun"], ["au", "us", "us"], [1, 0, 1])
    assert corpus.texts[pools_of(corpus).training].tolist() == ["sun"]
    assert pools_of(corpus).left_out == {"two labels": 2}
    assert corpus.texts[pools_of(corpus, on_conflict="first").training].tolist() == ["rain", "sun"]


def test_an_evaluated_text_keeps_its_place_whatever_its_copies_say():
    corpus = small_corpus(["au evaluated 0", "sun"], ["au", "us"], [1, 1])
    pools = pools_of(corpus)
    assert 0 in pools.rows["au"]
    assert pools.two_labels.tolist() == [0, 12]


def test_texts_without_a_group_or_a_label_do_not_train_unseen():
    corpus = small_corpus(["a", "b", "c", "d"], ["au", "", "us", ""], [1, 1, -1, 0])
    pools = pools_of(corpus)
    assert corpus.texts[pools.training].tolist() == ["a"]
    assert pools.left_out == {"no group": 2, "no label": 1}
    assert corpus.texts[pools_of(corpus, train_ungrouped=True).training].tolist() == ["a", "b", "d"]


def test_a_labelled_copy_trains_though_an_unlabelled_one_stands_before_it():
    corpus = small_corpus(["rain", "rain"], ["au", "us"], [-1, 1])
    assert pools_of(corpus).training.tolist() == [13]


def test_without_labels_the_reference_set_is_what_the_pools_leave():
    corpus = small_corpus([f"text {n}" for n in range(8)], ["au"] * 8, [0] * 8)
    corpus = replace(corpus, labels=None, label_names=(), splits=None)
    pools = pools_of(corpus, pool=5)
    assert len(pools.training) == 0
    assert len(pools.reference) == len(corpus) - 10 == len(pools.scored["baseline"])


def test_kinds_are_compared_by_all_their_labels():
    labels = np.array([[0, 1], [0, 1], [1, 1], [0, 1]])
    assert conflicting(np.array([3, 3, 5, 5]), labels).tolist() == [False, False, True, True]
