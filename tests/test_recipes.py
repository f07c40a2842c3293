"""The recipes of ARCHITECTURE.md, each followed by a toy: what the files named there add is read, measured and shown.

A toy study is in tests/studies, a section in tests/report, a command in tests/commands.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Literal

import numpy as np
import pytest
import torch

from geobias import commands, corpora
from geobias.commands.grammar import read_settings
from geobias.corpora import Corpus, make_synthetic
from geobias.corpora.registry import LOADERS, load_corpus
from geobias.distances import available_backends, pairwise_sinkhorn_divergence, sinkhorn_divergence
from geobias.distances.backends import BACKENDS, TorchBackend
from geobias.distances.serial import SerialBackend
from geobias.models import load_encoder
from geobias.pipeline import Inputs, Predicted, ProbeSettings, Session, measure_performance, write_tables
from geobias.pipeline.run_directory import RunDirectory
from geobias.relations import answer_questions, judge, relate_all
from geobias.report import build
from geobias.studies.regional import RegionalSettings
from geobias.studies.regional.study import prepare
from geobias.tables import PairTable, Predictions, Quantity, RelationTable
from geobias.tables.verdicts import PRIMARY

GROUPS = ("au", "ca", "nz", "uk", "za")


def load_proverbs(times: int = 2, mood: Literal["glad", "sad"] = "glad") -> Corpus:
    """A loader: typed options with defaults, and a `Corpus`."""
    groups = np.repeat(np.array(GROUPS, dtype=object), times)
    texts = np.array([f"a {mood} proverb of {group}, number {n}" for n, group in enumerate(groups)], dtype=object)
    return Corpus(np.array([f"p{n}" for n in range(len(texts))], dtype=object), texts, {"region": groups})


@pytest.fixture
def proverbs(tmp_path, monkeypatch) -> None:
    """The loader in the room and in its list, and its file of options; the command runs beside it."""
    monkeypatch.setattr(corpora, "load_proverbs", load_proverbs, raising=False)
    monkeypatch.setitem(LOADERS, "proverbs", "load_proverbs")
    (tmp_path / "conf" / "corpus").mkdir(parents=True)
    (tmp_path / "conf" / "corpus" / "proverbs.yaml").write_text("name: proverbs\ntimes: 2\nmood: glad\n")
    monkeypatch.chdir(tmp_path)


def test_a_corpus_is_a_loader_a_name_and_a_file(proverbs):
    words = ["study=regional", "corpus=proverbs", "corpus.times=3", "--config-dir", "conf"]
    _, settings = read_settings("plan", words, commands.command_names())
    assert settings.corpus == {"name": "proverbs", "times": 3, "mood": "glad"}
    assert settings.label == "proverbs"
    assert load_corpus(settings.corpus).texts[0] == "a glad proverb of au, number 0"
    assert len(load_corpus(settings.corpus)) == 15


@dataclass(frozen=True)
class GuessingSettings:
    """Settings of a task: what `with_task` deals folds by, the labels that it needs, and what is its own."""

    labels: ClassVar[str] = "binary"
    name: Literal["guessing"] = "guessing"
    sets: int = 2
    folds: int = 2
    documents: int | None = 100
    luck: float = 0.7


@dataclass(frozen=True, kw_only=True)
class GuessedSettings(RegionalSettings):
    task: ProbeSettings | GuessingSettings = field(default_factory=GuessingSettings)  # type: ignore[assignment]


def guessed(materials, task: GuessingSettings, rng: np.random.Generator) -> Predictions:
    """Every model is right about a text as often as its luck says."""
    corpus, rows = materials.corpus, np.arange(len(materials.corpus))
    right = rng.random((len(materials.folds), len(rows))) < task.luck
    said = np.where(right, corpus.labels, 1 - corpus.labels)
    names = tuple(fold.name for fold in materials.folds)
    return Predictions(names, rows, corpus.labels, said.astype(np.float32), corpus.label_names)


@pytest.fixture(scope="module")
def performance():
    """A toy task's, from settings and the study's own preparation to scores and gaps; nothing is encoded."""
    values = {
        "task": {"name": "guessing", "luck": 0.8},
        "sampling": {"pool": 60, "min_documents": 10, "mixed": False},
        "intervals": {"replicates": 20, "splits": 5},
        "distance": {"lda": [], "sinkhorn": []},
        "progress": False,
    }
    settings = GuessedSettings.build(values)
    corpus = make_synthetic(documents=60, baseline_documents=200, regions=GROUPS, seed=3)
    session = Session.unkept(settings)
    materials = prepare(Inputs(corpus, load_encoder(settings.encoder), task=settings.task), settings, session)
    assert (materials.task, materials.probed, len(materials.folds)) == ("binary", False, 4)
    predictions = guessed(materials, settings.task, session.rng("guessing"))
    return measure_performance(materials, Predicted(predictions), settings.intervals, session, score_repeats=3)


def test_a_task_is_settings_and_predictions(performance):
    assert set(performance.scores.groups) == {*GROUPS, "baseline"}
    accuracy = performance.scores.metrics["accuracy"]
    assert accuracy.shape == (4, 3, 6)
    assert np.nanmean(accuracy) == pytest.approx(0.8, abs=0.05)
    assert "gap[accuracy]" in {table.quantity for table in performance.gaps}
    assert all(table.groups == performance.scores.groups for table in performance.equal_size_gaps())


def vocabulary_distance(corpus: Corpus) -> PairTable:
    """A distance: any function of groups that fills a `PairTable`, with a kind of its own; here of words."""
    words = [{w for text in corpus.texts[corpus.attributes["region"] == g] for w in text.split()} for g in GROUPS]
    values = np.array([[1 - len(a & b) / len(a | b) for b in words] for a in words])
    return PairTable(GROUPS, values[None], Quantity("vocabulary"), "share of words", nonnegative=True)


def test_a_distance_is_a_table_that_flows_to_the_page(performance, tmp_path):
    corpus = make_synthetic(documents=60, baseline_documents=200, regions=GROUPS, seed=3)
    distance, gaps = vocabulary_distance(corpus), performance.equal_size_gaps()
    pairs = [(distance, gap) for gap in gaps if gap.quantity == "gap_at_m[accuracy]"]
    related = relate_all(pairs, family=PRIMARY, coefficients=["spearman"], rng=0)
    found = RelationTable(judge(related.rows))
    assert [(row.x, row.n_groups, row.n_permutations) for row in found.rows] == [("vocabulary", 5, 120)]
    assert found.rows[0].verdict
    with RunDirectory(str(tmp_path), "toy", "toy", {"seed": 0}) as directory:
        tables = {
            "distances": distance.to_frame(),
            "gaps": performance.gaps[0].to_frame(),
            "relations": found.to_frame(),
            "verdict": answer_questions(found.rows).to_frame(),
        }
        write_tables(directory, tables)
    report = build(directory.path)
    assert "vocabulary" in report.html.read_text()
    assert "Do distances go with gaps in performance?" in report.summary()
    assert {"distances", "map"} <= set(report.figures)


class CountingBackend(SerialBackend):
    """A backend: a name, a reason, and what solves problems; this one counts them beside."""

    name = "counting"
    reason = "for a test: taken only by name"
    solved = 0

    def solve(self, problem, options, grad):
        type(self).solved += 1
        return TorchBackend().solve(problem, options, grad)


def test_a_backend_is_an_entry_that_every_function_takes_by_name(monkeypatch):
    monkeypatch.setitem(BACKENDS, "counting", CountingBackend())
    monkeypatch.setattr(CountingBackend, "solved", 0)
    assert ("counting", True) in [(status.name, status.available) for status in available_backends()]
    x, y = torch.randn(2, 20, 3, generator=torch.Generator().manual_seed(0))
    value = sinkhorn_divergence(x, y, backend="counting")
    assert CountingBackend.solved == 3
    torch.testing.assert_close(value, sinkhorn_divergence(x, y, backend="torch"))
    pairwise_sinkhorn_divergence([x, y, x[:5]], backend="counting")
    assert CountingBackend.solved == 3 + 6
    assert RegionalSettings.build(distance={"backend": "counting"}).distance.solver.backend == "counting"
