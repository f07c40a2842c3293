"""What is known of units that groups are brought to one distribution of: a value per unit, from all its texts."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from geobias.audit import TextStatistics
from geobias.corpora import Corpus
from geobias.errors import InputError
from geobias.pipeline.materials import Materials
from geobias.pipeline.unit_covariates import FEWEST, OTHER, check_adjusted_names, unit_covariates
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


def values_of(made: Materials, names: list[str]) -> dict[str, list]:
    """Of copies of the units, so many that no word is rare."""
    groups = unit_covariates(made, {str(copy): UNITS for copy in range(FEWEST)}, names)
    assert all(np.array_equal(of_group[name], groups["0"][name]) for of_group in groups.values() for name in names)
    return {name: values.tolist() for name, values in groups["0"].items()}


def test_length_is_the_mean_over_a_units_texts_and_words_are_what_most_of_them_have():
    found = values_of(materials([1, 1, 0, 0, -1, -1]), ["length", "label", "topic"])
    assert found["length"] == [2.0, 6.0, 9.0]
    assert found["label"] == ["yes", "no", ""]  # the last has none
    assert found["topic"] == ["tea", "rain", ""]  # the first of those that are as common


def test_a_label_is_left_out_where_the_corpus_has_none():
    assert list(unit_covariates(materials(None), {"au": UNITS}, ["length", "label"])["au"]) == ["length"]


def test_of_several_labels_the_first_is_taken():
    several = [[0, 1, 1], [0, 1, 0], [1, 0, 0], [0, 0, 0], [0, 0, 1], [0, 0, 1]]
    assert values_of(materials(several, ("a", "b", "c")), ["label"]) == {"label": ["b", "", "c"]}


def test_rare_values_are_one_and_rare_is_judged_over_all_groups():
    """Else "c" of one group and "f" of the other, each rare in its own, would count as the same value."""
    shares = {"x": dict(zip("abcdefgh", (20, 20, 20, 15, 15, 8, 1, 1), strict=True))}
    shares["y"] = dict(zip("abcdefgh", (1, 1, 8, 15, 15, 20, 20, 20), strict=True))
    shares["y"] |= {"i": FEWEST - 1}
    topics = {group: [word for word, count in of.items() for _ in range(count)] for group, of in shares.items()}
    made = materials(None, topics=[*topics["x"], *topics["y"]])
    rows = iter(np.arange(len(made.corpus.texts))[:, None])
    units = {group: [next(rows) for _ in words] for group, words in topics.items()}
    found = unit_covariates(made, units, ["topic"])
    for group, words in topics.items():
        assert found[group]["topic"].tolist() == [OTHER if word == "i" else word for word in words]


def test_a_name_that_nothing_is_known_by_is_refused_with_the_nearest():
    corpus = materials([0] * 6).corpus
    check_adjusted_names(corpus, ["length", "label", "topic"])
    check_adjusted_names(replace(corpus, labels=None, label_names=()), ["label"])  # such units are not told apart by it
    with pytest.raises(InputError, match=r"difference.adjust must be among .*'topic'.*, but one is 'topics'.*'topic'"):
        check_adjusted_names(corpus, ["topics"])
