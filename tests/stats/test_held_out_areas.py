"""Held-out AUC of many splits at once against one classifier at a time."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import mannwhitneyu

from geobias.stats import areas_of_splits, masked_by_folds, random_splits


def one_by_one(points, folds, first):
    above = pairs = 0.0
    for fold in folds:
        train = np.setdiff1d(np.arange(len(points)), fold)
        here, there = points[train][first[train] == 1], points[train][first[train] == 0]
        held = first[fold] == 1
        if not len(here) or not len(there) or held.all() or not held.any():
            continue
        scores = points[fold] @ (here.mean(0) - there.mean(0))
        above += mannwhitneyu(scores[held], scores[~held]).statistic
        pairs += held.sum() * (~held).sum()
    return above / pairs if pairs else 0.5


def test_every_split_has_the_area_of_its_own_classifiers():
    rng = np.random.default_rng(0)
    points = rng.normal(size=(37, 4))
    folds = np.array_split(rng.permutation(37), 5)
    splits = np.concatenate(list(random_splits(np.repeat([1.0, 0.0], [5, 32]), 40, rng)))
    found = areas_of_splits(masked_by_folds(points @ points.T, folds), folds, splits)
    assert found == pytest.approx([one_by_one(points, folds, split) for split in splits], abs=1e-12)


def test_groups_far_apart_are_told_apart_and_one_fold_tells_nothing():
    points, first = np.repeat([[0.0], [9.0]], 10, axis=0), np.repeat([[1.0, 0.0]], 10, axis=1)
    points = points + np.linspace(0, 1, 20)[:, None] - 4.5
    folds = np.array_split(np.random.default_rng(0).permutation(20), 4)
    assert areas_of_splits(masked_by_folds(points @ points.T, folds), folds, first).tolist() == [1.0]
    assert areas_of_splits(np.zeros((20, 20)), [np.arange(20)], first).tolist() == [0.5]
