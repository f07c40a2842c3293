"""The dual bootstrap: the variance of a result over two crossed factors, from three bootstraps."""

from __future__ import annotations

import numpy as np

from geobias.arguments import whole
from geobias.arrays import reals
from geobias.errors import InputError
from geobias.means import known_variance


def dual_bootstrap_sd(
    both: object,
    units_only: object,
    groups_only: object,
    *,
    n_units: int | None = None,
    n_groups: int | None = None,
) -> np.ndarray:
    """Standard deviation of a statistic over units and groups drawn anew, float64 (...).

    both, units_only, groups_only : float (B, ...), the statistic's replicates when both factors are resampled, or one
        of them; NaN = undefined in this replicate. B may differ between the three.
    n_units, n_groups : how many there are of each, where replicates draw them with replacement, which has (n - 1) / n
        of the variance that it should have. None = many, or weights of variance 1.

    Resampling both factors counts the noise of single cells three times; 2 (v_units + v_groups) - v_both counts it once
    (Schütt, Kipnis, Diedrichsen and Kriegeskorte 2023, eLife 12, "corrected dual bootstrap", as in rsatoolbox). It is
    kept between the larger of v_units and v_groups and v_both. Raises InputError where shapes differ.

    >>> rng = np.random.default_rng(0)
    >>> u, g, cell = rng.normal(size=(3, 50_000))
    >>> both = u + g + np.sqrt(3) * cell
    >>> dual_bootstrap_sd(both, u + cell, rng.permutation(g + cell)).round(1).item()  # the root of 1 + 1 + 1
    1.7
    """
    replicates = [reals(*given) for given in (("both", both), ("units_only", units_only), ("groups_only", groups_only))]
    if len({values.shape[1:] for values in replicates}) > 1 or any(len(values) < 2 for values in replicates):
        raise InputError(
            "replicates must be (B, ...) with B of 2 or more and the rest alike",
            f"they are {[values.shape for values in replicates]}",
            "Pass the replicates of one statistic.",
        )
    v_both, v_units, v_groups = (known_variance(values) for values in replicates)
    of_units, of_groups = (_small(name, n) for name, n in (("n_units", n_units), ("n_groups", n_groups)))
    v_units, v_groups, cells = of_units * v_units, of_groups * v_groups, v_both - v_units - v_groups
    variance = v_units + v_groups - of_units * of_groups * cells
    return np.sqrt(np.minimum(np.maximum(variance, np.maximum(v_units, v_groups)), v_both))


def _small(name: str, count: int | None) -> float:
    if count is None:
        return 1.0
    many = whole(name, count, 2)
    return many / (many - 1)
