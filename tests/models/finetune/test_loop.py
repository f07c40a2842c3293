"""The loop: equal to torch's plain one, whatever the micro-batches; the best epoch stands."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from transformers import get_scheduler

from geobias.models.finetune import LabelledTexts, TrainingSettings
from geobias.models.finetune.checkpoint import Checkpoints
from geobias.models.finetune.job import repeatable
from geobias.models.finetune.loop import Training, make_optimizer, rate_factor
from geobias.models.finetune.network import build_network
from geobias.models.finetune.order import Order
from geobias.processes import Alone

CPU = torch.device("cpu")
PLAIN = TrainingSettings(
    epochs=2, batch=16, micro_batch=16, learning_rate=1e-2, max_length=16, dropout=0.0, dev_share=0.0, max_grad_norm=0.5
)


def training(task, settings, folder: Path, dev=(), dropout: bool = True) -> Training:
    network = build_network(settings, task.model, task.tokenizer, ("yes",), 0)
    if not dropout:
        for module in network.modules():
            if isinstance(module, torch.nn.Dropout):
                module.p = 0.0
    order = Order(np.arange(50), task.texts.lengths, settings, 0, "m")
    data = LabelledTexts(task.texts, task.binary, ("no", "yes"))
    return Training(network, data, order, np.array(dev, dtype=np.int64), CPU, Alone(), Checkpoints(folder))


def plain_loop(task, settings) -> torch.nn.Module:
    """The same training by torch and transformers alone, a step at a time."""
    network = build_network(settings, task.model, task.tokenizer, ("yes",), 0)
    order = Order(np.arange(50), task.texts.lengths, settings, 0, "m")
    optimizer = torch.optim.AdamW(
        [
            {"params": [p for p in network.parameters() if p.ndim > 1], "weight_decay": settings.weight_decay},
            {"params": [p for p in network.parameters() if p.ndim == 1], "weight_decay": 0.0},
        ],
        lr=settings.learning_rate,
    )
    scheduler = get_scheduler("linear", optimizer, round(settings.warmup * order.steps), order.steps)
    for module in network.modules():
        if isinstance(module, torch.nn.Dropout):
            module.p = 0.0
    network.train()
    for step in range(order.steps):
        rows = np.concatenate(order.micro_batches(step))
        labels = torch.tensor(task.binary[rows, None], dtype=torch.float32)
        network(**task.texts.batch(rows, CPU), labels=labels).loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), settings.max_grad_norm)
        optimizer.step()
        scheduler.step()
        optimizer.zero_grad()
    return network


@pytest.mark.parametrize("micro", [16, 4])
def test_training_is_that_of_a_plain_loop(task, tmp_path, micro):
    settings = replace(PLAIN, micro_batch=micro)
    with repeatable(CPU):
        ours = training(task, settings, tmp_path, dropout=False)
        ours.run(lambda done, total: None)
        theirs = plain_loop(task, settings)
    for (name, ours_now), theirs_now in zip(ours.network.named_parameters(), theirs.parameters(), strict=True):
        if not name.endswith("key.bias"):  # whose gradient is rounding alone: attention does not depend on it
            assert torch.allclose(ours_now, theirs_now, atol=2e-5), name


def test_the_best_epoch_stands_and_is_told(task, tmp_path):
    settings = replace(PLAIN, epochs=4, dev_share=0.2, threshold="dev")
    dev = np.arange(60, 90)
    with repeatable(CPU):
        ours = training(task, settings, tmp_path, dev)
        progress = ours.run(lambda done, total: None)
        scores = [epoch["dev_score"] for epoch in progress.epochs]
        said = ours.predict(dev)[:, 0] >= progress.epochs[progress.best]["threshold"]
    assert progress.best == int(np.argmax(scores))
    assert (said == (task.binary[dev] == 1)).mean() == pytest.approx(max(scores))
    assert [epoch["step"] for epoch in progress.epochs] == [4, 8, 12, 16]


def test_patience_ends_a_training(task, tmp_path):
    settings = replace(PLAIN, epochs=30, dev_share=0.2, patience=2, learning_rate=1e-9)
    with repeatable(CPU):
        progress = training(task, settings, tmp_path, np.arange(60, 90)).run(lambda done, total: None)
    assert progress.best == 0
    assert len(progress.epochs) == 3


def test_an_epoch_that_steps_cut_short_is_judged_too(task, tmp_path):
    with repeatable(CPU):
        progress = training(task, replace(PLAIN, max_steps=2), tmp_path).run(lambda done, total: None)
    assert progress.step == 2
    assert len(progress.epochs) == 1


@pytest.mark.parametrize("schedule", ["linear", "constant"])
def test_the_rate_is_that_of_transformers(schedule):
    settings = TrainingSettings(schedule=schedule, warmup=0.15)
    optimizer = torch.optim.SGD([torch.zeros(1)], lr=1.0)
    name = "linear" if schedule == "linear" else "constant_with_warmup"
    theirs = get_scheduler(name, optimizer, num_warmup_steps=6, num_training_steps=40)
    for step in range(40):
        assert rate_factor(step, 40, settings) == pytest.approx(theirs.get_last_lr()[0])
        optimizer.step()
        theirs.step()


@pytest.mark.parametrize(("name", "kind"), [("adamw", torch.optim.AdamW), ("adagrad", torch.optim.Adagrad)])
def test_vectors_do_not_decay(name, kind):
    network = torch.nn.Sequential(torch.nn.Linear(3, 2), torch.nn.LayerNorm(2))
    optimizer = make_optimizer(network, TrainingSettings(optimizer=name, weight_decay=0.3))
    assert isinstance(optimizer, kind)
    assert [(len(g["params"]), g["weight_decay"]) for g in optimizer.param_groups] == [(1, 0.3), (3, 0.0)]
