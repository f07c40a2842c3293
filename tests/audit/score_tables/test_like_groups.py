"""Pairs that are one group, and groups that are far from all."""

import numpy as np
import pytest

from geobias.audit.score_tables import apart_groups, twins


def table(size=6, seed=0):
    values = 60 + np.random.default_rng(seed).normal(0, 0.5, (size, size))
    values = (values + values.T) / 2
    np.fill_diagonal(values, np.nan)
    return values


@pytest.mark.parametrize("own", [54.4, np.nan])
def test_a_copy_is_found_with_and_without_a_floor(own):
    values = table()
    values[5], values[:, 5] = values[4], values[4]
    values[4, 5] = values[5, 4] = 48.8
    values[5, 5], values[0, 0] = np.nan, own
    [found] = twins(values)
    assert found.pair == (4, 5)
    assert found.measured == (own == 54.4)
    assert found.rows_apart < found.spread


@pytest.mark.parametrize("seed", range(5))
def test_groups_like_any_others_are_none(seed):
    assert twins(table(seed=seed)) == []
    assert apart_groups(table(seed=seed)) == []


def test_near_groups_with_rows_of_their_own_are_no_twins():
    values = table() + np.add.outer(np.arange(6.0), np.arange(6.0))
    values[4, 5] = values[5, 4] = 40.0
    values[4, :3] = values[:3, 4] = values[4, :3] + 9
    assert twins(values) == []


def test_a_group_far_from_all_is_found():
    values = table() / 10
    values[2], values[:, 2] = 25.0, 25.0
    assert apart_groups(values) == [(2, pytest.approx(25 / np.nanmax(np.delete(np.delete(values, 2, 0), 2, 1))))]
