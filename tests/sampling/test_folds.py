"""Folds: a model is held out from exactly what it does not train on."""

from __future__ import annotations

import numpy as np
import pytest

from geobias.errors import InputError
from geobias.sampling import training_folds


def test_folds_of_a_set_part_it():
    rows = np.arange(100, 203)
    folds = training_folds(rows, sets=3, folds=5, documents=50, seed=0)
    assert [fold.name for fold in folds][:6] == [
        "set0-fold0", "set0-fold1", "set0-fold2", "set0-fold3", "set0-fold4", "set1-fold0",
    ]  # fmt: skip
    for number in range(3):
        of_set = folds[5 * number : 5 * number + 5]
        held_out = np.concatenate([fold.held_out for fold in of_set])
        assert len(np.unique(held_out)) == 50
        for fold in of_set:
            assert len(np.intersect1d(fold.train, fold.held_out)) == 0
            assert np.array_equal(np.union1d(fold.train, fold.held_out), np.sort(held_out))


def test_sets_differ_and_all_rows_are_taken_where_none_is_asked():
    rows = np.arange(40)
    first, *_ = training_folds(rows, sets=2, folds=2, documents=None, seed=0)
    assert np.array_equal(np.union1d(first.train, first.held_out), rows)
    several = training_folds(rows, sets=2, folds=2, documents=10, seed=0)
    assert not np.array_equal(several[0].train, several[2].train)


def test_too_few_texts_are_named_with_the_mend():
    with pytest.raises(InputError, match="needs at least 10 labelled texts to train on, in 5 folds, but 7 are left"):
        training_folds(np.arange(7), sets=1, folds=5, documents=None, seed=0)


def test_one_fold_is_one_model_on_all_texts():
    rows = np.arange(10, 50)
    first, second = training_folds(rows, sets=2, folds=1, documents=None, seed=0)
    assert (first.name, second.name) == ("set0", "set1")
    assert np.array_equal(first.train, rows)
    assert len(first.held_out) == 0
    with pytest.raises(InputError, match="task.sets and task.folds must be at least 1, but they are 1 and 0"):
        training_folds(rows, sets=1, folds=0, documents=None, seed=0)


def test_families_come_into_one_fold_of_about_the_same_size():
    rng = np.random.default_rng(1)
    families = rng.integers(60, size=200)
    rows = np.arange(1000, 1200)
    for fold in training_folds(rows, sets=2, folds=5, documents=None, seed=3, families=families):
        assert np.intersect1d(families[fold.train - 1000], families[fold.held_out - 1000]).size == 0
        assert 30 <= len(fold.held_out) <= 50
        assert np.array_equal(np.union1d(fold.train, fold.held_out), rows)


def test_families_of_one_change_nothing():
    plain = training_folds(np.arange(50), sets=1, folds=3, documents=20, seed=0)
    alone = training_folds(np.arange(50), sets=1, folds=3, documents=20, seed=0, families=np.arange(50))
    for a, b in zip(plain, alone, strict=True):
        assert np.array_equal(a.held_out, b.held_out)


def test_a_family_that_fills_more_than_a_fold_is_named():
    with pytest.raises(InputError, match="training texts must fill 5 folds, near-duplicates together, but a family"):
        training_folds(np.arange(50), sets=1, folds=5, documents=None, seed=0, families=np.arange(50) // 40)
