from __future__ import annotations

import pytest

from geobias.errors import InputError
from geobias.report.files import write_table
from geobias.report.run import read_run

MEND = "Give the directory that a study printed at its end."


def test_run_is_read_with_its_tables(usual):
    assert (usual.name, usual.finished, usual.record["seed"]) == ("tweets <demo> & more", True, 20240)
    assert usual.table("distances") is usual.tables["distances"]
    assert usual.groups.others == ("mixed", "baseline")


def test_absent_and_empty_tables_are_none(make_run):
    folder = make_run(task="none", changes={"audit": lambda frame: frame[:0]})
    run = read_run(folder)
    assert (run.table("scores"), run.table("audit")) == (None, None)


def test_what_is_no_run_says_what_is_missing(tmp_path):
    def message() -> str:
        with pytest.raises(InputError) as error:
            read_run(tmp_path / "run")
        return str(error.value)

    must = "a report needs the directory of a run, but "
    folder = tmp_path / "run"
    assert message() == f"{must}there is no directory {folder}. {MEND}"
    folder.mkdir()
    assert message() == f"{must}{folder} has no run.json. {MEND}"
    (folder / "run.json").write_text("{half")
    assert message().startswith(f"{must}{folder / 'run.json'} is not JSON (")
    assert message().endswith("Run the study again.")
    (folder / "run.json").write_text("[]")
    assert message() == f"{must}{folder / 'run.json'} holds a list. Run the study again."
    (folder / "run.json").write_text("{}")
    assert message() == f"{must}{folder} has no parquet file in tables/. {MEND}"


def test_name_falls_back_to_the_folder(tmp_path, usual):
    write_table(tmp_path, "groups", usual.tables["groups"])
    (tmp_path / "run.json").write_text("{}")
    assert (read_run(tmp_path).name, read_run(tmp_path).finished) == (tmp_path.name, False)


@pytest.mark.parametrize(
    ("table", "column"), [("relations", "passes"), ("verdict", "answer"), ("gap_intervals", "verdict")]
)
def test_a_run_of_an_older_version_is_to_be_run_again(make_run, table, column):
    folder = make_run(judged=True, changes={table: lambda frame: frame.drop(columns=column)})
    with pytest.raises(InputError) as error:
        read_run(folder).table(table)
    assert str(error.value) == (
        "a run's tables must say what was decided on them, but the table "
        f"{table} of {folder} is of an older version and has no column '{column}'. Start the study again with the same "
        "settings: finished parts are kept, the tables are written anew."
    )
