"""Memos and keys: found by all that decides a number, damaged ones made anew, versions said."""

from __future__ import annotations

import copy
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from geobias import memo as module
from geobias.memo import Memo, digest, key

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=2) | st.integers(), inner, max_size=3),
    max_leaves=8,
)


@dataclass(frozen=True)
class Point:
    x: int
    y: float = 0.0


@given(VALUES, VALUES)
def test_equal_values_have_equal_keys_and_others_others(a, b):
    assert digest(a) == digest(copy.deepcopy(a))
    assert (digest(a) == digest(b)) == (sorted_repr(a) == sorted_repr(b))


def sorted_repr(value) -> str:
    if isinstance(value, dict):
        return "map" + repr(sorted((repr(name), sorted_repr(item)) for name, item in value.items()))
    return repr([sorted_repr(item) for item in value]) if isinstance(value, list) else repr(value)


@pytest.mark.parametrize(
    "values",
    [
        [np.arange(3), np.arange(3.0), np.arange(3, dtype=np.int32), np.arange(3)[:, None], np.arange(4), [0, 1, 2]],
        [np.array(["a", "b"], dtype=object), np.array(["a", "c"], dtype=object), np.array(["ab"], dtype=object)],
        [{"a": 1}, {"b": 1}, {"a": "1"}, {"a": 1.5}, {1: "a"}, {"1": "a"}, [["a", 1]]],
        [Point(1), Point(2), Point(1, 1.0)],
        [np.arange(2000), np.arange(2000) + (np.arange(2000) == 1000)],
    ],
)
def test_every_difference_counts(values):
    assert len({digest(value) for value in values}) == len(values)


def test_equal_contents_are_equal_whatever_holds_them():
    assert digest((1, Path("/a"), np.float64(0.5))) == digest([1, "/a", 0.5])
    assert digest(np.arange(8)[::2]) == digest(np.array([0, 2, 4, 6]))


def test_what_has_no_content_decides_no_key():
    with pytest.raises(TypeError, match="A object has no content that a key could be made of"):
        digest({"a": object()})


def test_kind_format_name_and_inputs_are_in_every_key(monkeypatch):
    asked = [("part", "a", {"x": 1}), ("part", "b", {"x": 1}), ("part", "a", {"x": 2}), ("run", "a", {"x": 1})]
    before = [key(*words) for words in asked]
    monkeypatch.setitem(module.FORMATS, "part", 99)
    assert len({*before, key(*asked[0])}) == 5


def counting(notices: list[str], folder: Path):
    calls: list[int] = []
    memo = Memo(folder, notices.append)

    def ask(name="UK/Ireland\0", **inputs):
        return memo(name, inputs, lambda: calls.append(1) or np.arange(6.0).reshape(2, 3))

    return ask, calls


@pytest.mark.parametrize("harm", ["flip", "cut", "empty", "text"])
def test_a_damaged_part_is_made_anew_with_a_notice(tmp_path, harm):
    notices: list[str] = []
    ask, calls = counting(notices, tmp_path)
    ask()
    (path,) = tmp_path.iterdir()
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 4
    path.write_bytes({"flip": bytes(content), "cut": bytes(content[:-3]), "empty": b"", "text": b"x"}[harm])
    assert ask().tolist() == [[0, 1, 2], [3, 4, 5]] == ask().tolist()
    assert len(calls) == 2
    assert notices == [f"The finished part {path.name} was damaged on disk; it was made anew."]
    assert list(tmp_path.iterdir()) == [path]


def test_parts_of_another_format_are_not_taken_and_those_of_other_versions_are_told_of(tmp_path, monkeypatch):
    notices: list[str] = []
    ask, calls = counting(notices, tmp_path)
    with monkeypatch.context() as old:
        old.setattr(module, "versions", lambda: {"geobias": "0.0.9", "torch": "1.0"})
        ask()
    ask()
    assert (len(calls), notices) == (
        1,
        ["Finished parts were taken from an earlier start with geobias 0.0.9, torch 1.0."],
    )
    monkeypatch.setitem(module.FORMATS, "part", 99)
    ask()
    assert len(calls) == 2


def test_a_part_is_an_array_that_numpy_reads(tmp_path):
    ask, _ = counting([], tmp_path)
    ask("plain")
    assert np.load(next(tmp_path.glob("plain-*.npy"))).tolist() == [[0, 1, 2], [3, 4, 5]]
