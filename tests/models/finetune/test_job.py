"""Fine-tuning whole: it learns, repeats itself to the bit, survives any stop, and is the same on several processes."""

from __future__ import annotations

import os
import runpy
import signal
import subprocess
import sys
from contextlib import redirect_stdout
from dataclasses import replace
from io import StringIO
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import pytest

from geobias.errors import InputError
from geobias.models.finetune import Base, FinetuneJob, LabelledTexts, Workplace, fine_tune

PROGRAM = """
import os, signal, sys
from pathlib import Path
import numpy as np
import torch
from geobias.models.finetune import (
    Base, ClassifierTexts, FinetuneJob, LabelledTexts, TrainingSettings, Workplace, fine_tune
)
from geobias.models.loading import load_tokenizer
from geobias.processes import launched

model, folder, out, minutes, last = sys.argv[1:6]
processes = launched()
assert processes.broadcast("main's" if processes.main else None) == "main's"
assert processes.sum(torch.ones(2)).tolist() == [processes.count] * 2
processes.barrier()
texts = [f"w{i % 30} w{i * 7 % 30} w{50 + i % 2}" + " w3" * (i % 5) for i in range(96)]
read = ClassifierTexts.read(texts, load_tokenizer(model), 16)
settings = TrainingSettings(epochs=4, batch=16, micro_batch=8, learning_rate=5e-3, max_length=16, dev_share=0.1,
                            patience=3, checkpoint_minutes=float(minutes))
labels = np.stack([np.arange(96) % 2, np.arange(96) % 5 == 0], axis=1)
data = LabelledTexts(read, labels, ("a", "b"))
def told(done):
    print(done, flush=True)
    if done == int(last):
        os.kill(os.getpid(), signal.SIGKILL)
place = Workplace(Path(folder), device="cpu", processes=processes)
found = fine_tune(data, FinetuneJob("m", np.arange(70), np.arange(70, 96)), settings,
                  Base(model, load_tokenizer(model)), place, seed=3,
                  progress=lambda done, total: told(done))
if processes.main:
    np.save(out, found.probabilities)
    print("processes", processes.count)
"""


