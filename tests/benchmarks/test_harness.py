"""The results file: one header, a row per side with machine and commit, and no speed where values disagree."""

from __future__ import annotations

import csv
import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from geobias.bench import Truth, compare

FOLDER = Path(__file__).resolve().parents[2] / "benchmarks"


@pytest.fixture(scope="module")
def harness() -> ModuleType:
    spec = importlib.util.spec_from_file_location("harness", FOLDER / "harness.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def read(path: Path) -> list[dict[str, str]]:
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def test_rows_are_appended_under_one_header(harness, tmp_path):
    rows = compare(
        "b", "c, with a comma", {"right": lambda: 1.0, "wrong": lambda: 2.0}, peer="right", truth=Truth(1e-6)
    )
    for _ in range(2):
        harness.append(rows, tmp_path / "results" / "engine.csv")
    found = read(tmp_path / "results" / "engine.csv")
    assert [row["side"] for row in found] == ["right", "wrong"] * 2
    assert [(row["seconds"], row["ratio"]) for row in found if row["side"] == "wrong"] == [("nan", "nan")] * 2
    assert found[1]["note"] == "the values disagree"
    assert found[0]["case"] == "c, with a comma"


def test_rows_say_on_what_they_were_measured(harness):
    machine = harness.machine()
    assert list(machine) == ["device", "versions", "commit", "date"]
    assert "torch=" in machine["versions"]
    assert machine["device"]


def test_dry_runs_keep_nothing(harness, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(harness, "append", lambda rows, path: (tmp_path / "kept").touch())
    rows = compare("b", "c", {"a": lambda: 1.0}, peer="a", truth=Truth(1e-6), runs=1)
    harness.report(rows, harness.parser(None).parse_args(["--dry"]))
    assert capsys.readouterr().out.startswith("case  side  seconds")
    assert not (tmp_path / "kept").exists()
    harness.report(rows, harness.parser(None).parse_args([]))
    assert (tmp_path / "kept").exists()


def load(name: str, harness: ModuleType, monkeypatch) -> ModuleType:
    monkeypatch.setitem(__import__("sys").modules, "harness", harness)
    spec = importlib.util.spec_from_file_location(f"bench_{name}", FOLDER / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_published_experiment_scales_the_peer_and_says_so(harness, monkeypatch):
    module = load("published_experiment", harness, monkeypatch)
    rows = compare("e", "c", {"peer": lambda: 1.0, "ours": lambda: 1.0}, peer="peer", truth=Truth(1e-6))
    scaled, ours = module.extrapolated(rows, 1400.0, "extrapolated from 2 pairs")
    assert scaled.seconds == rows[0].seconds * 1400
    assert scaled.note == "extrapolated from 2 pairs"
    assert ours.ratio == scaled.seconds / rows[1].seconds


def test_the_published_experiment_scales_nothing_where_values_disagree(harness, monkeypatch):
    module = load("published_experiment", harness, monkeypatch)
    rows = compare("e", "c", {"peer": lambda: 1.0, "ours": lambda: 2.0}, peer="peer", truth=Truth(1e-6))
    assert module.extrapolated(rows, 1400.0, "extrapolated") == rows


def test_replicates_are_drawn_within_their_outer_part(harness, monkeypatch):
    module = load("published_experiment", harness, monkeypatch)
    draws = module.nested_draws(pool=50, outer=3, of=8, inner=4, documents=6)
    assert draws.shape == (12, 8, 6)
    for part in draws.unflatten(0, (3, 4)):
        assert all(len(part[:, group].unique()) <= 8 for group in range(8))
    assert int(draws.max()) < 50
