"""Training again, alike for all groups: what the training alone put between groups goes away, what is theirs stands."""

from __future__ import annotations

import numpy as np
import pytest

from geobias.controls.negative import negative_control
from geobias.controls.repeated import GOES_AWAY, NOT_THERE, STANDS
from geobias.controls.training import folds_of, repeat_training
from geobias.errors import InputError

GAP = ("gap[accuracy]", "")


def _fates(world) -> dict:
    negative = negative_control(*world.parts(), count=39)
    rows = repeat_training(world.materials, *world.parts()[:2], negative, world.compare, world.progress)
    return {(row.x, row.y): row for row in rows}


def _words(rng: np.random.Generator, groups: np.ndarray, labels: np.ndarray) -> np.ndarray:
    """Each group says what it feels in words of its own: a label shows in the dimension of its group alone."""
    vectors = rng.normal(size=(len(groups), 8))
    vectors[np.arange(len(groups)), groups] += 5 * (labels - 0.5)
    return vectors


def test_a_gap_of_models_that_learned_from_one_group_alone_goes_away(world):
    rng = np.random.default_rng(0)
    groups, labels = np.repeat(range(4), 150), rng.integers(0, 2, 600).astype(np.int8)
    leak = (groups == 0) & (np.arange(600) < 90)  # au alone trains
    leaking = world(_words(rng, groups, labels), labels, groups, leak, trainings=20)
    row = _fates(leaking)[GAP]
    assert row.fate == GOES_AWAY, row
    assert row.study > 15 > 2 * row.again
    assert "goes away when the texts that train come alike from all groups" in row.sentence


def test_a_gap_that_is_of_a_group_itself_stands(world):
    rng = np.random.default_rng(1)
    groups, labels = np.repeat(range(4), 100), rng.integers(0, 2, 400).astype(np.int8)
    vectors = rng.normal(size=(400, 6))
    vectors[:, 0] += 4 * labels * (groups != 0)  # what nz says tells nothing of its labels
    found = _fates(world(vectors, labels, groups, np.tile(np.arange(100) < 40, 4), trainings=20))
    assert found[GAP].fate == STANDS
    assert found[GAP].low > 10


def test_where_groups_are_alike_nothing_was_there(alike):
    found = _fates(alike(trainings=20))
    assert {row.fate for row in found.values()} == {NOT_THERE}


def test_no_copy_of_an_evaluated_text_trains_and_none_twice(alike):
    made = alike()
    texts = made.materials.corpus.texts
    texts[1], texts[2], texts[3] = "Text 60!", "Same", "same."
    folds = folds_of(
        made.materials, made.compare.plan.task, np.arange(0, 30), np.arange(60, 90), np.random.default_rng(0)
    )
    rows = np.concatenate([folds[0].train, folds[0].held_out])
    assert sorted(rows) == [0, *range(2, 3), *range(4, 30)]


def test_too_few_texts_to_train_are_said(alike):
    made = alike()
    with pytest.raises(InputError, match="at least 4 labelled texts"):
        folds_of(made.materials, made.compare.plan.task, np.arange(2), np.arange(60, 90), np.random.default_rng(0))
