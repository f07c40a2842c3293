"""Study: a study of three lines runs from settings to a page; a helper only measures."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import pandas as pd
import pytest

from geobias.errors import InputError
from geobias.pipeline import Session, Study, StudySettings, write_tables
from geobias.pipeline import running as runs
from geobias.processes import TorchProcesses
from geobias.report import Report


@dataclass(frozen=True, kw_only=True)
class ToySettings(StudySettings):
    numbers: tuple[int, ...] = (1, 2)


@dataclass(frozen=True)
class Numbers:
    values: tuple[int, ...]

    def content(self) -> dict:
        return {"sum": sum(self.values)}


def measure(settings: ToySettings, read: Numbers, session: Session) -> pd.DataFrame | None:
    with session.stage("measure"):
        session.notice(f"{len(read.values)} numbers.")
        return pd.DataFrame({"value": read.values}) if session.main else None


def page(directory: Path, progress) -> Report:
    (directory / "report.html").write_text("<p>")
    return Report(directory, directory / "report.html")


TOY = Study(
    "toy",
    ToySettings,
    lambda settings: Numbers(settings.numbers),
    measure,
    lambda directory, found: write_tables(directory, {"numbers": found, "absent": None, "empty": found[:0]}),
    page,
)


def test_a_study_runs_from_its_settings_to_its_page(tmp_path):
    report = TOY.run(numbers=[4, 5], output=str(tmp_path), store=str(tmp_path), progress=False)
    assert report.html.is_file()
    assert report.directory.parent == tmp_path / "toy"
    assert set(report.tables) == {"numbers"}
    record = json.loads((report.directory / "run.json").read_text())
    assert record["status"] == "finished"
    assert record["content"] == {"sum": 9}
    assert record["config"]["numbers"] == [4, 5]
    assert record["notices"] == ["2 numbers."]
    assert list(record["timings"]) == ["read", "measure"]


def test_a_helper_measures_and_leaves_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr(runs, "launched", lambda: TorchProcesses(1, 2))
    assert TOY.run(ToySettings(output=str(tmp_path), store=str(tmp_path))) is None
    assert list(tmp_path.iterdir()) == []


def test_settings_and_keywords_do_not_mix():
    with pytest.raises(InputError, match="run takes settings or keywords, but both were given"):
        TOY.run(ToySettings(), seed=1)
