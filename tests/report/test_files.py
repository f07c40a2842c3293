from __future__ import annotations

import re

import pandas as pd
import pytest

from geobias.errors import InputError, StorageError
from geobias.report.files import Tables, read_table, write_table
from geobias.spreadsheets import unescaped

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
        "a table's name must be a plain file name in lower case, but it is '../Scores'. Rename it."
    )
    assert list(tmp_path.iterdir()) == []


def test_old_table_stays_when_the_new_one_cannot_be_written(tmp_path):
    write_table(tmp_path, "groups", FRAME)
    mixed = pd.DataFrame({"group": [b"bytes", {"not": "a column"}]})
    with pytest.raises(Exception, match=r"bytes|dict|struct"):
        write_table(tmp_path, "groups", mixed)
    assert read_table(tmp_path, "groups")["group"].tolist() == FRAME["group"].tolist()
    assert sorted(p.name for p in (tmp_path / "tables").iterdir()) == ["groups.csv", "groups.parquet"]


def test_cells_that_a_spreadsheet_would_compute_are_texts_in_the_csv_alone(tmp_path):
    frame = pd.DataFrame({"group": ["=1+1", "us"], "value": [-1.0, 2.0]})
    path = write_table(tmp_path, "groups", frame)
    assert path.with_suffix(".csv").read_text().splitlines() == ['"group","value"', '"\'=1+1",-1.0', '"us",2.0']
    assert read_table(tmp_path, "groups")["group"].tolist() == ["=1+1", "us"]
    pd.testing.assert_frame_equal(unescaped(pd.read_csv(path.with_suffix(".csv"))), frame)


def test_a_damaged_table_is_a_sentence_wherever_the_damage_is(tmp_path):
    # In the name of the seal a flipped bit does no harm: the rest is then read as it stands.
    path = write_table(tmp_path, "groups", FRAME)
    content = path.read_bytes()
    harmed = [content[:length] for length in range(0, len(content), 97)]
    for bit in range(0, 8 * len(content), 401):
        flipped = bytearray(content)
        flipped[bit // 8] ^= 1 << bit % 8
        harmed.append(bytes(flipped))
    for harm in harmed:
        path.write_bytes(harm)
        if len(harm) == len(content) and b"geobias-crc32:" not in harm:
            assert read_table(tmp_path, "groups")["group"].tolist() == FRAME["group"].tolist()
            continue
        with pytest.raises(InputError) as error:
            read_table(tmp_path, "groups")
        assert str(error.value).startswith(f"the tables of a run must be as they were written, but {path} is damaged (")
        assert str(error.value).endswith("finished parts are kept, the tables are written anew.")


def test_a_table_that_others_wrote_is_read(tmp_path):
    write_table(tmp_path, "groups", FRAME)
    FRAME.to_parquet(tmp_path / "tables" / "groups.parquet")
    assert read_table(tmp_path, "groups")["group"].tolist() == FRAME["group"].tolist()


def test_a_table_that_cannot_be_written_is_a_sentence(tmp_path):
    (tmp_path / "tables").write_text("")
    with pytest.raises(StorageError, match="tables is a file: move it away"):
        write_table(tmp_path, "groups", FRAME)


def test_tables_are_read_once_and_by_name(tmp_path):
    write_table(tmp_path, "groups", FRAME)
    write_table(tmp_path, "audit", FRAME)
    tables = Tables(tmp_path)
    assert (list(tables), len(tables), "audit" in tables, "scores" in tables) == (["audit", "groups"], 2, True, False)
    assert tables["groups"] is tables["groups"]
    assert repr(tables) == "Tables(audit, groups)"
    with pytest.raises(KeyError, match=re.escape("'scores' is no table of this run; it has ['audit', 'groups']")):
        tables["scores"]
