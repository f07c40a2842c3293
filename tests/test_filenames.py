"""File names: any name has one, on any system, and no two the same."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geobias.filenames import file_name

RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)
ODD = ["..", ".", "", "CON", "nul.txt", "a/b", "-rf", "~", "x" * 300]
NAMES = st.text(st.characters(exclude_categories=())) | st.sampled_from(ODD)


@given(NAMES)
def test_every_name_has_a_file_name(name):
    made = file_name(name)
    assert re.fullmatch(r"[A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9_-])?", made)
    assert len(made) <= 60
    assert not RESERVED.fullmatch(made)


@given(st.lists(NAMES, min_size=2, max_size=30, unique=True))
def test_other_names_have_other_files_where_case_does_not_count(names):
    assert len({file_name(name).lower() for name in names}) == len(names)


@pytest.mark.parametrize(
    "names",
    [["UK", "uk", "Uk"], ["a/b", "a-b", "a b", "a\\b"], ["x" * 299 + "a", "x" * 299 + "b"], ["é", "e\u0301"],
     ["🙂", "🙃"], [".a", "a", "..a", "a."], ["con", "CON", "con.x"], ["UK", file_name("UK")]],
)  # fmt: skip
def test_names_that_look_alike_stay_apart(names):
    assert len({file_name(name).lower() for name in names}) == len(names)


def test_plain_names_stay():
    for name in ("gaps_at_m", "set0-fold0", "tweets", "relations-spearman-excess-gap", "a.b"):
        assert file_name(name) == name
