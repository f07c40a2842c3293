"""Words that a group says more are found, and permuted units decide."""

from __future__ import annotations

import numpy as np

from geobias.measures.explaining import ExplainSettings, odds_of_items
from geobias.stats import log_odds

SETTINGS = ExplainSettings(permutations=199)


def found(world, settings=SETTINGS):
    a, b = world.groups.values()
    counts = world.vocabulary.counts_by_unit(a), world.vocabulary.counts_by_unit(b)
    prior = world.vocabulary.prior(world.groups, settings.prior)
    return counts, prior, odds_of_items(*counts, prior, settings, np.random.default_rng(0))


def test_estimates_are_those_of_the_counts(world):
    (a, b), prior, odds = found(world)
    whole = a.sum(0), b.sum(0)
    expected = log_odds(whole[0][:-1], whole[1][:-1], [whole[0].sum(), whole[1].sum()], prior)
    np.testing.assert_allclose(odds.value, expected.estimate)
    assert (odds.high - odds.low >= 2 * 1.96 * np.sqrt(expected.variance) * 0.999).all()


def test_it_names_the_planted_words(world, planted):
    _, _, odds = found(world)
    order = np.argsort(-np.abs(odds.tested.statistic))[:20]
    named = [world.vocabulary.items[k] for k in order]
    assert np.mean([word in planted for word in named]) >= 0.8
    claimed = [world.vocabulary.items[k] for k in np.flatnonzero(odds.tested.p_max <= 0.05)]
    assert len(claimed) >= 10
    assert np.mean([word in planted for word in claimed]) >= 0.9


def test_one_author_who_repeats_a_word_is_no_evidence():
    rng = np.random.default_rng(1)
    a, b = rng.poisson(1.0, (2, 40, 6)).astype(float)
    b[:, 0] = a[:, 0] = 0
    a[3, 0] = 30  # a single author
    odds = odds_of_items(a, b, np.ones(6), SETTINGS, rng)
    assert odds.tested.p_max[0] > 0.3
