"""Log-odds with a prior: as the paper writes them, and what follows from that."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from geobias.errors import InputError
from geobias.stats import log_odds

COUNTS = st.lists(st.tuples(st.integers(0, 50), st.integers(0, 50), st.floats(0.01, 20)), min_size=1, max_size=6)


def paper(y_i, y_j, n_i, n_j, alpha, alpha_0):
    """Equations 15, 20 and 22 of Monroe et al. 2008, for one word."""
    omega_i = (y_i + alpha) / (n_i + alpha_0 - (y_i + alpha))
    omega_j = (y_j + alpha) / (n_j + alpha_0 - (y_j + alpha))
    delta, variance = math.log(omega_i / omega_j), 1 / (y_i + alpha) + 1 / (y_j + alpha)
    return delta, variance, delta / math.sqrt(variance)


@given(COUNTS, st.integers(0, 100), st.integers(0, 100))
def test_every_word_is_as_the_paper_has_it(words, more_a, more_b):
    a, b, prior = map(np.array, zip(*words, strict=True))
    totals = np.array([a.sum() + more_a, b.sum() + more_b])
    found = log_odds(a, b, totals, [*prior, 1.0])
    for k, (y_i, y_j, alpha) in enumerate(words):
        expected = paper(y_i, y_j, *totals, alpha, prior.sum() + 1.0)
        got = found.estimate[k], found.variance[k], found.z[k]
        assert got == pytest.approx(expected, rel=1e-6, abs=1e-9)
    turned = log_odds(b, a, totals[::-1], [*prior, 1.0])
    assert turned.estimate == pytest.approx(-found.estimate)


def test_a_larger_prior_draws_rare_words_to_nothing():
    found = [log_odds([3.0], [0.0], [100.0, 100.0], np.array([0.01, 0.99]) * size) for size in (1, 50, 5_000)]
    assert found[0].estimate > found[1].estimate > found[2].estimate > 0


def test_divisions_of_the_same_texts_are_each_their_own():
    rng = np.random.default_rng(0)
    a, b = rng.integers(0, 9, (2, 4, 3)).astype(float)
    totals = np.stack([a.sum(1), b.sum(1)], axis=1) + 5
    together = log_odds(a, b, totals, [1, 2, 3, 4])
    for row in range(4):
        assert together.z[row] == pytest.approx(log_odds(a[row], b[row], totals[row], [1, 2, 3, 4]).z)


@pytest.mark.parametrize(
    ("given_values", "message"),
    [
        (
            ([1.0], [1.0, 2.0], [3.0, 3.0], [1.0, 1.0]),
            "counts must be (..., k) for both groups, totals (..., 2) and prior (k + 1,), but their shapes are (1,), "
            "(2,), (2,) and (2,). Align them word by word.",
        ),
        (
            ([1.0], [1.0], [3.0, 3.0], [0.0, 1.0]),
            "counts must be 0 or more, and the prior above 0, but some are not. Count every word, and smooth "
            "the prior.",
        ),
        (
            ([4.0], [1.0], [3.0, 3.0], [1.0, 1.0]),
            "totals must hold the words that are counted, but some are smaller than the sum of counts. Count "
            "all words.",
        ),
    ],
)
def test_what_cannot_be_counted_is_refused(given_values, message):
    with pytest.raises(InputError) as caught:
        log_odds(*given_values)
    assert str(caught.value) == message
