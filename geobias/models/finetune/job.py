"""A job: one model trained and asked for its predictions, in step with the other processes."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import torch

from geobias.errors import InputError
from geobias.files import write_atomically
from geobias.models.devices import resolve_device
from geobias.models.finetune.checkpoint import Checkpoints
from geobias.models.finetune.loop import Training
from geobias.models.finetune.network import Base, build_network
from geobias.models.finetune.order import Order, split_dev
from geobias.models.finetune.settings import TrainingRecipe, TrainingSettings
from geobias.models.finetune.texts import LabelledTexts
from geobias.parallel import single_threaded
from geobias.processes import Alone, Processes
from geobias.seeds import generator


@dataclass(frozen=True)
class FinetuneJob:
    """One model to train: its name, its training rows and the rows to predict, int64 into the texts.

    Attributes
    ----------
    predict : each row once.
    dev : rows that judge epochs; None = a share of the training rows, drawn, where the settings are
        `TrainingSettings`, else none.
    """

    name: str
    train: np.ndarray
    predict: np.ndarray
    dev: np.ndarray | None = None

    def sizes(self, settings: TrainingRecipe) -> tuple[int, int]:
        """How many texts train, and how many judge epochs."""
        train, dev = self.parts(settings, 0)
        return len(train), len(dev)

    def parts(self, settings: TrainingRecipe, seed: int) -> tuple[np.ndarray, np.ndarray]:
        """Rows that train, and rows that judge epochs; rising."""
        if self.dev is not None:
            return np.sort(self.train), np.sort(self.dev)
        share = settings.dev_share if isinstance(settings, TrainingSettings) else 0.0
        return split_dev(self.train, share, seed, self.name)


@dataclass(frozen=True)
class Finetuned:
    """What a job gave: probabilities float32 (rows, L); a record per epoch, of which `best` was kept; and its cost.

    A record has step, loss, dev_score and threshold (NaN without dev texts). `notices` tell of damaged checkpoints.
    """

    probabilities: np.ndarray
    epochs: list[dict[str, float]]
    best: int
    seconds: float
    notices: tuple[str, ...] = ()


@dataclass(frozen=True)
class Workplace:
    """Where a training works.

    folder : of checkpoints, made if need be. Remove it afterwards.
    keep_in : folder for the trained model, where the settings say to keep it.
    """

    folder: Path
    keep_in: Path | None = None
    device: str = "auto"
    processes: Processes = field(default_factory=Alone)


def fine_tune(
    data: LabelledTexts,
    job: FinetuneJob,
    settings: TrainingRecipe,
    base: Base,
    place: Workplace,
    *,
    seed: int,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Finetuned:
    """Train the job's model and predict; all processes call this alike and get the same.

    Parameters
    ----------
    data : of which the job's rows are. base : what the model starts from; its tokenizer read the texts.
    place : a training that was stopped goes on from its checkpoints.
    progress : called with (steps done, steps at most).

    Raises
    ------
    InputError : labels of another width than the names, a training text without label, too few texts, more processes
        than micro-batches.
    """
    processes = place.processes
    settings.check_processes(processes.count)
    _check_labels(data, job)
    train, dev = job.parts(settings, seed)
    if len(train) < 2:
        raise InputError(
            f"the model {job.name} needs two texts to train on, beside its dev texts",
            f"it has {len(train)}",
            "Give more texts.",
        )
    where = _device(place.device, processes)
    with repeatable(where):
        started = time.perf_counter()
        head_seed = int(generator(seed, "head", job.name).integers(1 << 62))
        network = build_network(settings, base.model, base.tokenizer, data.outputs, head_seed)
        order = Order(train, data.texts.lengths, settings, seed, job.name)
        checkpoints = Checkpoints(place.folder)
        training = Training(network, data, order, dev, where, processes, checkpoints)
        done = training.run(progress)
        probabilities = training.predict(job.predict)
        if settings.keep_models and place.keep_in is not None and processes.main:
            kept = (network, base.tokenizer)
            write_atomically(place.keep_in, lambda draft: [part.save_pretrained(draft) for part in kept])
    spent = round(time.perf_counter() - started, 2)
    return Finetuned(probabilities, done.epochs, done.best, spent, tuple(checkpoints.notices))


def _check_labels(data: LabelledTexts, job: FinetuneJob) -> None:
    """As wide as their names, and known of every training text."""
    wanted, targets = len(data.outputs), data.targets
    width = targets.shape[1]
    if width != wanted:
        raise InputError(
            f"labels must be {wanted} wide, one column for each name of a label",
            f"they are {width} wide",
            "Give the label names that the labels were made with.",
        )
    if (targets[job.train] < 0).any():
        raise InputError(
            f"every training text of the model {job.name} must be labelled",
            f"{int((targets[job.train] < 0).any(1).sum())} are not",
            "Leave them out of its training rows.",
        )


def _device(name: str, processes: Processes) -> torch.device:
    """The device asked for; of several processes on CUDA, each takes the card of its number on its machine."""
    device = resolve_device(name)
    if device.type == "cuda" and processes.count > 1:
        device = torch.device("cuda", int(os.environ.get("LOCAL_RANK", processes.rank)))
        torch.cuda.set_device(device)
    return device


@contextmanager
def repeatable(device: torch.device) -> Iterator[None]:
    """The same bits again: one thread on the CPU, deterministic kernels on CUDA; torch's generators as before after."""
    before = torch.are_deterministic_algorithms_enabled()
    devices = [device] if device.type == "cuda" else []
    with single_threaded(), torch.random.fork_rng(devices=devices):
        if device.type == "cuda":
            os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")
            torch.use_deterministic_algorithms(True, warn_only=True)
        try:
            yield
        finally:
            torch.use_deterministic_algorithms(before)
