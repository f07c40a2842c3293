"""Clustered means are statsmodels' and scipy's."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from geobias.measures.resonance.clusters import clustered_mean

sm = pytest.importorskip("statsmodels.api")


@given(st.integers(0, 10_000))
def test_of_clusters(seed):
    rng = np.random.default_rng(seed)
    cluster = np.repeat(np.arange(6), rng.integers(1, 5, 6))
    y = rng.normal(size=len(cluster)) + rng.normal(size=6)[cluster]
    fitted = sm.OLS(y, np.ones(len(y))).fit(cov_type="cluster", cov_kwds={"groups": cluster})
    found = clustered_mean(y[:, None], cluster)
    assert found.mean[0] == pytest.approx(fitted.params[0])
    assert found.error[0] == pytest.approx(fitted.bse[0])
    assert found.clusters == 6


def test_of_rows_and_weights():
    y, w = np.array([1.0, 4.0, 2.0, 7.0]), np.array([1.0, 2.0, 0.0, 1.0])
    assert clustered_mean(y[:, None]).error[0] == pytest.approx(stats.sem(y))
    known = w > 0
    fitted = sm.WLS(y[known], np.ones(3), weights=w[known]).fit(cov_type="HC1")
    found = clustered_mean(y[:, None], weights=w)
    assert (found.mean[0], found.error[0]) == (pytest.approx(fitted.params[0]), pytest.approx(fitted.bse[0]))
    assert found.clusters == 3


def test_one_cluster_has_no_error():
    assert np.isnan(clustered_mean(np.ones((3, 1)), ["p"] * 3).error[0])
