"""The waterfall and mirroring: closed forms, and errors that know of prompts."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from scipy import stats

from geobias.errors import InputError
from geobias.measures.resonance import (
    ResonanceScores,
    prompts_of,
    read_values,
    statement_resonance,
    value_mirroring,
)


def test_a_waterfall_ends_at_the_mean_projection(scores):
    rows = statement_resonance(scores).rows
    assert len(rows) == 10
    assert rows[-1].reached == pytest.approx(scores.projection().mean())
    assert rows[4].reached == pytest.approx(scores.projection("traditional").mean() / 2)
    first = rows[0]
    assert first.resonance == pytest.approx(np.mean(scores.hypotheses[:, 0] == 1))
    assert first.conflict == pytest.approx(np.mean(scores.hypotheses[:, 0] == -1))
    assert (first.n, first.prompts) == (len(scores), 36)


def test_intervals_are_wilsons_by_the_errors_of_prompt_means(scores):
    # All prompts have four answers, so the clustered error is that of their means. The ends of Wilson's interval are
    # those shares from which the one found lies a quantile of their own errors away.
    of = prompts_of(scores)
    shares = np.array([(scores.hypotheses[of == at, 2] == 1).mean() for at in range(36)])
    p = shares.mean()
    alone = min(p * (1 - p) / stats.sem(shares) ** 2, len(scores))
    row = statement_resonance(scores, 0.9).rows[2]
    for end in (row.resonance_low, row.resonance_high):
        assert abs(p - end) == pytest.approx(stats.t.ppf(0.95, 35) * np.sqrt(end * (1 - end) / alone))
    assert row.resonance_low < p < row.resonance_high


def test_what_nobody_says_is_not_certain():
    labels = np.zeros((30, 5), dtype=int)
    prompts = tuple(np.repeat(list("abcdef"), 5))
    none = ResonanceScores(read_values(), labels, labels, prompts, np.tile(np.arange(5), 6), ("",) * 30)
    row = statement_resonance(none).rows[0]
    t = stats.t.ppf(0.975, 5)
    assert (row.resonance, row.resonance_low) == (0, 0)
    assert row.resonance_high == pytest.approx(t**2 / (6 + t**2))  # Wilson's for 0 of six prompts


def test_mirroring_counts(scores):
    row = {row.value: row for row in value_mirroring(scores).rows}["pride"]
    pairs = Counter(zip(scores.hypotheses[:, 3].tolist(), scores.inversions[:, 3].tolist(), strict=True))
    n = len(scores)
    assert row.silent == pytest.approx(pairs[0, 0] / n)
    assert row.contradictory == pytest.approx((pairs[1, 1] + pairs[-1, -1]) / n)
    assert row.unmirrored == pytest.approx(1 - (pairs[0, 0] + pairs[1, -1] + pairs[-1, 1]) / n)


def test_all_together_is_the_mean_of_values(scores):
    *each, whole = value_mirroring(scores).rows
    assert whole.value == ""
    assert whole.unmirrored == pytest.approx(np.mean([row.unmirrored for row in each]))
    assert whole.n == 5 * len(scores)


def test_repeats_of_a_prompt_are_no_more_people():
    # Q05: fifty like answers to each of twelve prompts say no more than one answer to each.
    rng = np.random.default_rng(0)
    once = rng.integers(-1, 2, (12, 5))
    prompts = [f"p{at}" for at in range(12)]

    def made(times):
        labels, names = np.repeat(once, times, 0), tuple(np.repeat(prompts, times))
        return ResonanceScores(read_values(), labels, -labels, names, np.tile(np.arange(times), 12), ("",) * 12 * times)

    one, fifty = (statement_resonance(made(times)).rows[0] for times in (1, 50))
    assert fifty.resonance_low == pytest.approx(one.resonance_low)
    assert fifty.error == pytest.approx(one.error)
    assert fifty.prompts == 12


def test_no_response(scores):
    with pytest.raises(InputError) as error:
        statement_resonance(scores.only(np.zeros(len(scores), dtype=bool)))
    assert str(error.value) == "shares need responses, but there is none. Pass scores with one or more."


def test_one_prompt_has_shares_without_intervals(scores):
    one = scores.where(prompt="de20man", design="")
    for row in (*statement_resonance(one).rows, *value_mirroring(one).rows):
        low = row.resonance_low if hasattr(row, "resonance_low") else row.unmirrored_low
        assert np.isnan(low)
        assert row.prompts == 1
