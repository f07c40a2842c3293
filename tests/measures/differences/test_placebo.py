"""Parts of one group that differ in length alone."""

from __future__ import annotations

import numpy as np

from geobias.measures.differences import UnitGroup, length_split
from geobias.measures.differences.matching import match, strata


def test_parts_are_the_group_and_one_is_longer():
    rng = np.random.default_rng(0)
    lengths = rng.lognormal(3, 0.5, size=2_000)
    group = UnitGroup(lengths[:, None].astype(np.float32), list(np.arange(2_000)[:, None]))
    (shorter, longer), of_units = length_split(group, lengths, rng)
    members = np.concatenate([*shorter.units, *longer.units])
    assert sorted(members.tolist()) == list(range(2_000))
    assert of_units.tolist() == lengths[members].tolist()
    assert np.median(of_units[: len(shorter)]) < np.median(of_units[len(shorter) :])
    shares = [np.isin(part, np.concatenate(longer.units)).mean() for part in np.array_split(np.argsort(lengths), 4)]
    np.testing.assert_allclose(shares, [0.2, 0.4, 0.6, 0.8], atol=0.06)  # p rises from .1 to .9 with the rank


def test_matching_undoes_it():
    rng = np.random.default_rng(1)
    lengths = rng.integers(3, 40, size=1_000).astype(float)
    group = UnitGroup(lengths[:, None].astype(np.float32), list(np.arange(1_000)[:, None]))
    (shorter, _), of_units = length_split(group, lengths, rng)
    codes, first = strata([of_units]), len(shorter)
    a, b = match(codes[:first], codes[first:], rng)
    assert min(len(a), len(b)) > 200
    assert abs(of_units[:first][a].mean() - of_units[first:][b].mean()) < 0.7
    assert of_units[first:].mean() - of_units[:first].mean() > 7
