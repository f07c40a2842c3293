"""Group names: blanks around them go, everything else stays and is pointed out where it may be meant otherwise."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from geobias.corpora.group_names import name_notices, tidy_groups

ENGLAND = "🏴󠁧󠁢󠁥󠁮󠁧󠁿"  # a flag that ends in characters that cannot be seen


@pytest.mark.parametrize(
    ("name", "tidy"),
    [
        (" US", "US"), ("US\u00a0", "US"), ("\ufeffUS\u200b", "US"), ("\u200fעברית", "עברית"), ("U.S.", "U.S."),
        ("NO", "NO"), (" \t\u3000", ""), ("\x00", ""), (f"{ENGLAND} ", ENGLAND), ("New  Zealand", "New  Zealand"),
        ("\ud83d\ude00", "😀"), ("\ud83d", "\ufffd"),
    ],
)  # fmt: skip
def test_blanks_around_a_name_go(name, tidy):
    names, mended = tidy_groups([name, "x"])
    assert names == [tidy, "x"]
    assert list(mended) == ([0] if tidy and name != tidy else [])


@settings(deadline=None)
@given(st.lists(st.text(st.characters(codec="utf-8"), max_size=8), max_size=6))
def test_tidy_names_stay_and_can_be_written(names):
    tidy, _ = tidy_groups(names)
    assert tidy_groups(tidy) == (tidy, {})
    assert all(name in old for name, old in zip(tidy, names, strict=True))


@pytest.mark.parametrize(
    "names",
    [
        ["US", "us"], ["U.S.", "US"], ["U. S. A.", "usa"], ["New Zealand", "new-zealand", "New  Zealand"],
        ["ÎLE", "I\u0302le"], ["Straße", "STRASSE"], ["a_b", "a b"], ["می‌خواهم", "میخواهم"], ["ＵＳ", "US"],
    ],
)  # fmt: skip
def test_names_that_may_be_one_are_listed_once(names):
    (notice,) = name_notices({**dict.fromkeys(names, 3), "other": 4})
    assert notice.startswith("Some groups differ in name by case, blanks, dots or hyphens alone: ")
    assert all(f"'{name}' (3)" in notice for name in names)
    assert "other" not in notice


@pytest.mark.parametrize(
    "name", ["nan", "None", "N/A", "NA", "n.a.", "NULL", "Missing", "unknown", "not  specified", "?", "<NA>"]
)
def test_names_that_may_say_nothing_are_listed(name):
    (notice,) = name_notices({name: 7, "us": 8})
    assert notice.startswith(f"Some groups may say that there is none: '{name}' (7). All stay as they are;")


@pytest.mark.parametrize(
    "names",
    [
        ["us", "uk", "NO", "mixed"],
        ["A+", "A-", "A"],
        ["C", "C++", "C#"],
        ["1.5", "15", "-15"],
        ["😀", "😡"],
        ["ma", "má"],
        ["...", "."],
        ["दिन", "दीन"],
    ],
)
def test_other_names_are_nobodys_business(names):
    assert name_notices(dict.fromkeys(names, 1)) == []
