"""TrainingSettings: mistakes are named before any work."""

from __future__ import annotations

import pytest

from geobias.errors import InputError
from geobias.models.finetune import TrainingSettings


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"epochs": 0}, "task.epochs must be at least 1, but it is 0. "),
        ({"max_steps": 0}, "task.max_steps must be at least 1, but it is 0. "),
        ({"dropout": 1.0}, "task.dropout must lie in [0, 1), but it is 1.0. "),
        ({"warmup": -0.1}, "task.warmup must lie in [0, 1), but it is -0.1. "),
        ({"learning_rate": 0.0}, "task.learning_rate must be positive, but it is 0.0. Leave it out for its default."),
        (
            {"batch": 20},
            "task.batch must be a multiple of task.micro_batch, but they are 20 and 16. Change one of them.",
        ),
        ({"dev_share": 0.0, "threshold": "dev"}, "task.threshold=dev needs dev texts, but task.dev_share is 0. "),
        ({"dev_share": 0.0, "patience": 2}, "task.patience needs dev texts, but task.dev_share is 0. "),
        ({"threshold": 1.0}, "task.threshold must lie in (0, 1), or be dev, but it is 1.0. Pass 0.5 or dev."),
    ],
)
def test_mistakes_are_named(values, message):
    with pytest.raises(InputError) as error:
        TrainingSettings(**values)
    assert str(error.value).startswith(message)


def test_processes_must_share_the_micro_batches_evenly():
    settings = TrainingSettings(batch=32, micro_batch=8)
    settings.check_processes(4)
    with pytest.raises(InputError) as error:
        settings.check_processes(3)
    assert str(error.value) == (
        "the micro-batches of a step must be shared out evenly over 3 processes, but task.batch=32 with "
        "task.micro_batch=8 makes 4 of them. Lower task.micro_batch, or start fewer processes."
    )
