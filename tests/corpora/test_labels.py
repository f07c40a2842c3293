"""Labels: codes, names, what counts as missing, and the errors."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from geobias.corpora.labels import encode_labels
from geobias.errors import InputError


def encode(values, **options):
    return encode_labels(values, column="label", source="t.csv", **options)


@pytest.mark.parametrize(
    ("values", "names"),
    [
        (["4", "0"], ("0", "4")),
        (["10", "9"], ("9", "10")),
        (["+", "-"], ("-", "+")),
        (["positive", "negative"], ("negative", "positive")),
        ([True, False], ("False", "True")),
        ([4.0, 0.0], ("0", "4")),
        (["no", "yes"], ("no", "yes")),
        (["1", "-1"], ("-1", "1")),
        ([2.0, 1.0], ("1", "2")),
    ],
)
def test_two_values_are_sorted_with_the_negative_first(values, names):
    codes, found = encode(values)
    assert found == names
    assert codes.dtype == np.int8
    assert [names[code] for code in codes] == [str(v if not isinstance(v, float) else int(v)) for v in values]


def test_blank_none_and_nan_mean_not_labelled():
    codes, names = encode(["a", "", None, float("nan"), " ", "b"])
    assert codes.tolist() == [0, -1, -1, -1, -1, 1]
    assert names == ("a", "b")
    assert encode(["", None]) == (None, ())


def test_words_that_programs_write_for_nothing_are_no_labels_unless_the_map_names_them():
    codes, names = encode(["hate", "nan", "None", "null", "none", "NaN"])
    assert names == ("hate", "none")
    assert codes.tolist() == [0, -1, -1, -1, 1, -1]
    assert encode(["None", "hate"], label_map={"None": "clean", "hate": "hate"})[1] == ("clean", "hate")


def test_a_whole_number_is_one_label_however_it_is_written():
    assert encode(["1", "1.0", 1, 1.0, np.float32(1), "0.0", "-0.0"])[0].tolist() == [1, 1, 1, 1, 1, 0, 0]


def test_more_than_two_values_are_classes_in_their_order():
    codes, names = encode(["neutral", "bad", "", "good", "bad"])
    assert (names, codes.tolist()) == (("bad", "good", "neutral"), [2, 0, -1, 1, 0])
    assert encode([5, 1, 3, 2, 10])[1] == ("1", "2", "3", "5", "10")
    assert encode(["x", "y", "z"], label_map={"x": "a", "y": "b", "z": "c"})[1] == ("a", "b", "c")


def test_lists_and_separators_make_many_hot_rows():
    codes, names = encode([["tin", "gold"], [], None, ("tin",)])
    assert names == ("gold", "tin")
    assert codes.tolist() == [[1, 1], [0, 0], [-1, -1], [0, 1]]
    assert codes.dtype == np.int8
    assert encode(["tin|gold", "", "tin"])[0].tolist() == [[1, 1], [-1, -1], [0, 1]]
    assert encode(["tin;gold", "tin"], separator=";")[1] == ("gold", "tin")


@given(st.lists(st.none() | st.lists(st.sampled_from("abc"), unique=True), min_size=1))
def test_many_hot_rows_give_back_their_sets(sets):
    codes, names = encode(sets)
    if codes is None:
        assert not any(sets)
        return
    for row, labels in zip(codes, sets, strict=True):
        assert (row == -1).all() if labels is None else {n for n, c in zip(names, row, strict=True) if c} == set(labels)


def test_label_map_renames_joins_and_unlabels():
    mapping = {0: "negative", 2: None, 4: "positive", "5": "positive"}
    codes, names = encode(["4", 0, 2.0, "5", ""], label_map=mapping)
    assert names == ("negative", "positive")
    assert codes.tolist() == [1, 0, -1, 1, -1]
    assert encode(["0"], label_map=mapping)[1] == ("negative", "positive")
    assert encode([["x"], ["y", "x"]], label_map={"x": "a", "y": None, "z": "c"})[0].tolist() == [[1, 0], [1, 0]]


@pytest.mark.parametrize(
    ("values", "options", "message"),
    [
        (
            [f"user{n}" for n in range(600)],
            {},
            "column 'label' of t.csv must hold labels, of which each stands for many texts, but it takes 600 values "
            "over 600 texts, as ids, measurements or free text do: 'user0', 'user1', 'user10' and others. Name another "
            "column, or pass label_map to join the values into a few.",
        ),
        (
            ["a", "a"],
            {},
            "column 'label' of t.csv must take two values or more, but it takes one: 'a'. Pass label_map={value: name, "
            "other value: other name} to declare both, or leave the label column out.",
        ),
        (
            ["pos", "negg"],
            {"label_map": {"neg": "0", "pos": "1"}},
            "labels in column 'label' of t.csv must be keys of label_map ['neg', 'pos'], but row 2 is 'negg'. "
            "The nearest is 'neg'. Add it to label_map; None means not labelled.",
        ),
        (
            ["x", "y", "y"],
            {"label_map": {"a": "0", "b": "1"}},
            "labels in column 'label' of t.csv must be keys of label_map ['a', 'b'], but row 1 is 'x' (in all y 2, x 1)"
            ". Add it to label_map; None means not labelled.",
        ),
        (
            ["a"],
            {"label_map": {"a": "x"}},
            "column 'label' of t.csv must take two values or more, but it takes one: 'x'. Pass label_map={value: name, "
            "other value: other name} to declare both, or leave the label column out.",
        ),
        (
            [["a", None]],
            {},
            "labels in column 'label' of t.csv must not be missing inside a list, but row 1 is ['a', None]. Drop them.",
        ),
    ],
)
def test_errors(values, options, message):
    with pytest.raises(InputError) as error:
        encode(values, **options)
    assert str(error.value) == message
