"""Cost: a trial of a few steps that leaves nothing behind."""

from __future__ import annotations

import numpy as np

from geobias.models.finetune import Base, FinetuneJob, LabelledTexts, training_cost


def test_a_trial_times_steps_and_predictions(task, quick):
    job = FinetuneJob("m", np.arange(120), np.arange(120, 160))
    data = LabelledTexts(task.texts, task.binary, ("no", "yes"))
    cost = training_cost(data, job, quick, Base(task.model, task.tokenizer), device="cpu")
    assert 0 < cost.step_seconds < 5
    assert 0 < cost.text_seconds < 1
    assert cost.parameters > 1000
    assert cost.steps(job, quick) == 3 * 6
    assert cost.seconds(job, quick) == 18 * cost.step_seconds + (3 * 24 + 40) * cost.text_seconds
