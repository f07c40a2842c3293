"""What is known of units that groups are brought to one distribution of: a value per unit, from all its texts."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from geobias.audit import TextStatistics
from geobias.corpora import Corpus
from geobias.errors import InputError
from geobias.pipeline.materials import Materials
from geobias.pipeline.unit_covariates import OTHER, check_adjusted_names, unit_covariates
from geobias.sampling import Pools, Units

NONE = np.zeros(0, dtype=np.int64)
UNITS = [np.array([0, 1, 2]), np.array([3]), np.array([4, 5])]
TOPICS = ["tea", "tea", "rain", "rain", "", "sea"]


def materials(labels, label_names=("no", "yes"), topics=TOPICS) -> Materials:
    n = len(topics)
    corpus = Corpus(
        ids=np.array([str(row) for row in range(n)], dtype=object),
        texts=np.array([f"text {row}" for row in range(n)], dtype=object),
        attributes={"topic": np.array(topics, dtype=object)},
        labels=None if labels is None else np.array(labels, dtype=np.int8),
        label_names=() if labels is None else label_names,
    )
    statistics = TextStatistics(np.arange(n) * 2, np.zeros(n, bool), np.zeros(n, np.int64))
    units = Units(np.arange(n), np.ones(n, dtype=bool))
    return Materials(corpus, statistics, Pools({}, {}, {}, NONE, NONE, "topic", "left over"), units)


def test_length_is_the_mean_over_a_units_texts_and_words_are_what_most_of_them_have():
    found = unit_covariates(materials([1, 1, 0, 0, -1, -1]), UNITS, ["length", "label", "topic"])
    assert found["length"].tolist() == [2.0, 6.0, 9.0]
    assert found["label"].tolist() == ["yes", "no", ""]  # the last has none
    assert found["topic"].tolist() == ["tea", "rain", ""]  # the first of those that are as common


def test_a_label_is_left_out_where_the_corpus_has_none():
    assert list(unit_covariates(materials(None), UNITS, ["length", "label"])) == ["length"]


def test_of_several_labels_the_first_is_taken():
    several = [[0, 1, 1], [0, 1, 0], [1, 0, 0], [0, 0, 0], [0, 0, 1], [0, 0, 1]]
    found = unit_covariates(materials(several, ("a", "b", "c")), UNITS, ["label"])
    assert found["label"].tolist() == ["b", "", "c"]


def test_the_five_most_common_values_are_told_apart():
    topics = [word for place, word in enumerate("abcdefg") for _ in range(9 - place)]
    made = materials(None, topics=topics)
    found = unit_covariates(made, [np.array([row]) for row in range(len(topics))], ["topic"])["topic"]
    assert set(found) == {*"abcde", OTHER}
    assert np.array_equal(found == OTHER, np.isin(topics, ["f", "g"]))


def test_a_name_that_nothing_is_known_by_is_refused_with_the_nearest():
    corpus = materials([0] * 6).corpus
    check_adjusted_names(corpus, ["length", "label", "topic"])
    check_adjusted_names(replace(corpus, labels=None, label_names=()), ["label"])  # such units are not told apart by it
    with pytest.raises(InputError, match=r"difference.adjust must be among .*'topic'.*, but one is 'topics'.*'topic'"):
        check_adjusted_names(corpus, ["topics"])
