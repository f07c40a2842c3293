"""What a fine-tuned model's key is made of: its data, its settings, and what its name stands for today."""

from __future__ import annotations

import shutil
from dataclasses import fields, replace
from pathlib import Path

import numpy as np
import pytest
from safetensors.torch import load_file, save_file

from geobias.memo import digest
from geobias.models.finetune import FinetuneJob, TrainingSettings, fingerprints
from geobias.models.loading import load_tokenizer
from geobias.models.untrained import save_untrained
from geobias.pipeline.trainings import TrainingSet, training_inputs

JOB = FinetuneJob("set0-fold0", np.arange(3), np.arange(3, 6))
BASE = {"weights": "a", "tokenizer": "b"}
OTHER = {
    "max_length": 64, "dropout": 0.2, "epochs": 4, "max_steps": 9, "batch": 64, "micro_batch": 8,
    "optimizer": "adagrad", "learning_rate": 1e-3, "weight_decay": 0.1, "max_grad_norm": None, "schedule": "constant",
    "warmup": 0.2, "dev_share": 0.2, "patience": 2, "class_weights": "balanced", "threshold": 0.4,
    "precision": "bfloat16",
}  # fmt: skip
IN_THE_BASE = {"model": "other", "revision": "v2"}
DECIDES_NOTHING = {"checkpoint_minutes": 1.0, "keep_models": True}


def inputs(sha="c", task=None, job=JOB, base=BASE, seed=0) -> str:
    data = TrainingSet(np.arange(10, 20), None, [job], task or TrainingSettings(), None)
    return digest(training_inputs(sha, data, job, base, seed))


def test_every_setting_of_training_is_judged():
    assert {field.name for field in fields(TrainingSettings)} == {*OTHER, *IN_THE_BASE, *DECIDES_NOTHING}


@pytest.mark.parametrize("name", OTHER)
def test_every_setting_that_decides_is_in_the_key(name):
    assert inputs(task=replace(TrainingSettings(), **{name: OTHER[name]})) != inputs()


def test_the_rest_is_in_no_key():
    assert inputs(task=replace(TrainingSettings(), **IN_THE_BASE, **DECIDES_NOTHING)) == inputs()


def test_data_base_seed_and_rows_are_in_the_key():
    fewer = replace(JOB, train=np.arange(2))
    others = [
        inputs(sha="d"),
        inputs(seed=1),
        inputs(job=fewer),
        inputs(job=replace(JOB, predict=np.arange(4, 6))),
        inputs(job=replace(JOB, dev=np.arange(3, 4))),
    ]
    bases = [inputs(base={**BASE, name: "x"}) for name in BASE]
    assert len({inputs(), *others, *bases}) == 8


@pytest.fixture(scope="module")
def model(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("model")
    save_untrained(folder, ["red green blue"], layers=1, width=8, heads=2)
    return folder


def of(folder: Path) -> dict[str, str]:
    task = TrainingSettings(max_length=16)
    return fingerprints(task, str(folder), load_tokenizer(str(folder)), ("yes",))


def test_a_moved_model_is_the_same(model, tmp_path):
    assert of(model) == of(model) == of(shutil.copytree(model, tmp_path / "moved"))


def test_one_weight_is_seen(model, tmp_path):
    folder = shutil.copytree(model, tmp_path / "copy")
    weights = load_file(folder / "model.safetensors")
    weights["encoder.layer.0.output.dense.weight"][0, 0] += 1e-3
    save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})
    assert of(folder)["weights"] != of(model)["weights"]
    assert of(folder)["tokenizer"] == of(model)["tokenizer"]


def test_one_word_is_seen(model, tmp_path):
    folder = shutil.copytree(model, tmp_path / "copy")
    path = folder / "tokenizer.json"
    path.write_text(path.read_text().replace('"green"', '"verde"'))
    assert of(folder)["tokenizer"] != of(model)["tokenizer"]
