"""Groups by several attributes at once, of any corpus."""

from __future__ import annotations

import numpy as np
import pytest

from geobias.corpora import Corpus
from geobias.errors import InputError

COUNTRY, SEX = ["us", "us", "", "nz", "other"], ["f", "m", "f", "f", ""]


def make(**options) -> Corpus:
    texts = list("abcde")
    return Corpus(texts, texts, {"country": COUNTRY, "sex": SEX}, **options)


def test_a_joint_group_has_all_values_and_a_text_that_lacks_one_is_in_none():
    corpus = make().grouped(["country", "sex"])
    assert corpus.attributes["country / sex"].tolist() == ["us / f", "us / m", "", "nz / f", ""]
    by_name, by_list = (make().groups(by) for by in ("country / sex", ("country", "sex")))
    assert {name: rows.tolist() for name, rows in by_name.items()} == {"us / f": [0], "us / m": [1], "nz / f": [3]}
    assert list(by_list) == list(by_name)
    assert list(make().groups(["sex"])) == ["f", "m"]


def test_an_attribute_that_is_there_stays_as_it_is():
    corpus = make().grouped("country / sex")
    assert corpus.grouped("country / sex") is corpus
    assert corpus.grouped("country") is corpus


def test_a_pooled_group_stays_whole_and_keeps_its_role():
    corpus = make(roles={"country": {"other": "pooled"}}).grouped(("country", "sex"))
    assert corpus.attributes["country / sex"].tolist() == ["us / f", "us / m", "", "nz / f", "other"]
    assert corpus.with_role("country / sex", "pooled") == ("other",)


def test_an_absent_attribute_is_named():
    message = r"must have the attribute 'country / age' to group by, but it has \['country', 'sex'\]"
    with pytest.raises(InputError, match=message):
        make().groups(["country", "age"])


def test_two_groups_of_one_name_are_refused():
    attributes = {"a": np.array(["x / y", "x"], dtype=object), "b": np.array(["z", "y / z"], dtype=object)}
    with pytest.raises(InputError, match="groups joined of several columns of the corpus must have names of their own"):
        Corpus(["1", "2"], ["s", "t"], attributes).groups(["a", "b"])
