"""Latent correlations: of the normal variables behind graded answers, whatever the thresholds between grades.

Two variables, each a step function of a normal one, g(x) and h(y), with correlation rho of x and y, have the covariance
sum_j g_j h_j rho^j over their Hermite coefficients (Mehler's formula). It grows with rho, so rho is found from it: the
tetrachoric, polychoric and polyserial correlations (Pearson 1900; Olsson 1979, Psychometrika 44) by moments.
"""

from __future__ import annotations

import math

import numpy as np

from geobias.errors import require

TERMS = 40
"""Hermite terms; the rest matters for correlations beyond .9 alone."""
_EDGE = 1e-6
_HALVINGS, _NEWTON = 12, 4


def step_coefficients(shares: np.ndarray, values: np.ndarray, terms: int = TERMS) -> np.ndarray:
    """Hermite coefficients 1 .. terms of the step function of a normal variable that takes `values` with `shares`.

    Parameters
    ----------
    shares : float64 (..., K), which sum to 1. values : float64 (K,), rising.

    Returns
    -------
    float64 (..., terms). The squares of all of them sum to the variance of the step function. Needs scipy.

    >>> step_coefficients(np.array([0.5, 0.5]), np.array([0.0, 1.0]), 3).round(3).tolist()
    [0.399, 0.0, -0.163]
    """
    special = require("scipy.special", extra="study", purpose="latent correlations")
    below = np.clip(np.cumsum(shares, -1)[..., :-1], _EDGE, 1 - _EDGE)
    cut = special.ndtri(below)
    weight = np.diff(values) * np.exp(-(cut**2) / 2) / np.sqrt(2 * np.pi)
    table = np.empty((terms, *cut.shape))  # normed Hermite polynomials 0 .. terms - 1 of the cuts
    table[0] = 1.0
    if terms > 1:
        table[1] = cut
    for j in range(2, terms):
        np.multiply(table[j - 1], cut, out=table[j])
        table[j] -= math.sqrt(j - 1) * table[j - 2]
        table[j] /= math.sqrt(j)
    return np.einsum("t...k,...k->...t", table, weight) / np.sqrt(np.arange(1, terms + 1))


def latent_correlation(
    covariance: np.ndarray, first: np.ndarray, second: np.ndarray, near: np.ndarray | None = None
) -> np.ndarray:
    """The rho in [-1, 1] for which sum_j first_j second_j rho^j is `covariance`; an end where none is as large.

    covariance : float64 (...). first, second : float64 (..., terms), see `step_coefficients`.
    near : a rho so near that one step of Newton's leads to the end, as derivatives by differences need it.

    >>> half = step_coefficients(np.array([0.5, 0.5]), np.array([0.0, 1.0]))
    >>> latent_correlation(np.array(1 / 3 - 1 / 4), half, half).round(4).item()  # both above the median in 1/3 of cases
    0.5
    """
    products = np.asarray(first * second)
    shape = np.broadcast_shapes(np.shape(covariance), products.shape[:-1])
    wanted = np.broadcast_to(covariance, shape)
    if near is not None:
        value, slope = _series(products, np.broadcast_to(near, shape))
        return near + (wanted - value) / slope
    low, high = -np.ones(shape), np.ones(shape)
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        above = _series(products, middle)[0] > wanted
        low, high = np.where(above, low, middle), np.where(above, middle, high)
    rho = (low + high) / 2
    for _ in range(_NEWTON):
        value, slope = _series(products, rho)
        with np.errstate(divide="ignore", invalid="ignore"):
            rho = np.clip(rho + (wanted - value) / slope, low, high)
    return np.where(np.isnan(wanted), np.nan, rho)


def _series(products: np.ndarray, rho: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """sum_j products_j rho^j and its derivative."""
    j = np.arange(products.shape[-1])
    terms = products * rho[..., None] ** j
    return terms.sum(-1) * rho, (terms * (j + 1)).sum(-1)


def normal_scores(values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """What values say of the normal variable behind them: its mean within each grade.

    Parameters
    ----------
    values : float64 (n,), no NaN.

    Returns
    -------
    scores : float64 (n,), variance 1. coefficients : float64 (TERMS,), Hermite's of the step function to these scores.

    >>> normal_scores(np.array([3.0, 7.0, 7.0, 3.0]))[0].tolist()
    [-1.0, 1.0, 1.0, -1.0]
    """
    special = require("scipy.special", extra="study", purpose="latent correlations")
    _, grade, counts = np.unique(values, return_inverse=True, return_counts=True)
    shares = counts / counts.sum()
    edges = special.ndtri(np.concatenate([[0.0], np.cumsum(shares)[:-1], [1.0]]))
    density = np.exp(-(edges**2) / 2) / np.sqrt(2 * np.pi)
    means = (density[:-1] - density[1:]) / shares
    means /= np.sqrt((shares * means**2).sum()) or 1.0
    return means[grade], step_coefficients(shares, means)
