"""The held-out AUC against scikit-learn's, fold by fold, and blocks left out one by one."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score

from geobias.measures.differences import UnitGroup
from geobias.measures.differences.dealt import dealt_group
from geobias.measures.differences.held_out_auc import held_out_auc
from geobias.measures.differences.whitening import HeldOutWhitening


def dealt_of(rng, units, texts, shift):
    sizes = rng.integers(1, texts + 1, size=units)
    vectors = np.repeat(rng.normal(size=(units, 4)) + shift, sizes, axis=0) + rng.normal(size=(sizes.sum(), 4))
    return UnitGroup(vectors.astype(np.float32), np.split(np.arange(sizes.sum()), np.cumsum(sizes)[:-1]))


@pytest.fixture
def made():
    rng = np.random.default_rng(0)
    groups = {"a": dealt_of(rng, 24, 3, 0.7), "b": dealt_of(rng, 30, 3, 0.0)}
    fold_of = {name: np.arange(len(group)) % 3 for name, group in groups.items()}
    whitening = HeldOutWhitening(groups, fold_of)
    dealt = [dealt_group(groups[name], fold_of[name], whitening.centre) for name in "ab"]
    return dealt, whitening


def by_hand(a, b, whitening) -> float:
    """Mean over folds of scikit-learn's AUC, a text weighing 1 / the texts of its unit."""
    found = []
    for fold in range(whitening.folds):
        rule = whitening.without(fold) @ (a.means[a.folds != fold].mean(0) - b.means[b.folds != fold].mean(0))
        scores, weights = [], []
        for group in (a, b):
            held = np.repeat(group.folds, group.sizes) == fold
            scores.append((group.texts[held] @ rule).numpy())
            weights.append(np.repeat(1 / group.sizes, group.sizes)[held])
        truth = np.repeat([1, 0], [len(part) for part in scores])
        found.append(roc_auc_score(truth, np.concatenate(scores), sample_weight=np.concatenate(weights)))
    return float(np.mean(found))


def test_it_is_the_mean_auc_of_rules_that_have_not_seen_the_fold(made):
    (a, b), whitening = made
    assert held_out_auc(a, b, whitening).estimate == pytest.approx(by_hand(a, b, whitening))


def test_the_error_is_the_jackknife_of_blocks(made):
    (a, b), whitening = made
    variance = 0.0
    for place, group in enumerate((a, b)):
        left_out = []
        for block in {(fold, number) for fold, number in zip(group.folds, group.blocks, strict=True)}:
            kept = np.array([(fold, number) != block for fold, number in zip(group.folds, group.blocks, strict=True)])
            of_text = np.repeat(kept, group.sizes)
            less = replace(
                group, texts=group.texts[of_text], sizes=group.sizes[kept], means=group.means[kept],
                folds=group.folds[kept], blocks=group.blocks[kept],
            )  # fmt: skip
            pair = (less, b) if place == 0 else (a, less)
            left_out.append(by_hand(*pair, whitening))
        variance += (len(left_out) - 1) * np.var(left_out)
    assert held_out_auc(a, b, whitening).error == pytest.approx(np.sqrt(variance))


def test_groups_far_apart_are_told_apart_always(made):
    (a, b), whitening = made
    far = replace(a, texts=a.texts + 50, means=a.means + 50)
    assert held_out_auc(far, b, whitening).estimate == pytest.approx(1.0)
