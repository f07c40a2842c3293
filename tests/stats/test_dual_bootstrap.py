"""The dual bootstrap: rsatoolbox's numbers, and the variance of a crossed mean that is known."""

import numpy as np
import pytest

from geobias.errors import InputError
from geobias.stats import dual_bootstrap_sd


def replicates(variance: float) -> np.ndarray:
    """Two replicates with this variance, divided by their number."""
    return np.array([-1.0, 1.0]) * np.sqrt(variance)


CASES = [
    # variances of both, units, groups; numbers of units and groups; the variance that rsatoolbox 0.3.2 gives
    ((6.0, 2.5, 1.5), (None, None), 2.5),  # kept at v_units, the larger
    ((5.0, 2.0, 2.5), (None, None), 4.0),
    ((4.0, 3.0, 3.0), (None, None), 4.0),  # kept at v_both
    ((6.0, 2.5, 2.5), (10, 5), 4.513888888888889),
    ((6.0, 1.0, 3.0), (20, 6), 3.6),  # kept at the larger, stretched
]


@pytest.mark.parametrize(("variances", "counts", "expected"), CASES)
def test_the_formula_and_its_bounds(variances, counts, expected):
    found = dual_bootstrap_sd(*map(replicates, variances), n_units=counts[0], n_groups=counts[1])
    assert found**2 == pytest.approx(expected)


def test_it_is_that_of_rsatoolbox():
    theirs = pytest.importorskip("rsatoolbox.util.inference_util")._dual_bootstrap
    rng = np.random.default_rng(0)
    for counts in ((None, None), (30, 8), (12, 5)):
        samples = rng.normal(size=(3, 100, 200)) * rng.uniform(0.3, 1.5, (3, 1, 200))
        expected = theirs(samples.var(1), *counts)
        found = dual_bootstrap_sd(*samples, n_units=counts[0], n_groups=counts[1])
        assert found**2 == pytest.approx(expected, rel=1e-12)


def test_the_variance_of_a_crossed_mean_is_found():
    # value of unit u in group g: a_u + b_g + e_ug; the mean over both has variance 1/20 + 4/10 + 9/200
    rng = np.random.default_rng(0)
    units, groups, found = 20, 10, []
    for _ in range(150):
        cells = rng.normal(size=(units, 1)) + 2 * rng.normal(size=(1, groups)) + 3 * rng.normal(size=(units, groups))
        of_units, of_groups = (rng.multinomial(n, np.full(n, 1 / n), 400) / n for n in (units, groups))
        both = ((of_units @ cells) * of_groups).sum(1)
        alone = of_units @ cells.mean(1), of_groups @ cells.mean(0)
        found.append(dual_bootstrap_sd(both, *alone, n_units=units, n_groups=groups) ** 2)
    assert np.mean(found) == pytest.approx(1 / 20 + 4 / 10 + 9 / 200, rel=0.08)


def test_undefined_replicates_are_left_out():
    values = np.array([[-1.0, np.nan], [1.0, np.nan], [np.nan, 1.0]])
    assert dual_bootstrap_sd(values, values, values)[0] == pytest.approx(1.0)
    assert np.isnan(dual_bootstrap_sd(values, values, values)[1])


def test_replicates_of_different_statistics_are_refused():
    with pytest.raises(InputError, match=r"^replicates must be \(B, ...\) with B of 2 or more and the rest alike"):
        dual_bootstrap_sd(np.ones((5, 2)), np.ones((5, 3)), np.ones((5, 2)))
