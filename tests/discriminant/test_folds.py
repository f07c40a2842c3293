"""Folds that are given: whole blocks are held out."""

from __future__ import annotations

import numpy as np
import pytest

from geobias.discriminant import LinearDiscriminant, centroid_distances
from geobias.errors import InputError


def test_given_folds_hold_out_whole_blocks():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(80, 5)), np.repeat(["a", "b"], 40)
    folds = np.tile(np.repeat([0, 1], 20), 2)
    halves = []
    for held in (0, 1):
        model = LinearDiscriminant().fit(X[folds != held], y[folds != held])
        centroids = [np.asarray(model.transform(X[(folds == held) & (y == name)])).mean(0) for name in ("a", "b")]
        halves.append(np.linalg.norm(centroids[0] - centroids[1]))
    assert centroid_distances(X, y, ["a", "b"], folds=folds)[0, 1] == pytest.approx(np.mean(halves), rel=1e-12)


def test_a_group_that_is_absent_from_a_fold_is_named():
    X, y = np.random.default_rng(0).normal(size=(40, 3)), np.repeat(["a", "b"], 20)
    with pytest.raises(InputError, match=r"'b' has \[20, 0\] in the folds \[0, 1\]"):
        centroid_distances(X, y, folds=np.r_[np.tile([0, 1], 10), np.zeros(20, dtype=int)])
