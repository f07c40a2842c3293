"""One training: steps, epochs judged on dev texts, checkpoints; the same result wherever it was stopped.

`accelerate` wraps the network for several processes, averages and clips gradients. The order of texts, the random
streams and the checkpoints are ours: the streams of `transformers.Trainer` differ with the number of processes, and its
optimiser's checkpoints are pickled.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import torch

from geobias.errors import require
from geobias.models.finetune.checkpoint import (
    Checkpoints,
    network_tensors,
    optimizer_tensors,
    restore_network,
    restore_optimizer,
)
from geobias.models.finetune.network import batch_loss, computing_dtype, positive_weights
from geobias.models.finetune.order import Order, dropout_seed
from geobias.models.finetune.settings import TrainingRecipe
from geobias.models.finetune.texts import LabelledTexts
from geobias.models.finetune.thresholds import best_threshold, dev_score
from geobias.processes import Processes


@dataclass
class Progress:
    """How far a training is: steps done, one record an epoch, the sum of the epoch's losses so far, seconds spent."""

    step: int = 0
    epochs: list[dict[str, float]] = field(default_factory=list)
    loss: float = 0.0
    seconds: float = 0.0

    @property
    def best(self) -> int:
        """The epoch with the best dev score, the first of equal ones; the last where none was judged."""
        scores = [epoch["dev_score"] for epoch in self.epochs]
        return int(np.nanargmax(scores)) if not np.isnan(scores).all() else len(scores) - 1


