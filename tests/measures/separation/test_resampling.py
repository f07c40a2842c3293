"""Resampling spread: components of variance against a simulation that has them, and a table written out."""

from __future__ import annotations

import numpy as np
import pytest

from geobias.errors import InputError
from geobias.measures.separation import resampling_spread
from geobias.tables import PairTable


def table(values: np.ndarray) -> PairTable:
    return PairTable(("a", "b"), values[:, None, None] * (1 - np.eye(2)), "sinkhorn")


def test_components_are_those_that_were_put_in():
    rng = np.random.default_rng(0)
    values = np.repeat(rng.normal(0, 2.0, 4000), 5) + rng.normal(0, 3.0, 20000)
    found = resampling_spread(table(values), np.repeat(np.arange(4000), 5))
    assert found.between[0, 1] == pytest.approx(2.0, rel=0.05)
    assert found.within[0, 1] == pytest.approx(3.0, rel=0.02)
    assert found.total[0, 1] == pytest.approx(np.sqrt(13), rel=0.02)
    assert found.intraclass[0, 1] == pytest.approx(4 / 13, rel=0.1)
    assert "not an interval" in found.label


def test_outer_samples_that_bring_nothing_count_as_0_and_constants_have_no_share():
    values = np.array([1.0, 3, 3, 1, 1, 3])
    found = resampling_spread(table(values), np.array([0, 0, 1, 1, 2, 2]))
    assert found.between[0, 1] == 0
    assert found.intraclass[0, 1] == 0
    assert np.isnan(found.intraclass[0, 0])


def test_repeats_must_be_nested_evenly():
    with pytest.raises(InputError, match=r"names 2 with \[1, 3\] repeats"):
        resampling_spread(table(np.arange(4.0)), np.array([0, 1, 1, 1]))
