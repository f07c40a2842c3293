"""Columns in memory: groups, clusters, numbers as names, missing values."""

from __future__ import annotations

import numpy as np
import pytest

from geobias.corpora.columns import ColumnNames, corpus_from_columns
from geobias.corpora.labels import LabelRules
from geobias.errors import InputError
from geobias.raw import RawTable


def corpus_of(columns, *names, rules=None, **options):
    given = {} if rules is None else {"rules": rules}
    return corpus_from_columns(
        RawTable.of(columns), ColumnNames(*names, **options), source="d.csv", hashes={"d.csv": "1"}, **given
    )


def test_rows_without_a_group_are_flagged():
    corpus = corpus_of({"text": ["a", "b", "c"], "region": [None, "au", float("nan")]})
    assert list(corpus.groups()) == ["au"]
    assert {r["reason"]: r["count"] for r in corpus.counts.records if r["event"] == "flagged"} == {"no_group": 2}


def test_several_group_columns_become_attributes():
    columns = {"body": ["a", "b"], "country": ["no", "no"], "wave": [7, 7.0], "author": ["ann", None]}
    corpus = corpus_of(columns, "body", ("country", "wave"), cluster="author")
    assert {name: values.tolist() for name, values in corpus.attributes.items()} == {
        "country": ["no", "no"],
        "wave": ["7", "7"],
        "country / wave": ["no / 7", "no / 7"],
        "cluster": ["ann", ""],
    }
    assert {r["group"] for r in corpus.counts.records} == {"no / 7"}
    assert corpus.ids.tolist() == ["d-000000", "d-000001"]
    assert corpus.sources == {"d.csv": "1"}


def test_joined_groups_keep_names_of_their_own():
    columns = {"text": ["a", "b"], "place": ["uk / w", "uk"], "kind": ["x", "w / x"]}
    with pytest.raises(InputError, match="groups joined of several columns of d.csv must have names of their own, but"):
        corpus_of(columns, "text", ["place", "kind"])


def test_splits_are_read_without_regard_to_case():
    columns = {"text": list("abcd"), "region": ["au"] * 4, "s": ["Train", " test", "", None]}
    assert corpus_of(columns, split="s").splits.tolist() == ["train", "test", "", ""]


@pytest.mark.parametrize("value", [None, float("nan"), 3, True])
def test_e06_a_text_must_be_a_string(value):
    with pytest.raises(InputError, match=r"column 'text' of d\.csv must be a string, but row 2 is") as error:
        corpus_of({"text": ["ok", value], "region": ["au", "au"]})
    assert f"{value!r} ({type(value).__name__})" in str(error.value)


def test_errors():
    with pytest.raises(InputError, match="a table needs a column to group by, but group is empty"):
        corpus_of({"text": ["a"]}, "text", ())
    with pytest.raises(InputError, match=r"d\.csv must have at least one record, but it has none"):
        corpus_of({"text": [], "region": []})
    with pytest.raises(InputError) as error:
        RawTable.of({"Text": []}).check(["text"], "d.csv")
    assert str(error.value) == (
        "d.csv must have a column 'text', but its columns are ['Text']. The nearest is 'Text'. Name the right column."
    )


def ratings(values, **rules):
    columns = {"text": [f"t{i}" for i in range(len(values))], "region": ["au"] * len(values), "stars": values}
    return corpus_of(columns, label="stars", rules=LabelRules(ordered=True, **rules))


def test_ordered_ratings_are_numbers_or_named_in_their_order():
    stars = ratings([10, 2, None, 2, 10.0, 3] * 4)
    assert (stars.label_names, stars.ordered, stars.task) == (("2", "3", "10"), True, "multiclass")
    assert stars.labels[:6].tolist() == [2, 0, -1, 0, 2, 1]
    named = ratings(["3", "1", "", "2"] * 6, label_map={"1": "poor", "2": "fair", "3": "good", "9": None})
    assert named.label_names == ("poor", "fair", "good")
    np.testing.assert_array_equal(named.labels[:4], [2, 0, -1, 1])
    assert not corpus_of({"text": ["a"], "region": ["au"]}).ordered


def test_names_without_an_order_are_refused():
    with pytest.raises(InputError) as error:
        ratings(["poor", "good", "fair"] * 9)
    assert str(error.value) == (
        "ordered labels in column 'stars' of d.csv must be numbers, or named in their order by label_map, but they are "
        "['fair', 'good', 'poor']. Pass label_map={value: name, ...} from the lowest to the highest."
    )
    with pytest.raises(InputError, match=r"column 'stars' of d\.csv must be one per text, but some have several"):
        ratings(["1|2", "1"] * 9)
