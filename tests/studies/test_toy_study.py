"""A study is one package, one yaml and one name: a toy that is added so runs from the command line to its page."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import pytest

from geobias import cli, report, studies

PACKAGE = '''
"""Counts the texts of every group."""

from dataclasses import dataclass
from typing import Literal

import pandas as pd

from geobias.pipeline.run_directory import RunDirectory
from geobias.report import build, write_table
from geobias.typed import from_mapping


@dataclass(frozen=True)
class Counting:
    unit: Literal["text", "word"] = "text"


@dataclass(frozen=True)
class ToySettings:
    corpus: dict[str, str | int | float]
    counting: Counting = Counting()
    seed: int = 0
    name: str | None = None
    output: str = "outputs"
    store: str = "outputs/store"
    workers: int | None = None
    progress: bool = True
    audit: dict[str, tuple[str, ...]] | None = None
    page: bool = True

    @classmethod
    def build(cls, **values):
        return from_mapping(cls, {**values, "corpus": {"name": values["corpus"]["name"]}})


SETTINGS = ToySettings


def plan(settings):
    return f"Count every {settings.counting.unit} of the corpus {settings.corpus['name']}."


def run(settings):
    with RunDirectory(settings.output, "toy", settings.name or "toy", {"seed": settings.seed}) as directory:
        frame = pd.DataFrame({"group": ["au", "uk"], "documents": [3, 4], "unit": settings.counting.unit})
        write_table(directory.path, "counting", frame)
    return build(directory.path)
'''


def written(folder: Path) -> Path:
    """The package and the files of its configuration, in this folder."""
    (folder / "packages" / "toy").mkdir(parents=True)
    (folder / "packages" / "toy" / "__init__.py").write_text(PACKAGE)
    for group in ("study", "counting", "experiment"):
        (folder / "conf" / group).mkdir(parents=True)
    (folder / "conf" / "study" / "toy.yaml").write_text(
        "# @package _global_\ndefaults:\n  - /counting: texts\n  - /corpus: synthetic\n  - _self_\nstudy: {name: toy}\n"
    )
    (folder / "conf" / "counting" / "texts.yaml").write_text("unit: text\n")
    (folder / "conf" / "counting" / "words.yaml").write_text("unit: word\n")
    (folder / "conf" / "experiment" / "small.yaml").write_text(
        "# @package _global_\ndefaults:\n  - override /study: toy\n  - override /counting: words\nname: small\n"
    )
    return folder


@pytest.fixture(scope="module")
def place(tmp_path_factory) -> Path:
    """One folder for all: what is composed of it is kept for the process, and composing takes a second each time."""
    return written(tmp_path_factory.mktemp("toy"))


@pytest.fixture
def toy(place, monkeypatch) -> Path:
    """The command runs beside them, and nothing has been run yet."""
    monkeypatch.setattr(studies, "__path__", [*studies.__path__, str(place / "packages")])
    monkeypatch.chdir(place)
    yield place
    shutil.rmtree(place / "outputs", ignore_errors=True)
    sys.modules.pop("geobias.studies.toy", None)


def geobias(*words: str) -> int:
    return cli.main([*words, "--config-dir", "conf"])


def test_it_is_planned_and_run_to_a_page_and_its_page_is_drawn_anew(toy, capsys):
    assert studies.study_names() == [
        "benchmark",
        "etiquette",
        "positionality",
        "regional",
        "resonance",
        "toy",
        "training_mix",
    ]
    assert geobias("plan", "study=toy", "counting=words") == 0
    assert capsys.readouterr().out == "Count every word of the corpus synthetic.\n"
    assert geobias("study=toy", "seed=3") == 0
    page = Path(capsys.readouterr().out.strip()).absolute()
    record = json.loads((page.parent / "run.json").read_text())
    assert (record["study"], record["seed"], record["status"]) == ("toy", 3, "finished")
    assert page.is_relative_to(toy / "outputs" / "toy")
    before = page.read_text()
    assert "toy" in before
    page.unlink()
    assert cli.main(["report", str(page.parent)]) == 0
    assert page.read_text() == before


def test_it_need_not_have_an_audit(toy, capsys):
    assert geobias("audit", "study=toy") == 2
    words = "geobias: a study must have an audit, but toy has none. Leave `audit` out, and the study runs.\n"
    assert capsys.readouterr().err == words


def test_its_experiment_brings_it_along(toy, capsys):
    assert geobias("plan", "experiment=small") == 0
    assert capsys.readouterr().out.startswith("Count every word")
    assert geobias("experiment=small", "study=regional") == 2
    assert "experiment=small must go with study=toy, but the study is regional." in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["study=tyo"], "'study' must be one of its options, but 'tyo' is not. Did you mean study=toy?"),
        (["study=toy", "counting=wrods"], "'counting' must be one of its options, but 'wrods' is not. Did you mean"),
        (["study=toy", "counting.unti=text"], "every override must name a key of the configuration, but 'counting.un"),
        (["study=toy", "counting.unit=txt"], "'counting.unit' must be one of ['text', 'word'], but it is 'txt'. Did "),
        (["study=toy", "distance.blur=1"], "every override must name a key of the configuration, but 'distance.blur'"),
        (["study=toy", "task=probe"], "'task' must be a group of the study, but toy has ['corpus', 'counting', 'exp"),
        (["study=toy", "unti=word"], "every override must name a key of the configuration, but 'unti' is none."),
        (["counting=words"], "'counting' must be a group of the study, but regional has ['control', 'corpus', "),
    ],
)
def test_mistakes_in_it_get_the_same_sentences(toy, capsys, words, message):
    assert geobias(*words) == 2
    assert capsys.readouterr().err.startswith(f"geobias: {message}")
    assert not (toy / "outputs").exists()


def test_keys_of_it_say_whose_they_are(toy, capsys):
    assert geobias("counting.unit=word") == 2
    assert "'counting.unit' belongs to study=toy: name the one you mean." in capsys.readouterr().err
    assert geobias("counting=words", "seed=1") == 2
    assert "Leave it out, or name one that has it: study=toy." in capsys.readouterr().err


@pytest.mark.parametrize("text", ["# @package _global_\nseed: 1\n", "study: {name: toy}\n"])
def test_a_file_that_does_not_say_whose_it_is_is_refused(toy, capsys, text, tmp_path, monkeypatch):
    monkeypatch.chdir(written(tmp_path))
    (tmp_path / "conf" / "study" / "toy.yaml").write_text(text)
    assert geobias("study=toy") == 2
    said = capsys.readouterr().err
    assert "the file of a study must begin with `# @package _global_` and set study.name, but study=toy does" in said


def test_a_run_whose_study_is_unknown_here_still_has_a_page(toy, capsys):
    assert geobias("study=toy") == 0
    record = Path(capsys.readouterr().out.strip()).parent / "run.json"
    told = json.loads(record.read_text())
    for study in ("gone", None, 3):
        record.write_text(json.dumps({**told, "study": study}))
        assert cli.main(["report", str(record.parent)]) == 0
    record.write_text(json.dumps({key: value for key, value in told.items() if key != "study"}))
    assert cli.main(["report", str(record.parent)]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 4


def test_its_sections_go_to_its_page(toy, capsys, monkeypatch):
    assert geobias("study=toy") == 0
    page = Path(capsys.readouterr().out.strip()).absolute()
    asked = {}

    def build(directory, **settings):
        asked.update(settings, directory=directory)
        return report.Report(Path(directory), page)

    monkeypatch.setattr(studies.find_study("toy"), "SECTIONS", ("counting",), raising=False)
    monkeypatch.setattr(report, "build", build)
    assert cli.main(["report", str(page.parent)]) == 0
    assert asked == {"directory": str(page.parent), "figures": [], "sections": ("counting",)}
