from __future__ import annotations

import os
import re
from pathlib import Path

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from geobias.errors import InputError
from geobias.report.files import Tables, read_table, slug, write_atomically, write_table

FRAME = pd.DataFrame({"group": ["NO", "NA", "", "null", "1"], "value": [1.5, float("nan"), 0.0, -2.0, 1e-300]})


def test_table_comes_back_with_its_strings(tmp_path):
    write_table(tmp_path, "groups", FRAME)
    back = read_table(tmp_path, "groups")
    assert back["group"].tolist() == ["NO", "NA", "", "null", "1"]
    pd.testing.assert_frame_equal(back, FRAME, check_dtype=False)


def test_csv_has_the_same_content(tmp_path):
    path = write_table(tmp_path, "groups", FRAME)
    text = pd.read_csv(path.with_suffix(".csv"), dtype={"group": str}, keep_default_na=False, na_values={"value": ""})
    pd.testing.assert_frame_equal(text, FRAME, check_dtype=False)


def test_absent_table_is_none(tmp_path):
    assert read_table(tmp_path, "scores") is None


def test_name_of_a_table_must_be_a_file_name(tmp_path):
    with pytest.raises(InputError) as error:
        write_table(tmp_path, "../Scores", FRAME)
    assert str(error.value) == (
        "a table's name must be lower-case letters, digits and underscores, but it is '../Scores'. Rename it."
    )
    assert list(tmp_path.iterdir()) == []


def test_failed_write_leaves_the_old_file_and_nothing_else(tmp_path):
    path = tmp_path / "page.html"
    path.write_text("old")

    def broken(draft: Path) -> None:
        draft.write_text("half")
        raise OSError("disk full")

    with pytest.raises(OSError, match="disk full"):
        write_atomically(path, broken)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_old_table_stays_when_the_new_one_cannot_be_written(tmp_path):
    write_table(tmp_path, "groups", FRAME)
    mixed = pd.DataFrame({"group": [b"bytes", {"not": "a column"}]})
    with pytest.raises(Exception, match=r"bytes|dict|struct"):
        write_table(tmp_path, "groups", mixed)
    assert read_table(tmp_path, "groups")["group"].tolist() == FRAME["group"].tolist()
    assert sorted(p.name for p in (tmp_path / "tables").iterdir()) == ["groups.csv", "groups.parquet"]


def test_reader_never_sees_a_part(tmp_path):
    path = tmp_path / "a" / "page.html"
    seen = []
    write_atomically(path, lambda draft: (draft.write_text("new"), seen.append(path.exists())))
    assert (seen, path.read_text()) == ([False], "new")


def test_files_get_the_usual_permissions(tmp_path):
    plain = tmp_path / "plain"
    plain.write_text("")
    path = write_atomically(tmp_path / "written", lambda draft: draft.write_text(""))
    assert os.stat(path).st_mode == os.stat(plain).st_mode


def test_tables_are_read_once_and_by_name(tmp_path):
    write_table(tmp_path, "groups", FRAME)
    write_table(tmp_path, "audit", FRAME)
    tables = Tables(tmp_path)
    assert (list(tables), len(tables), "audit" in tables, "scores" in tables) == (["audit", "groups"], 2, True, False)
    assert tables["groups"] is tables["groups"]
    assert repr(tables) == "Tables(audit, groups)"
    with pytest.raises(KeyError, match=re.escape("'scores' is no table of this run; it has ['audit', 'groups']")):
        tables["scores"]


@given(st.text())
def test_slug_is_always_a_file_name(name):
    assert re.fullmatch(r"[a-z0-9_][a-z0-9_-]{0,79}", slug(name))
