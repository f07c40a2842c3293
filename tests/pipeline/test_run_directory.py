"""RunDirectory: one folder per run, locked, resumable, and readable after a stop."""

from __future__ import annotations

import csv
import json
import re

import numpy as np
import pytest

from geobias.errors import InputError, StorageError
from geobias.pipeline.run_directory import RunDirectory

SETTINGS = {"seed": 0, "corpus": {"path": "/d/x(1).csv", "regions": ["au", "nz"]}}


def start(tmp_path, settings=SETTINGS, label="demo"):
    return RunDirectory(tmp_path, "regional", label, settings)


def test_the_same_settings_find_the_same_short_named_folder(tmp_path):  # H05
    with start(tmp_path) as first:
        pass
    with start(tmp_path) as again:
        assert again.path == first.path
    with start(tmp_path, {**SETTINGS, "seed": 1}) as other:
        assert other.path != first.path
    assert re.fullmatch("demo-[0-9a-f]{8}", first.path.name)


def test_the_same_settings_with_another_content_have_another_folder(tmp_path):
    folders = []
    for content in ({"weights": "a"}, {"weights": "b"}, {"weights": "a"}):
        with RunDirectory(tmp_path, "regional", "demo", SETTINGS, content) as directory:
            folders.append(directory.path.name)
    assert folders[0] == folders[2] != folders[1]


def test_a_map_says_which_settings_a_folder_holds(tmp_path):
    for settings in (SETTINGS, SETTINGS, {**SETTINGS, "seed": 1}):
        with start(tmp_path, settings):
            pass
    rows = list(csv.DictReader((tmp_path / "regional" / "runs.csv").open()))
    assert [json.loads(row["settings"])["seed"] for row in rows] == [0, 1]
    assert all((tmp_path / "regional" / row["directory"]).is_dir() for row in rows)


def test_a_torn_map_of_folders_still_takes_a_line_for_each(tmp_path):
    (tmp_path / "regional").mkdir()
    (tmp_path / "regional" / "runs.csv").write_text("directory,settings_sha256,set")
    with start(tmp_path) as directory:
        pass
    last = (tmp_path / "regional" / "runs.csv").read_text().splitlines()[-1]
    assert last.startswith(f"{directory.path.name},")


def test_two_at_once_get_two_folders_and_the_second_says_so(tmp_path, capsys):  # H01
    with start(tmp_path) as first, start(tmp_path) as second:
        assert second.path.name == f"{first.path.name}-2"
    said = f"Another process works on the same settings in {first.path}; this one writes to {second.path}."
    assert capsys.readouterr().err == f"geobias: {said}\n"
    assert json.loads((second.path / "run.json").read_text())["notices"] == [said]


def test_finished_parts_are_not_computed_again_unless_their_inputs_change(tmp_path):
    calls = []

    def compute():
        calls.append(1)
        return np.arange(3.0)

    for inputs in ({"rows": np.arange(5)}, {"rows": np.arange(5)}, {"rows": np.arange(6)}):
        with start(tmp_path) as directory:
            assert directory.memo("part", inputs, compute).tolist() == [0, 1, 2]
    assert len(calls) == 2


def test_a_failed_part_leaves_nothing_and_the_run_says_why(tmp_path):
    def fail():
        raise RuntimeError("no memory")

    with pytest.raises(RuntimeError, match="no memory"), start(tmp_path) as directory, directory.stage("distances"):
        directory.memo("part", {}, fail)
    manifest = json.loads((directory.path / "run.json").read_text())
    assert manifest["status"] == "stopped"
    assert manifest["stopped_by"] == "RuntimeError: no memory"
    assert manifest["timings"].keys() == {"distances"}
    assert list(directory.parts.iterdir()) == []
    assert list(directory.path.glob("*.part")) == []


def test_the_manifest_records_versions_and_each_notice_once(tmp_path):
    with start(tmp_path) as directory:
        directory.notice("a", "b", "a")
        directory.record(task="none")
    manifest = json.loads((directory.path / "run.json").read_text())
    assert manifest["notices"] == ["a", "b"]
    assert manifest["status"] == "finished"
    assert manifest["versions"]["torch"]
    assert manifest["config"]["corpus"]["path"] == "/d/x(1).csv"


def test_a_refusal_before_any_work_leaves_nothing(tmp_path):
    with pytest.raises(InputError), start(tmp_path):
        raise InputError("a", "b", "C.")
    assert list(tmp_path.iterdir()) == []


def refuse(tmp_path):
    with pytest.raises(InputError), start(tmp_path):
        raise InputError("a", "b", "C.")


def files(folder):
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file() and path.name != ".lock"}


@pytest.mark.parametrize("left", ["checkpoints/m-1/last.safetensors", "parts/a-1.npy", "tables/a.csv", "report.html"])
def test_a_refusal_leaves_what_an_earlier_start_had(tmp_path, left):
    with start(tmp_path) as directory:
        path = directory.path / left
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("work")
    before = files(directory.path)
    refuse(tmp_path)
    assert files(directory.path) == before


def test_a_refusal_after_a_part_was_finished_keeps_it(tmp_path):
    directory = start(tmp_path)
    directory.memo("a", {}, lambda: np.ones(2))
    directory.__exit__(InputError, InputError("a", "b", "C."), None)
    assert json.loads((directory.path / "run.json").read_text())["status"] == "stopped"
    assert len(list(directory.parts.iterdir())) == 1


@pytest.mark.parametrize("label", ["N/A", "x" * 300, "a\0b", "CON", "🙂"])
def test_a_run_may_be_called_anything(tmp_path, label):
    with start(tmp_path, label=label) as directory:
        assert directory.path.parent == tmp_path / "regional"
    assert json.loads((directory.path / "run.json").read_text())["name"] == label


def test_a_name_may_not_leave_the_output(tmp_path):
    with pytest.raises(InputError, match="not a way to another folder"):
        start(tmp_path / "outputs", label="../../x")
    assert list(tmp_path.iterdir()) == []


def test_a_start_that_cannot_write_leaves_nothing_and_lets_go(tmp_path, monkeypatch):
    with monkeypatch.context() as full:
        full.setattr("geobias.files.os.replace", lambda a, b: (_ for _ in ()).throw(OSError(28, "No space left")))
        with pytest.raises(StorageError, match="run.json cannot be written"):
            start(tmp_path)
    assert list(tmp_path.iterdir()) == []
    with start(tmp_path) as directory:
        assert not directory.path.name.endswith("-2")


def test_a_file_in_the_place_of_the_parts_is_named(tmp_path):
    with start(tmp_path) as directory:
        pass
    directory.parts.rmdir()
    directory.parts.write_text("")
    with pytest.raises(StorageError, match="parts is a file: move it away"):
        start(tmp_path)
    assert directory.parts.is_file()
