"""Latent correlations, against integrals of the bivariate normal law."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import multivariate_normal, norm

from geobias.stats import latent_correlation, normal_scores, step_coefficients


def covariance_of_steps(shares, values, other_shares, others, rho):
    """By the bivariate normal's distribution function, threshold by threshold."""
    law = multivariate_normal(cov=[[1, rho], [rho, 1]])
    cuts, other_cuts = (norm.ppf(np.cumsum(part)[:-1]) for part in (shares, other_shares))
    return sum(
        a * b * (law.cdf([-s, -t]) - norm.cdf(-s) * norm.cdf(-t))
        for s, a in zip(cuts, np.diff(values), strict=True)
        for t, b in zip(other_cuts, np.diff(others), strict=True)
    )


@pytest.mark.parametrize("rho", [-0.7, -0.2, 0.0, 0.4, 0.85])
@pytest.mark.parametrize("shares", [(0.5, 0.5), (0.9, 0.1), (0.1, 0.2, 0.4, 0.3)])
def test_the_correlation_behind_steps_is_found(rho, shares):
    values, others, other_shares = np.arange(len(shares)) ** 2.0, np.array([-1.0, 3.0]), np.array([0.7, 0.3])
    covariance = covariance_of_steps(np.array(shares), values, other_shares, others, rho)
    found = latent_correlation(
        np.array(covariance), step_coefficients(np.array(shares), values), step_coefficients(other_shares, others)
    )
    assert found == pytest.approx(rho, abs=2e-4)


def test_squares_of_coefficients_sum_to_the_variance():
    shares, values = np.array([0.2, 0.5, 0.3]), np.array([-1.0, 0.0, 4.0])
    coefficients = step_coefficients(shares, values, 4000)
    variance = shares @ values**2 - (shares @ values) ** 2
    assert (coefficients**2).sum() == pytest.approx(variance, rel=0.02)  # the series of a jump converges slowly


def test_one_step_from_nearby_is_as_good():
    half = step_coefficients(np.array([0.3, 0.7]), np.array([0.0, 1.0]))
    near = latent_correlation(np.array(0.05), half, half)
    moved = latent_correlation(np.array(0.05 + 1e-6), half, half)
    assert latent_correlation(np.array(0.05 + 1e-6), half, half, near=near) == pytest.approx(float(moved), abs=1e-9)


def test_what_no_correlation_gives_ends_at_the_end():
    half = step_coefficients(np.array([0.5, 0.5]), np.array([0.0, 1.0]))
    found = latent_correlation(np.array([1.0, -1.0, np.nan]), half, half)
    assert found == pytest.approx([1, -1, np.nan], nan_ok=True)


@given(st.lists(st.integers(0, 6), min_size=5, max_size=60).filter(lambda some: len(set(some)) > 1))
def test_scores_go_by_order_alone(values):
    values = np.array(values, dtype=np.float64)
    scores, coefficients = normal_scores(values)
    again, same = normal_scores(np.exp(values))
    assert np.allclose(scores, again)
    assert np.allclose(coefficients, same)
    assert scores.mean() == pytest.approx(0, abs=1e-9)
    assert scores.std() == pytest.approx(1)
    assert (np.diff(scores[np.argsort(values)]) >= -1e-12).all()
