"""A tiny task that can be learnt: texts whose last words give their labels away."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from geobias.models.finetune import (
    Base,
    ClassifierTexts,
    Finetuned,
    FinetuneJob,
    LabelledTexts,
    TrainingSettings,
    Workplace,
    fine_tune,
)
from geobias.models.loading import load_tokenizer

QUICK = TrainingSettings(
    epochs=3, batch=16, micro_batch=8, learning_rate=1e-2, max_length=16, dev_share=0.2, checkpoint_minutes=1e9
)


@pytest.fixture(scope="session")
def quick() -> TrainingSettings:
    """Settings that train in a second."""
    return QUICK


@dataclass(frozen=True)
class Task:
    """Texts with one label each (1 = they end in w50) and with three (they end in w50, in w51, they hold w40)."""

    model: str
    tokenizer: Any
    texts: ClassifierTexts
    binary: np.ndarray
    several: np.ndarray


@pytest.fixture(scope="session")
def task(tiny_folder) -> Task:
    rng = np.random.default_rng(0)
    words = [[f"w{i}" for i in rng.integers(30, size=rng.integers(2, 9))] for _ in range(160)]
    binary = np.arange(160) % 2
    several = np.stack([binary == 1, binary == 0, rng.random(160) < 0.3], axis=1)
    for row, text in enumerate(words):
        text += ["w40"] * int(several[row, 2]) + [f"w{51 - binary[row]}"]
    model, tokenizer = str(tiny_folder), load_tokenizer(str(tiny_folder))
    texts = ClassifierTexts.read([" ".join(text) for text in words], tokenizer, 16)
    return Task(model, tokenizer, texts, binary, several.astype(np.int8))


@pytest.fixture
def train(task, tmp_path) -> Callable[..., Finetuned]:
    """Fine-tune on the first 120 texts and predict the others."""

    def run(
        settings: TrainingSettings = QUICK,
        *,
        labels=None,
        names=("no", "yes"),
        folder: Path | None = None,
        keep_in=None,
        **more,
    ):
        job = FinetuneJob("m", np.arange(120), np.arange(120, 160))
        data = LabelledTexts(task.texts, task.binary if labels is None else labels, names)
        place = Workplace(folder or tmp_path / "checkpoints", keep_in, "cpu")
        return fine_tune(data, job, settings, Base(task.model, task.tokenizer), place, **{"seed": 0, **more})

    return run