@pytest.fixture(scope="module")
def program(tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("program") / "train.py"
    path.write_text(PROGRAM)
    return path


def arguments(program, tiny_folder, folder: Path, minutes: str = "1e9", last: int = -1) -> list[str]:
    """To train to the end, or until killed after this step."""
    return [str(program), str(tiny_folder), str(folder / "checkpoints"), str(folder / "out.npy"), minutes, str(last)]


def trained(words: list[str]) -> str:
    """What the program prints, run in this process."""
    out = StringIO()
    with pytest.MonkeyPatch.context() as patched, redirect_stdout(out):
        patched.setattr(sys, "argv", words)
        runpy.run_path(words[0])
    return out.getvalue()


@pytest.fixture(scope="module")
def alone(program, tiny_folder, tmp_path_factory) -> np.ndarray:
    folder = tmp_path_factory.mktemp("alone")
    assert trained(arguments(program, tiny_folder, folder)).endswith("processes 1\n")
    return np.load(folder / "out.npy")


def test_it_learns_what_can_be_learnt(train, task, quick):
    found = train(replace(quick, epochs=8))
    said = found.probabilities[:, 0] >= 0.5
    assert (said == (task.binary[120:] == 1)).mean() >= 0.95
    assert found.epochs[-1]["loss"] < 0.3 < found.epochs[0]["loss"]


def test_several_labels_are_learnt_each(train, task, quick):
    found = train(replace(quick, epochs=8, class_weights="balanced"), labels=task.several, names=("a", "b", "c"))
    assert found.probabilities.shape == (40, 3)
    right = ((found.probabilities >= 0.5) == (task.several[120:] == 1)).mean(0)
    assert (right[:2] >= 0.9).all()
    assert right[2] >= 0.6


def test_one_seed_gives_the_same_bits_and_another_does_not(train, tmp_path):
    first, again, other = (train(folder=tmp_path / f"{n}", seed=seed) for n, seed in enumerate((0, 0, 1)))
    assert np.array_equal(first.probabilities, again.probabilities)
    assert not np.array_equal(first.probabilities, other.probabilities)


@pytest.mark.parametrize("stop", [2, 9, 14])
def test_a_stop_anywhere_changes_no_bit(train, tmp_path, stop, quick):
    whole = train(folder=tmp_path / "whole")
    settings = replace(quick, checkpoint_minutes=0.0)

    def interrupt(done: int, total: int) -> None:
        if done == stop:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train(settings, progress=interrupt)
    steps: list[int] = []
    resumed = train(settings, progress=lambda done, total: steps.append(done))
    assert steps[0] == stop
    assert np.array_equal(whole.probabilities, resumed.probabilities)
    assert resumed.epochs == whole.epochs


@pytest.mark.slow
def test_a_killed_training_goes_on_to_the_same_predictions(program, tiny_folder, tmp_path, alone):
    # A fork has imported all that takes longer than the training.
    words = arguments(program, tiny_folder, tmp_path, minutes="0", last=7)
    killed = get_context("fork").Process(target=trained, args=(words,))
    killed.start()
    killed.join(300)
    assert killed.exitcode == -signal.SIGKILL
    assert not (tmp_path / "out.npy").exists()
    assert int(trained(arguments(program, tiny_folder, tmp_path, minutes="0")).split()[0]) > 5
    assert np.array_equal(np.load(tmp_path / "out.npy"), alone)


@pytest.mark.slow
def test_two_processes_of_accelerate_predict_as_one(program, tiny_folder, tmp_path, alone):
    """Of several processes on one machine it knows --multi_gpu alone, which starts as many where there is no GPU."""
    launcher = [
        "accelerate.commands.launch", "--multi_gpu", "--num_processes", "2", "--num_machines", "1",
        "--mixed_precision", "no", "--dynamo_backend", "no", "--main_process_port", "29612",
    ]  # fmt: skip
    command = [sys.executable, "-m", *launcher, *arguments(program, tiny_folder, tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "OMP_NUM_THREADS": "1"})
    assert done.returncode == 0, done.stderr
    assert "processes 2\n" in done.stdout
    assert np.abs(np.load(tmp_path / "out.npy") - alone).max() < 1e-5


def test_a_kept_model_predicts_the_same_elsewhere(train, task, tmp_path, quick):
    from transformers import AutoModelForSequenceClassification

    found = train(replace(quick, keep_models=True), keep_in=tmp_path / "kept")
    network = AutoModelForSequenceClassification.from_pretrained(tmp_path / "kept").eval()
    logits = network(**task.texts.batch(np.arange(120, 160), network.device)).logits
    assert np.abs(logits.sigmoid().detach().numpy() - found.probabilities).max() < 1e-5
    assert (tmp_path / "kept" / "model.safetensors").is_file()


def test_labels_of_another_width_are_named_before_training(train, task):  # F05
    wide = np.zeros((160, 115), dtype=np.int8)
    with pytest.raises(InputError) as error:
        train(labels=wide, names=tuple(f"topic{i}" for i in range(90)))
    assert str(error.value).startswith(
        "labels must be 90 wide, one column for each name of a label, but they are 115 wide. "
    )


def test_unlabelled_training_texts_and_too_few_are_named(train, task):
    missing = task.binary.copy()
    missing[[3, 4]] = -1
    with pytest.raises(InputError, match="every training text of the model m must be labelled, but 2 are not"):
        train(labels=missing)


def test_dev_texts_of_a_job_judge_its_epochs_and_none_is_drawn(task, quick, tmp_path):
    dev = np.arange(120, 160)
    job = FinetuneJob("m", np.arange(120), dev, dev)
    data, settings = LabelledTexts(task.texts, task.binary, ("no", "yes")), replace(quick, dev_share=0.5)
    assert job.sizes(settings) == (120, 40)
    place = Workplace(tmp_path / "checkpoints", None, "cpu")
    found = fine_tune(data, job, settings, Base(task.model, task.tokenizer), place, seed=0)
    right = (found.probabilities[:, 0] >= 0.5) == (task.binary[dev] == 1)
    assert found.epochs[found.best]["dev_score"] == pytest.approx(right.mean())
    assert found.epochs[-1]["step"] == 3 * 8  # steps of 16 out of all 120


def test_half_precision_predicts_alike(train, quick):
    exact, half = train(replace(quick, epochs=6)), train(replace(quick, epochs=6, precision="bfloat16"))
    assert np.corrcoef(exact.probabilities[:, 0], half.probabilities[:, 0])[0, 1] > 0.9
