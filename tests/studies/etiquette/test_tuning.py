"""Encoders fine-tuned on statements: what tests never trains or chooses, a stop loses nothing, mistakes are named."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import torch

from geobias.corpora import load_etiquette
from geobias.errors import InputError
from geobias.models import load_tokenizer
from geobias.models.finetune import Base, ClassifierTexts, FinetuneJob, LabelledTexts, Workplace, fine_tune
from geobias.models.finetune.checkpoint import Checkpoints
from geobias.models.finetune.loop import make_optimizer
from geobias.models.untrained import save_untrained
from geobias.pipeline import Session
from geobias.sampling import near_duplicate_families
from geobias.studies import etiquette
from geobias.studies.etiquette import EtiquetteStudySettings, FinetunedSettings, PublishedSettings
from geobias.studies.etiquette.training import ALL, TUNED_ALL_REGIONS, TUNED_OWN_REGION, Lessons

TRAINED = {
    "name": "finetuned", "folds": 2, "epochs": 8, "batch": 8, "micro_batch": 8, "learning_rate": 0.02, "dropout": 0.0,
    "max_length": 12, "patience": None, "checkpoint_minutes": 0.0,
}  # fmt: skip


@pytest.fixture(scope="module")
def tiny(tmp_path_factory) -> str:
    """An untrained encoder of few words."""
    folder = tmp_path_factory.mktemp("tiny")
    save_untrained(folder, ["always never bring " + " ".join(map(str, range(240)))], layers=1, width=16, heads=2)
    return str(folder)


@pytest.fixture(scope="module")
def norms(tiny, tmp_path_factory) -> dict:
    """A table of two regions, where one word gives a label away that means the opposite in the other region."""
    rows = []
    for place in range(240):
        region, accepted = "ab"[place % 2], place % 4 < 2
        hint = "always" if accepted == (region == "a") else "never"
        rows.append((f"{hint} bring {place} {hint}", region, 1 if accepted else -1))
    path = tmp_path_factory.mktemp("norms") / "norms.csv"
    pd.DataFrame(rows, columns=["statement", "region", "label"]).to_csv(path, index=False)
    corpus = {"name": "etiquette", "path": str(path)}
    return {"corpus": corpus, "encoder": {"model": tiny}}


def values(folder: Path, norms: dict, **trained) -> dict:
    return {
        **norms, "asking": {"ask": "none"}, "trained": {**TRAINED, **trained}, "relating": {"methods": []},
        "etiquette": {"replicates": 50, "splits": 5, "near_duplicates": None}, "progress": False, "page": False,
        "output": str(folder / "runs"), "store": str(folder / "store"),
    }  # fmt: skip


@pytest.fixture(scope="module")
def done(norms, tmp_path_factory):
    return etiquette.run(**{**values(tmp_path_factory.mktemp("done"), norms), "page": True})


def lessons_of(norms: dict, **trained) -> tuple[EtiquetteStudySettings, Lessons]:
    settings = EtiquetteStudySettings.build(**values(Path("none"), norms, **trained))
    statements = load_etiquette(norms["corpus"]["path"])
    units = near_duplicate_families(statements.texts.tolist(), 1.0)
    return settings, Lessons.of(statements, units, settings.trained, Session.unkept(settings))


@pytest.mark.slow
def test_a_region_learns_its_own_and_the_opposite_of_the_other(done):
    transfer = done.tables["transfer"].query("metric == 'accuracy' and region != ''")
    found = transfer.set_index(["model", "region"])["value"]
    assert found["a", "a"] >= 0.9
    assert found["b", "b"] >= 0.9
    assert found["a", "b"] <= 0.1
    assert found["b", "a"] <= 0.1
    assert done.tables["answers"]["model"].unique().tolist() == [TUNED_ALL_REGIONS, TUNED_OWN_REGION]
    assert json.loads((done.directory / "run.json").read_text())["content"]["classifier"]["weights"]
    assert "A fine-tuned model is right about" in done.html.read_text(encoding="utf-8")


@pytest.mark.slow
def test_answers_are_those_of_a_training_of_its_own(done, norms, tmp_path):
    settings, lessons = lessons_of(norms)
    recipe, job = settings.trained, next(job for job in lessons.jobs if job.name == "b, fold1")
    tokenizer = load_tokenizer(norms["encoder"]["model"])
    data = LabelledTexts(ClassifierTexts.read(lessons.texts, tokenizer, 12), lessons.labels, ("not", "accepted"))
    rows = np.unique(lessons.own[job.split.test])
    one = fine_tune(
        data, FinetuneJob(job.name, job.train, rows, job.dev), recipe, Base(norms["encoder"]["model"], tokenizer),
        Workplace(tmp_path / "checkpoints", None, "cpu"), seed=0,
    )  # fmt: skip
    said = dict(zip(rows.tolist(), np.where(one.probabilities[:, 0] >= 0.5, 1, -1).tolist(), strict=True))
    answers = done.tables["answers"].query("model == @TUNED_OWN_REGION").set_index("id")["said"]
    statements = load_etiquette(norms["corpus"]["path"])
    for place in job.split.test:
        if statements.attributes["region"][place] == "b":
            assert answers[statements.ids[place]] == said[lessons.own[place]]
    row = done.tables["models"].set_index("model").loc["b, fold1"]
    assert row["training_texts"] == len(job.train)
    assert row["dev_texts"] == len(job.dev)
    assert row["dev_score"] == pytest.approx(max(epoch["dev_score"] for epoch in one.epochs))


def test_what_tests_neither_trains_nor_chooses_and_a_limit_gives_all_as_many(norms):
    _, lessons = lessons_of(norms, documents=10)
    assert [job.name for job in lessons.jobs] == [f"{name}, fold{n}" for name in (ALL, "a", "b") for n in range(2)]
    for job in lessons.jobs:
        parts = [set(job.train), set(job.dev), set(lessons.own[job.split.test])]
        assert len(set.union(*parts)) == sum(map(len, parts))
        assert len(job.train) == 10
        assert len(job.dev) == (60 if job.trained_on == ALL else 30)


@pytest.mark.slow
def test_a_stop_in_a_training_changes_no_answer(norms, tmp_path, monkeypatch):
    whole = etiquette.run(**values(tmp_path / "whole", norms, epochs=1))
    save, saved = Checkpoints.save, []

    def stopping(self, name, *rest):
        save(self, name, *rest)
        saved.append(self.folder.name)
        if len(set(saved)) == 3 and saved.count(saved[-1]) == 4:
            raise KeyboardInterrupt

    monkeypatch.setattr(Checkpoints, "save", stopping)
    with pytest.raises(KeyboardInterrupt):
        etiquette.run(**values(tmp_path, norms, epochs=1))
    monkeypatch.setattr(Checkpoints, "save", save)
    report = etiquette.run(**values(tmp_path, norms, epochs=1))
    pd.testing.assert_frame_equal(report.tables["answers"], whole.tables["answers"])
    assert len(list((report.directory).parent.glob("finetuned-*"))) == 1
    assert not (report.directory / "checkpoints").exists()


def test_a_plan_counts_trainings_and_their_cost(norms, tmp_path):
    lines = str(etiquette.plan(EtiquetteStudySettings.build(**values(tmp_path, norms)))).splitlines()
    assert lines[2].startswith("Fine-tuning: 6 models of about 40 texts, 64 steps each at most (8 epochs), 720 predict")
    assert lines[2].endswith(" Each is tested on every region.")
    assert not (tmp_path / "runs").exists()


def test_settings_of_the_paper_are_those_of_adam():
    published = PublishedSettings()
    assert (published.learning_rate, published.batch, published.epochs, published.folds) == (1e-3, 8, 5, 5)
    networks = [torch.nn.Linear(3, 1) for _ in range(2)]
    networks[1].load_state_dict(networks[0].state_dict())
    ours = make_optimizer(networks[0], published)
    theirs = torch.optim.Adam(networks[1].parameters(), lr=1e-3)
    for step in range(20):
        for network, optimizer in zip(networks, (ours, theirs), strict=True):
            optimizer.zero_grad()
            (network(torch.full((1, 3), float(step))) - 1).square().sum().backward()
            optimizer.step()
    torch.testing.assert_close(networks[0].weight, networks[1].weight)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"epochs": 0}, "trained.epochs must be at least 1, but it is 0. Give a positive number."),
        ({"folds": 1}, "trained.folds must be at least 2, but it is 1. Pass trained.folds=2 or more."),
        (
            {"batch": 12},
            "trained.batch must be a multiple of trained.micro_batch, but they are 12 and 8. Change one of",
        ),
        ({"dev_share": 0.1}, "every setting must be a known one, but 'trained.dev_share' is not. "),
        ({"max_length": 4096}, "trained.max_length must be at most 512, the positions of '"),
        ({"documents": 1}, "trained.documents must be at least 2, but it is 1. Pass trained.documents=2 or more."),
    ],
)
def test_mistakes_are_named(changes, message, norms, tmp_path):
    with pytest.raises(InputError) as error:
        etiquette.run(**values(tmp_path, norms, **changes))
    assert str(error.value).startswith(message)
    assert not (tmp_path / "runs").exists()


def test_one_label_and_no_validation_are_named(norms, tmp_path):
    frame = pd.read_csv(norms["corpus"]["path"])
    frame.loc[frame["region"] == "b", "label"] = 1
    frame.to_csv(tmp_path / "one.csv", index=False)
    with pytest.raises(InputError) as error:
        etiquette.run(**{**values(tmp_path, norms), "corpus": {"name": "etiquette", "path": str(tmp_path / "one.csv")}})
    assert str(error.value).startswith(
        "the model of b, fold0 must be trained on statements of both labels, but all of its "
    )
    settings, lessons = lessons_of(norms)
    lessons = replace(lessons, jobs=[replace(lessons.jobs[0], dev=np.array([], dtype=np.int64))])
    with pytest.raises(InputError) as error:
        etiquette.tuning.training_set(lessons, settings.trained, settings.encoder)
    assert str(error.value) == (
        "the model of all, fold0 must have a statement that judges its epochs, but its validation part has none. "
        "Give more statements of each region, or fewer folds."
    )


def test_defaults_of_small_encoders_warm_up_and_stop_early():
    settings = FinetunedSettings()
    assert (settings.optimizer, settings.warmup, settings.patience) == ("adamw", 0.1, 2)