class Training:
    """Trains one network, in step with the other processes.

    Parameters
    ----------
    dev : rows of the texts that judge epochs; without any the last epoch stands.
    """

    def __init__(
        self,
        network: torch.nn.Module,
        data: LabelledTexts,
        order: Order,
        dev: np.ndarray,
        device: torch.device,
        processes: Processes,
        checkpoints: Checkpoints,
    ):
        self.settings: TrainingRecipe = order.settings
        self.texts, self.labels, self.order, self.dev = data.texts, torch.from_numpy(data.targets), order, dev
        self.device, self.processes, self.checkpoints = device, processes, checkpoints
        self.network = network.to(device)
        self.optimizer = make_optimizer(network, self.settings)
        weights = positive_weights(data.targets[order.rows], self.settings)
        self._weights = None if weights is None else weights.to(device)
        accelerate = require("accelerate", extra="finetune", purpose="fine-tuning")
        # "no": what passes compute in is our setting, not the launcher's.
        self._accelerator = accelerate.Accelerator(
            cpu=device.type == "cpu", device_placement=False, mixed_precision="no"
        )
        self._wrapped: Any = self._accelerator.prepare_model(self.network) if processes.count > 1 else self.network
        self._dtype = computing_dtype(self.settings, device)
        self.progress = Progress()
        self._loss = torch.zeros((), dtype=torch.float64, device=device)

    def run(self, report: Callable[[int, int], None]) -> Progress:
        """Train to the end, from the last checkpoint where there is one; afterwards the network is the best epoch's."""
        self._resume()
        saved = time.monotonic()
        while self.progress.step < self.order.steps and not self._out_of_patience():
            start = time.perf_counter()
            step = self.progress.step
            self._loss += self._step(step)
            self.progress.step += 1
            if self.order.ends_epoch(step):
                self._end_epoch(step)
            self.progress.seconds += time.perf_counter() - start
            report(self.progress.step, self.order.steps)
            if time.monotonic() - saved >= 60 * self.settings.checkpoint_minutes:
                self._save()
                saved = time.monotonic()
        self._take_best()
        return self.progress

    def predict(self, rows: np.ndarray) -> np.ndarray:
        """Probabilities float32 (rows, L), each batch computed by one of the processes."""
        places = {row: place for place, row in enumerate(rows)}
        out = torch.zeros(len(rows), self.labels.shape[1])
        self.network.eval()
        mine = self.texts.batches(rows)[self.processes.rank :: self.processes.count]
        with torch.inference_mode(), self._autocast():
            for batch in mine:
                logits = self.network(**self.texts.batch(batch, self.device)).logits
                out[[places[row] for row in batch]] = logits.float().sigmoid().cpu()
        return self.processes.sum(out).numpy()

    def _autocast(self) -> Any:
        return torch.autocast(self.device.type, self._dtype) if self._dtype != torch.float32 else nullcontext()

    def _step(self, step: int) -> torch.Tensor:
        """One optimiser step; returns its loss, on the device: asking a GPU for the number would make it wait."""
        micro_batches = self.order.micro_batches(step)
        texts, loss = sum(map(len, micro_batches)), torch.zeros_like(self._loss)
        mine = list(enumerate(micro_batches))[self.processes.rank :: self.processes.count]
        if self.processes.count == 1:
            mine = [(place, rows) for place, rows in mine if len(rows)]
        self._set_rate(step)
        self.network.train()
        for place, rows in mine:
            last = place == mine[-1][0]
            with nullcontext() if last else self._accelerator.no_sync(self._wrapped):
                loss += self._backward(rows, texts, dropout_seed(self.order.seed, self.order.name, step, place))
        if self.settings.max_grad_norm is not None:
            self._accelerator.clip_grad_norm_(self.network.parameters(), self.settings.max_grad_norm)
        self.optimizer.step()
        self.optimizer.zero_grad()
        return self.processes.sum(loss.cpu()).to(self.device) if self.processes.count > 1 else loss

    def _backward(self, rows: np.ndarray, texts: int, seed: int) -> torch.Tensor:
        """Add a micro-batch's gradient; one without texts counts 0, so that all processes meet as often."""
        torch.manual_seed(seed)
        shown = rows if len(rows) else self.order.rows[:1]
        with self._autocast():
            logits = self._wrapped(**self.texts.batch(shown, self.device)).logits
        loss = batch_loss(logits, self.labels[shown], self._weights, texts) * (len(rows) > 0)
        # Several processes average their gradients where one process would add them.
        self._accelerator.backward(loss * self.processes.count)
        return loss.detach()

    def _set_rate(self, step: int) -> None:
        rate = self.settings.learning_rate * rate_factor(step, self.order.steps, self.settings)
        for group in self.optimizer.param_groups:
            group["lr"] = rate

    def _end_epoch(self, step: int) -> None:
        """Note the epoch's loss and dev score; keep the weights of the best one so far."""
        score = threshold = float("nan")
        if len(self.dev):
            known, probabilities = self.labels[self.dev].numpy(), self.predict(self.dev)
            tuned = self.settings.threshold == "dev"
            threshold = best_threshold(probabilities, known) if tuned else float(self.settings.threshold)
            score = dev_score(probabilities, known, threshold)
        steps = step % self.order.steps_per_epoch + 1
        facts = {"step": step + 1, "loss": float(self._loss) / steps, "dev_score": score, "threshold": threshold}
        self.progress.epochs.append(facts)
        self._loss.zero_()
        if len(self.dev) and self.progress.best == len(self.progress.epochs) - 1 and self.processes.main:
            self.checkpoints.save("best", self._network_state(), facts)

    def _out_of_patience(self) -> bool:
        patience, epochs = self.settings.patience, len(self.progress.epochs)
        return patience is not None and epochs > 0 and epochs - 1 - self.progress.best >= patience

    def _network_state(self) -> dict[str, torch.Tensor]:
        return {f"network.{name}": tensor for name, tensor in network_tensors(self.network).items()}

    def _save(self) -> None:
        if self.processes.main:
            self.progress.loss = float(self._loss)
            tensors = {**self._network_state(), **optimizer_tensors(self.optimizer)}
            self.checkpoints.save("last", tensors, vars(self.progress))

    def _resume(self) -> None:
        """Take up the last checkpoint, the main process' choice on all of them."""
        found = self._last() if self.processes.main else None
        found = self.processes.broadcast(found)
        if found is None:
            return
        tensors, facts = found
        restore_network(self.network, tensors)
        restore_optimizer(self.optimizer, tensors)
        self.progress = Progress(**facts)
        self._loss.fill_(self.progress.loss)

    def _last(self) -> tuple[dict[str, torch.Tensor], dict[str, Any]] | None:
        """The last checkpoint, where the best epoch so far is there too: without it there is nothing to end with."""
        found = self.checkpoints.load("last")
        judged = found is not None and len(self.dev) and found[1]["epochs"]
        return None if judged and self.checkpoints.load("best") is None else found

    def _take_best(self) -> None:
        if len(self.dev):
            found = self.checkpoints.load("best") if self.processes.main else None
            restore_network(self.network, self.processes.broadcast(found)[0])


def make_optimizer(network: torch.nn.Module, settings: TrainingRecipe) -> torch.optim.Optimizer:
    """AdamW or Adagrad; biases and layer norms, the vectors among the parameters, do not decay."""
    parameters = [p for p in network.parameters() if p.requires_grad]
    groups = [
        {"params": [p for p in parameters if p.ndim > 1], "weight_decay": settings.weight_decay},
        {"params": [p for p in parameters if p.ndim <= 1], "weight_decay": 0.0},
    ]
    make: Any = {"adamw": torch.optim.AdamW, "adagrad": torch.optim.Adagrad}[settings.optimizer]
    try:
        return make(groups, lr=settings.learning_rate, fused=True)  # one pass over the weights in place of a dozen
    except (RuntimeError, TypeError):  # not on this device, or not in this torch
        return make(groups, lr=settings.learning_rate)


def rate_factor(step: int, steps: int, settings: TrainingRecipe) -> float:
    """What the learning rate is multiplied by at a step, 0 to 1 (as `transformers.get_scheduler`).

    >>> [rate_factor(step, 10, TrainingRecipe(warmup=0.2)) for step in (0, 1, 2, 6)]
    [0.0, 0.5, 1.0, 0.5]
    """
    warmup = round(settings.warmup * steps)
    if step < warmup:
        return step / warmup
    return 1.0 if settings.schedule == "constant" else (steps - step) / max(1, steps - warmup)
