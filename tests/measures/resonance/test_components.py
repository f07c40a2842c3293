"""Components: mean squares are statsmodels', expectations and intervals hold in simulation."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from geobias.measures.resonance import DesignMeans, ResonanceSettings, stability_components
from geobias.measures.resonance.components import MERGED, NEGATIVE, ONE_ANSWER, MeanSquares

PLANTED = {
    "nation": 0.5, "demographic": 0.2, "design": 0.3, "nation x demographic": 0.1, "nation x design": 0.2,
    "demographic x design": 0.05, "prompt": 0.15, "answer": 0.8,
}  # fmt: skip
FEW = ResonanceSettings(draws=999)


def table(means, within=np.nan, answers=1, df=0):
    names = (tuple(f"{kind}{at}" for at in range(size)) for kind, size in zip("ncd", means.shape, strict=True))
    return DesignMeans(*names, means, np.full(means.shape, float(answers)), within, df)


def drawn(rng, shape=(8, 6, 8), answers=5, planted=PLANTED):
    """Means of one world of these variances, with the variance within as its answers give it."""
    axes = ((0,), (1,), (2,), (0, 1), (0, 2), (1, 2), (0, 1, 2))
    means = np.zeros(shape)
    for part, name in zip(axes, planted, strict=False):
        size = [shape[axis] if axis in part else 1 for axis in range(3)]
        means = means + np.sqrt(planted[name]) * rng.normal(size=size)
    df = int(np.prod(shape)) * (answers - 1)
    means = means + np.sqrt(planted["answer"] / answers) * rng.normal(size=shape)
    return table(means, planted["answer"] * rng.chisquare(df) / df, answers, df)


def test_mean_squares_are_those_of_the_analysis_of_variance():
    anova = pytest.importorskip("statsmodels.stats.anova")
    smf = pytest.importorskip("statsmodels.formula.api")
    means = np.random.default_rng(0).normal(size=(4, 3, 5))
    n, c, d = (part.ravel() for part in np.indices(means.shape))
    frame = pd.DataFrame({"y": means.ravel(), "n": n, "c": c, "d": d})
    fit = smf.ols("y ~ C(n)*C(c) + C(n)*C(d) + C(c)*C(d)", frame).fit()
    rows = anova.anova_lm(fit, typ=2)
    found = MeanSquares.of(means)
    names = ["C(n)", "C(c)", "C(d)", "C(n):C(c)", "C(n):C(d)", "C(c):C(d)", "Residual"]
    for axes, name in zip(found.squares, names, strict=True):
        assert found.squares[axes] == pytest.approx(rows.sum_sq[name] / rows.df[name])
        assert found.df[axes] == rows.df[name]


def test_components_are_unbiased_and_intervals_hold():
    rng, runs = np.random.default_rng(1), 150
    values, missed = {name: [] for name in PLANTED}, dict.fromkeys(PLANTED, 0)
    for _ in range(runs):
        for row in stability_components(drawn(rng), FEW).rows:
            values[row.component].append(row.value)
            missed[row.component] += not row.low <= PLANTED[row.component] <= row.high
    for name, found in values.items():
        assert np.mean(found) == pytest.approx(PLANTED[name], abs=4 * stats.sem(found))
    assert max(missed.values()) <= stats.binom.ppf(0.999, runs, 0.05)


def test_shares_are_of_the_sum():
    rows = stability_components(drawn(np.random.default_rng(2)), FEW).rows
    assert sum(row.share for row in rows) == pytest.approx(1)
    total = sum(max(row.value, 0) for row in rows)
    assert all(row.share == pytest.approx(max(row.value, 0) / total) for row in rows)
    assert all(0 <= row.share_low <= row.share_high <= 1 for row in rows)


def test_a_negative_component_is_told_as_it_is_and_counts_as_nothing():
    means = np.zeros((2, 1, 2))
    means[0, 0, 0] = means[1, 0, 1] = 1.0  # nations alike on average, their order turned by the design
    rows = {row.component: row for row in stability_components(table(means, 0.1, 10, 36), FEW).rows}
    nation = rows["nation"]
    assert nation.value == pytest.approx(-0.5)  # (0 - 1) / 2
    assert (nation.share, nation.low, nation.note) == (0, 0, NEGATIVE)
    assert rows["nation x design"].value == pytest.approx(1 - 0.1 / 10)
    assert rows["demographic"].note == MERGED
    assert np.isnan(rows["demographic"].value)


def test_one_answer_a_prompt():
    rows = {
        row.component: row
        for row in stability_components(table(np.random.default_rng(3).normal(size=(3, 3, 3))), FEW).rows
    }
    assert rows["answer"].note == ONE_ANSWER
    assert rows["prompt"].value > 0
    assert sum(row.share for row in rows.values() if row.share == row.share) == pytest.approx(1)


def test_unequal_numbers_of_answers_take_their_own_noise():
    counts = np.random.default_rng(4).integers(1, 9, (3, 2, 4)).astype(float)
    means = np.random.default_rng(5).normal(size=(3, 2, 4))
    made = DesignMeans(("a", "b", "c"), ("x", "y"), tuple("1234"), means, counts, 0.7, 20)
    rows = {row.component: row.value for row in stability_components(made, FEW).rows}
    plain = {row.component: row.value for row in stability_components(table(means), FEW).rows}
    assert rows["prompt"] == pytest.approx(plain["prompt"] - 0.7 * (1 / counts).mean())
    assert rows["nation"] == pytest.approx(plain["nation"])
