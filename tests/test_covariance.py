"""Covariance: equal to scikit-learn's, plain, shrunk and with Ledoit and Wolf's amount."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from sklearn.covariance import ledoit_wolf_shrinkage as sklearn_amount
from sklearn.covariance import shrunk_covariance as sklearn_shrunk
from sklearn.discriminant_analysis import _cov

from geobias.covariance import ledoit_wolf_shrinkage, shrunk_covariance


@pytest.fixture(params=[(30, 5), (12, 40), (50, 1)])
def features(request) -> np.ndarray:
    rng = np.random.default_rng(0)
    return rng.normal(size=request.param) * rng.uniform(0.1, 9, size=request.param[1]) + 3


@pytest.mark.parametrize("shrinkage", [None, 0.0, 0.3, 1.0, "auto"])
def test_values_equal_scikit_learn(features, shrinkage):
    ours = shrunk_covariance(torch.from_numpy(features), shrinkage).numpy()
    plain = np.cov(features.T, bias=True).reshape(ours.shape)
    expected = {None: plain, "auto": _cov(features, "auto")}.get(shrinkage)
    if expected is None:
        expected = sklearn_shrunk(plain, shrinkage)
    np.testing.assert_allclose(ours, expected, rtol=1e-10, atol=1e-12)


def test_the_amount_equals_scikit_learn(features):
    centred = features - features.mean(0)
    assert ledoit_wolf_shrinkage(torch.from_numpy(centred)) == pytest.approx(sklearn_amount(features), abs=1e-12)


def test_a_constant_feature_is_left_alone():
    constant = torch.tensor([[1.0, 5.0], [2.0, 5.0], [4.0, 5.0]], dtype=torch.float64)
    assert torch.isfinite(shrunk_covariance(constant, "auto")).all()
