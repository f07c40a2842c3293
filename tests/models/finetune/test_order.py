"""Order: every epoch sees every text once, and any step can be known without those before it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from geobias.models.finetune import TrainingSettings
from geobias.models.finetune.order import Order, dropout_seed, split_dev

SETTINGS = TrainingSettings(epochs=2, batch=8, micro_batch=4)
LENGTHS = np.random.default_rng(0).integers(3, 30, size=200)


def order(rows=50, settings=SETTINGS, seed=0, name="m") -> Order:
    return Order(np.arange(100, 100 + rows), LENGTHS, settings, seed, name)


def test_an_epoch_sees_every_text_once_in_an_order_of_its_own():
    steps = [np.concatenate(order().micro_batches(step)) for step in range(14)]
    first, second = np.concatenate(steps[:7]), np.concatenate(steps[7:])
    assert order().steps_per_epoch == 7
    assert order().steps == 14
    assert sorted(first) == sorted(second) == list(range(100, 150))
    assert first.tolist() != second.tolist()


def test_a_step_is_cut_by_length_into_as_many_micro_batches_as_ever():
    for step in (0, 6):
        parts = order().micro_batches(step)
        assert len(parts) == 2
        lengths = LENGTHS[np.concatenate(parts)]
        assert (np.diff(lengths) >= 0).all()
    assert [len(part) for part in order().micro_batches(6)] == [2, 0]


def test_the_cut_does_not_change_what_a_step_trains_on():
    whole = order(settings=replace(SETTINGS, micro_batch=8))
    for step in range(14):
        assert np.array_equal(np.concatenate(order().micro_batches(step)), np.concatenate(whole.micro_batches(step)))


@pytest.mark.parametrize("change", [{"seed": 1}, {"name": "n"}])
def test_seed_and_model_name_the_order(change):
    assert order().micro_batches(0)[0].tolist() != order(**change).micro_batches(0)[0].tolist()


def test_steps_end_where_they_must():
    short = order(settings=replace(SETTINGS, max_steps=3))
    assert short.steps == 3
    assert [short.ends_epoch(step) for step in range(3)] == [False, False, True]
    assert [order().ends_epoch(step) for step in (5, 6, 13)] == [False, True, True]


def test_dropout_has_a_seed_for_every_micro_batch():
    seeds = {dropout_seed(0, name, step, micro) for name in "ab" for step in range(5) for micro in range(3)}
    assert len(seeds) == 30
    assert dropout_seed(0, "a", 1, 2) == dropout_seed(0, "a", 1, 2)


def test_dev_texts_are_apart_from_those_that_train():
    rows = np.arange(7, 57)
    train, dev = split_dev(rows, 0.1, 0, "m")
    assert len(dev) == 5
    assert np.array_equal(np.union1d(train, dev), rows)
    assert split_dev(rows, 0.1, 0, "n")[1].tolist() != dev.tolist()
    assert len(split_dev(rows[:3], 0.1, 0, "m")[1]) == 1
    assert len(split_dev(rows, 0.0, 0, "m")[1]) == 0
