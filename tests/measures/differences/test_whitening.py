"""A covariance that has not seen the units it is used on."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from sklearn.covariance import ledoit_wolf

from geobias.errors import InputError
from geobias.measures.differences import UnitGroup
from geobias.measures.differences.whitening import HeldOutWhitening


def group_of(vectors: np.ndarray) -> UnitGroup:
    return UnitGroup(vectors.astype(np.float32), list(np.arange(len(vectors))[:, None]))


def two_groups(rng: np.random.Generator, units: int, width: int) -> tuple[dict, dict]:
    mix = rng.normal(size=(width, width))
    groups = {name: group_of(rng.normal(size=(units, width)) @ mix + shift) for name, shift in (("a", 0), ("b", 3))}
    return groups, {name: np.arange(units) % 3 for name in groups}


def test_it_is_the_inverse_of_ledoit_and_wolfs_covariance_of_the_other_folds():
    groups, fold_of = two_groups(np.random.default_rng(0), 30, 4)
    found = HeldOutWhitening(groups, fold_of)
    kept = [group.vectors[fold_of[name] == 2].astype(np.float64) for name, group in groups.items()]
    rows = np.concatenate([part - part.mean(0) for part in kept])
    scale = rows.std(0)
    covariance = ledoit_wolf(rows / scale)[0] * scale * scale[:, None] * 20 / 18  # two means are taken from 20 rows
    np.testing.assert_allclose(found.between(0, 1).numpy(), np.linalg.inv(covariance), rtol=1e-6)
    assert found.between(0, 1) is found.between(1, 0)
    assert found.between(2, 2) is found.between(2, 0)  # never with the fold itself


def test_units_left_out_change_nothing():
    groups, fold_of = two_groups(np.random.default_rng(1), 12, 3)
    moved = {name: UnitGroup(group.vectors.copy(), group.units) for name, group in groups.items()}
    moved["a"].vectors[fold_of["a"] != 2] *= -7
    one, other = (HeldOutWhitening(of, fold_of) for of in (groups, moved))
    torch.testing.assert_close(one.between(0, 1), other.between(0, 1), rtol=1e-6, atol=1e-9)
    assert not torch.allclose(one.between(1, 2), other.between(1, 2))
    assert not torch.allclose(one.without(0), other.without(0))


def test_without_shrinkage_the_variance_is_that_of_an_inverse_wishart_matrix(monkeypatch):
    monkeypatch.setattr("geobias.measures.differences.whitening.ledoit_wolf_shrinkage", lambda rows: 0.0)
    rng, units, width, found = np.random.default_rng(2), 75, 12, []
    for _ in range(30):
        groups, fold_of = two_groups(rng, units, width)
        found.append(HeldOutWhitening(groups, fold_of).variance)
    kept = 2 * units / 3 - 2
    assert np.mean(found) == pytest.approx(kept / (kept - width - 1), rel=0.05)


def test_constant_features_and_one_text_among_many_do_no_harm():
    rng = np.random.default_rng(3)
    vectors = rng.normal(size=(20, 3))
    vectors[:, 1] = 0.5
    groups = {"a": group_of(vectors), "b": group_of(vectors + np.eye(3)[0])}
    found = HeldOutWhitening(groups, {name: np.arange(20) % 5 for name in groups})
    assert torch.isfinite(found.between(0, 1)).all()


def test_texts_of_a_unit_share_its_weight(monkeypatch):
    # A unit whose text is there three times counts as it does with one, where shrinking does not go by their number.
    monkeypatch.setattr("geobias.measures.differences.whitening.ledoit_wolf_shrinkage", lambda rows: 0.0)
    rng = np.random.default_rng(4)
    vectors = rng.normal(size=(300, 3)).astype(np.float32)
    folds = {name: np.arange(150) % 3 for name in "ab"}
    halves = {"a": vectors[:150], "b": vectors[150:]}
    mixed = {}
    for name, of_group in halves.items():
        sizes = np.where(np.arange(150) < 60, 3, 1)
        units = np.split(np.arange(sizes.sum()), np.cumsum(sizes)[:-1])
        mixed[name] = UnitGroup(np.repeat(of_group, sizes, axis=0), units)
    one = HeldOutWhitening({name: group_of(of_group) for name, of_group in halves.items()}, folds)
    other = HeldOutWhitening(mixed, folds)
    torch.testing.assert_close(other.between(0, 1), one.between(0, 1), rtol=1e-4, atol=1e-5)


def test_texts_that_are_all_alike_are_refused():
    groups = {name: group_of(np.full((9, 3), value)) for name, value in (("a", 1.0), ("b", 2.0))}
    with pytest.raises(InputError, match="must vary"):
        HeldOutWhitening(groups, {name: np.arange(9) % 3 for name in groups})
