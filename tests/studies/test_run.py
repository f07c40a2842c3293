"""RunDirectory: one folder a run, locked, resumable, and readable after a stop."""

from __future__ import annotations

import csv
import json

import numpy as np
import pytest

from geobias.errors import InputError
from geobias.studies.run import RunDirectory, digest

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
    assert first.path.name == f"demo-{digest(SETTINGS)[:8]}"


def test_a_map_says_which_settings_a_folder_holds(tmp_path):
    for settings in (SETTINGS, SETTINGS, {**SETTINGS, "seed": 1}):
        with start(tmp_path, settings):
            pass
    rows = list(csv.DictReader((tmp_path / "regional" / "runs.csv").open()))
    assert [json.loads(row["settings"])["seed"] for row in rows] == [0, 1]
    assert all((tmp_path / "regional" / row["directory"]).is_dir() for row in rows)


def test_two_at_once_get_two_folders(tmp_path):  # H01
    with start(tmp_path) as first, start(tmp_path) as second:
        assert second.path.name == f"{first.path.name}-2"


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
    assert list((tmp_path / "regional").iterdir()) == []
