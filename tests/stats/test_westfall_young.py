"""Max-T against the algorithm written out, its bounds, and what it refuses."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from geobias.errors import InputError
from geobias.stats import critical_statistic, max_statistic

TURN = {"two-sided": abs, "greater": lambda s: s, "less": lambda s: -s}


def written_out(observed, null, exact, alternative, step_down):
    """Westfall and Young, algorithm 4.1, one hypothesis and one permutation at a time."""
    turn = TURN[alternative]
    order = sorted(range(len(observed)), key=lambda i: -turn(observed[i]))
    adjusted, before = [0.0] * len(observed), 0.0
    for place, i in enumerate(order):
        family = order[place:] if step_down else order
        count = sum(max(turn(null[j][r]) for j in family) >= turn(observed[i]) - 1e-9 for r in range(len(null[0])))
        share = count / len(null[0]) if exact else (count + 1) / (len(null[0]) + 1)
        before = adjusted[i] = max(before, share)
    return adjusted


@pytest.mark.parametrize("step_down", [True, False])
@pytest.mark.parametrize("alternative", list(TURN))
@given(st.integers(0, 2**32 - 1), st.booleans())
def test_equal_to_the_algorithm_written_out(alternative, step_down, seed, exact):
    rng = np.random.default_rng(seed)
    null = rng.integers(-5, 6, (4, 12)) / 5
    observed = null[:, 0] if exact else rng.integers(-6, 7, 4) / 5
    found = max_statistic(observed, null, exact=exact, alternative=alternative, step_down=step_down)
    np.testing.assert_allclose(found, written_out(observed, null, exact, alternative, step_down), atol=1e-15)


@given(st.integers(0, 2**32 - 1))
def test_bounds(seed):
    null = np.random.default_rng(seed).normal(size=(5, 40))
    alone = (np.abs(null) >= np.abs(null[:, :1]) - 1e-9).mean(1)
    down = max_statistic(null[:, 0], null, exact=True)
    single = max_statistic(null[:, 0], null, exact=True, step_down=False)
    assert (alone <= down + 1e-15).all()
    assert (down <= single + 1e-15).all()
    assert down.min() == single.min()


def test_one_hypothesis_and_copies_of_it_are_not_corrected():
    null = np.random.default_rng(0).normal(size=(1, 50))
    alone = max_statistic(null[:, 0], null, exact=True)
    np.testing.assert_array_equal(max_statistic(null[[0, 0, 0], 0], null[[0, 0, 0]], exact=True), alone.repeat(3))


def test_undefined_statistics_stay_out_and_undefined_permutations_count():
    null = np.array([[0.9, 0.1, np.nan, 0.2], [np.nan, 0.5, 0.5, 0.5]])
    adjusted = max_statistic(null[:, 0], null, exact=True)
    assert adjusted[0] == 2 / 4
    assert np.isnan(adjusted[1])
    assert np.isnan(max_statistic([np.nan], [[0.1, 0.2]], exact=True)).all()


def test_shapes_that_do_not_belong_together():
    with pytest.raises(InputError, match=r"k rows of permutations, but the shapes are \(2,\) and \(3, 4\)"):
        max_statistic([0.1, 0.2], np.zeros((3, 4)), exact=False)


@pytest.mark.parametrize("alternative", list(TURN))
@given(st.integers(0, 2**32 - 1), st.booleans(), st.floats(0.01, 0.6))
def test_what_exceeds_the_critical_value_is_what_single_step_max_t_finds(alternative, seed, exact, alpha):
    rng = np.random.default_rng(seed)
    null = rng.integers(-5, 6, (3, 15)) / 5
    critical = critical_statistic(null, exact=exact, alpha=alpha, alternative=alternative)
    tried = np.array([*(rng.integers(-7, 8, 6) / 5), 5.0, -5.0])
    largest = TURN[alternative](null) if alternative != "two-sided" else np.abs(null)
    largest = largest.max(0)
    for value in tried:
        count = sum(one >= TURN[alternative](value) - 1e-9 for one in largest)
        p = count / 15 if exact else (count + 1) / 16
        assert (TURN[alternative](value) > critical + 1e-9) == (p <= alpha + 1e-12)


def test_too_few_permutations_have_no_critical_value():
    assert critical_statistic(np.zeros((2, 10)), exact=False, alpha=0.05) == np.inf
    assert critical_statistic(np.full((1, 100), np.nan), exact=True, alpha=0.05) == np.inf
    with pytest.raises(InputError, match=r"k rows of permutations, but its shape is \(4,\)"):
        critical_statistic(np.zeros(4), exact=True)
    with pytest.raises(InputError, match=r"alpha must lie in \(0, 1\), but it is 1"):
        critical_statistic(np.zeros((1, 4)), exact=True, alpha=1)
