"""What training costs here, by a trial of two steps."""

from __future__ import annotations

import tempfile
import time
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from geobias.models.devices import resolve_device
from geobias.models.finetune.checkpoint import Checkpoints
from geobias.models.finetune.job import FinetuneJob, repeatable
from geobias.models.finetune.loop import Training
from geobias.models.finetune.network import Base, build_network
from geobias.models.finetune.order import Order
from geobias.models.finetune.settings import TrainingRecipe
from geobias.models.finetune.texts import LabelledTexts
from geobias.processes import Alone


@dataclass(frozen=True)
class TrainingCost:
    """Seconds of a step and of predicting a text, of texts like those of the trial; parameters of the network."""

    step_seconds: float
    text_seconds: float
    parameters: int

    @property
    def gigabytes(self) -> float:
        """Of weights, gradients and two moments in float32; what passes keep of their way comes on top."""
        return 4 * 4 * self.parameters / 1e9

    def steps(self, job: FinetuneJob, settings: TrainingRecipe) -> int:
        """Of a training that does not stop early."""
        steps = settings.epochs * -(-job.sizes(settings)[0] // settings.batch)
        return min(steps, settings.max_steps or steps)

    def seconds(self, job: FinetuneJob, settings: TrainingRecipe) -> float:
        """Of training and prediction, if training does not stop early."""
        judged = settings.epochs * job.sizes(settings)[1] + len(job.predict)
        return self.steps(job, settings) * self.step_seconds + judged * self.text_seconds


def training_cost(
    data: LabelledTexts, job: FinetuneJob, settings: TrainingRecipe, base: Base, *, device: str = "auto"
) -> TrainingCost:
    """Time a step and a prediction on some of the job's texts; nothing is kept. Arguments as for `fine_tune`."""
    trial = replace(settings, epochs=3, max_steps=3, patience=None, threshold=0.5, checkpoint_minutes=1e9)
    rows = job.train[: 3 * settings.batch]
    shown = job.predict[:: max(1, len(job.predict) // 64)][:64]
    where = resolve_device(device)
    marks = [time.perf_counter()]
    with tempfile.TemporaryDirectory() as folder, repeatable(where):
        network = build_network(settings, base.model, base.tokenizer, data.outputs, 0)
        order = Order(rows, data.texts.lengths, trial, 0, "trial")
        training = Training(network, data, order, rows[:0], where, Alone(), Checkpoints(Path(folder)))
        training.run(lambda done, total: marks.append(time.perf_counter()))
        training.predict(shown[:4])
        start = time.perf_counter()
        training.predict(shown)
        spent = time.perf_counter() - start
    # The first step pays for what is made once.
    return TrainingCost(min(np.diff(marks[1:])), spent / len(shown), sum(p.numel() for p in network.parameters()))
