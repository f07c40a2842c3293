"""Answers needed: variances are statsmodels', half widths scipy's, and the number is the least that is enough."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
import pytest
import statsmodels.formula.api as smf
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.anova import anova_lm

from geobias.errors import InputError
from geobias.measures.resonance import (
    AnswerVariances,
    answer_variances,
    answers_needed,
    answers_table,
    assumed_variances,
    read_values,
)
from geobias.measures.resonance.variances import nested_variances
from geobias.tables import AnswersNeededTable

VALUES = read_values()


def test_variances_are_those_of_a_nested_analysis_of_variance():
    rng = np.random.default_rng(2)
    prompt, nation = np.repeat(np.arange(12), 5), np.repeat(["a", "b"], 30)
    y = rng.normal(0, 1, 12)[prompt] + rng.normal(0, 1, 60) + 3 * (nation == "a")
    frame = pd.DataFrame({"y": y, "nation": nation, "prompt": prompt % 6})
    table = anova_lm(smf.ols("y ~ C(nation) + C(nation):C(prompt)", frame).fit())["mean_sq"]
    residual, prompts = table["Residual"], table["C(nation):C(prompt)"]
    assert nested_variances(y, prompt, nation) == pytest.approx((residual, (prompts - residual) / 5))


def test_of_scores_the_cluster_is_a_prompt(scores):
    one = scores.where(design="")
    found = answer_variances(one)
    by_prompt = pd.Series(one.projection()).groupby(list(one.prompt)).var()
    assert found.within == pytest.approx(by_prompt.mean())
    assert found.basis == "estimated from 72 answers to 18 prompts"


def test_unequal_numbers_are_weighed_without_bias():
    """The mean over draws with prompts of 2 to 6 answers is the planted variance, within four errors of it."""
    rng = np.random.default_rng(0)
    prompt = np.repeat(np.arange(40), np.tile([2, 3, 4, 5, 6], 8))
    nation = np.array(list("abcd"))[prompt // 10]
    found = np.array([
        nested_variances(rng.normal(0, 0.5**0.5, 40)[prompt] + rng.normal(size=len(prompt)), prompt, nation)
        for _ in range(400)
    ])  # fmt: skip
    assert (np.abs(found.mean(0) - [1, 0.5]) < 4 * found.std(0) / 20).all()


def test_half_widths_are_scipys():
    one = AnswerVariances(1.2, 0.1, "given")
    error = math.sqrt((0.1 + 1.2 / 8) / 12)
    assert one.half_width(8, 12, 0.9) == pytest.approx(stats.t(11, scale=error).interval(0.9)[1])
    sample = stats.zscore(np.arange(12.0), ddof=1) * error * math.sqrt(12)
    both = stats.ttest_ind(sample, sample).confidence_interval(0.9)
    assert one.half_width(8, 12, 0.9, difference=True) == pytest.approx(both.high)
    assert math.isnan(one.half_width(8, 1))


@given(st.floats(0.01, 5), st.floats(0, 0.5), st.floats(0.05, 1), st.integers(2, 40), st.booleans())
def test_the_number_is_the_least_that_is_enough(within, between, width, prompts, difference):
    one = AnswerVariances(within, between, "given")
    needed = answers_needed(one, width, prompts=prompts, difference=difference)
    if math.isinf(needed):
        assert one.half_width(100_000, prompts, difference=difference) > width
    else:
        assert one.half_width(needed, prompts, difference=difference) <= width
        assert needed == 1 or one.half_width(needed - 1, prompts, difference=difference) > width


def test_assumed_variances_are_those_of_the_laws_that_they_name():
    rng = np.random.default_rng(1)
    loadings = np.array([value.loading for value in VALUES])
    even = assumed_variances(VALUES, alike=0)
    assert even.within == pytest.approx((rng.integers(-1, 2, (200_000, 5)) @ loadings).var(), rel=0.02)
    worst = assumed_variances(VALUES, alike=0.2, law="worst")
    assert (worst.within, worst.between) == pytest.approx((0.8 * 3.03**2, 0.2 * 3.03**2))
    assert worst.basis == "assumed, worst, 0.2 of it between prompts"


def test_the_table_says_what_prompts_leave_and_how_many_would_do(tmp_path):
    table = answers_table(AnswerVariances(1.2, 0.1, "given"), [0.5, 0.25, 0.1], prompts=12)
    assert [(row.target, row.answers) for row in table.rows] == [
        ("nation", 3), ("nation", 22), ("nation", math.inf), ("difference", 5), ("difference", math.inf),
        ("difference", math.inf),
    ]  # fmt: skip
    first, last = table.rows[0], table.rows[2]
    assert first.reached <= 0.5
    assert last.reached == last.least_half_width == pytest.approx(stats.t(11).ppf(0.975) * math.sqrt(0.1 / 12))
    assert AnswerVariances(1.2, 0.1, "").half_width(1, int(last.prompts_needed)) <= 0.1
    assert AnswersNeededTable.load(table.save(tmp_path / "t.csv")).rows == table.rows
    assert "no number" in table.summary()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: answers_needed(AnswerVariances(1, 0, ""), 0, prompts=12),
            "half_width must be above 0, but it is 0. Pass 0.2.",
        ),
        (lambda: AnswerVariances(-1, 0, ""), "within must be a variance, 0 or more, but it is -1. Pass 0 for none."),
        (
            lambda: assumed_variances(VALUES, alike=2),
            "alike must lie between 0 and 1, but it is 2. Pass 0.1.",
        ),
    ],
)
def test_what_is_refused(call, message):
    with pytest.raises(InputError) as error:
        call()
    assert str(error.value) == message


def test_one_answer_a_prompt_tells_no_variance(scores):
    with pytest.raises(InputError) as error:
        answer_variances(scores.only(np.asarray(scores.sample) == 0))
    assert str(error.value) == (
        "variances need a prompt with two answers and a nation with two prompts, but every prompt has one answer. "
        "Pass more answers, or assumed_variances."
    )
