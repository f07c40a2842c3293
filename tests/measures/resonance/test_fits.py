"""Fits by nation are statsmodels' and scipy's; intervals know the noise of both sides."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from geobias.measures.resonance import (
    Cells,
    ResonanceScores,
    ResonanceSettings,
    all_scorings,
    model_cells,
    nation_fits,
    read_values,
)

smf = pytest.importorskip("statsmodels.formula.api")
NATIONS = ("de", "jp", "us")


def made(seed, cells=12, noise=0.1, nations=NATIONS):
    """Cells of a model and of a survey that are related differently in every nation."""
    rng = np.random.default_rng(seed)
    names = [(nation, str(at // 2), str(at % 2)) for nation in nations for at in range(cells)]
    nation, age, sex = zip(*names, strict=True)
    x = rng.normal(size=len(names))
    of = np.repeat(np.arange(len(nations)), cells)
    y = np.array([0.5, -0.3, 1.0])[of] * x + of + noise * rng.normal(size=len(x))
    error, n = np.full(len(x), 0.05), np.full(len(x), 50)
    return Cells(nation, age, sex, x, error, n), Cells(nation, age, sex, y, error, n)


def fitted(model, survey, definition):
    frame = pd.DataFrame({"x": model.mean, "y": survey.mean, "nation": model.nation})
    formula = "y ~ 0 + nation + x" if definition == "intercepts" else "y ~ 0 + nation + nation:x"
    return frame, smf.ols(formula, frame).fit()


@given(st.integers(0, 10_000))
@settings(max_examples=15)
def test_one_slope_and_a_slope_each_are_statsmodels(seed):
    model, survey = made(seed)
    for definition in ("intercepts", "slopes"):
        frame, fit = fitted(model, survey, definition)
        *rows, whole = nation_fits(model, survey, ResonanceSettings(definition=definition, replicates=99)).rows
        for row in rows:
            slope = "x" if definition == "intercepts" else f"nation[{row.nation}]:x"
            assert row.slope == pytest.approx(fit.params[slope])
            assert row.slope_p == pytest.approx(fit.pvalues[slope], rel=1e-6)
            assert row.intercept == pytest.approx(fit.params[f"nation[{row.nation}]"])
            assert row.intercept_p == pytest.approx(fit.pvalues[f"nation[{row.nation}]"], rel=1e-6)
            own = frame.nation == row.nation
            residual, about = fit.resid[own], frame.y[own] - frame.y[own].mean()
            assert row.residual_rmse == pytest.approx(np.sqrt(np.mean(residual**2)))
            assert row.r2 == pytest.approx(1 - (residual**2).sum() / (about**2).sum())
        assert whole.r2 == pytest.approx(fit.rsquared)
        slopes = [name for name in fit.params.index if name.endswith("x")]
        joint = fit.f_test(np.eye(len(fit.params))[[list(fit.params.index).index(name) for name in slopes]])
        assert whole.slope_p == pytest.approx(float(joint.pvalue), rel=1e-6)


def test_a_regression_each_is_scipys():
    model, survey = made(1)
    *rows, whole = nation_fits(model, survey, ResonanceSettings(definition="separate")).rows
    for at, row in enumerate(rows):
        own = slice(12 * at, 12 * at + 12)
        fit = stats.linregress(model.mean[own], survey.mean[own])
        assert (row.slope, row.slope_p) == (pytest.approx(fit.slope), pytest.approx(fit.pvalue))
        assert (row.intercept, row.r2) == (pytest.approx(fit.intercept), pytest.approx(fit.rvalue**2))
        assert row.rmse == pytest.approx(np.sqrt(np.mean((model.mean[own] - survey.mean[own]) ** 2)))
        assert row.bias == pytest.approx(np.mean(model.mean[own] - survey.mean[own]))
    assert np.isnan(whole.slope_p)
    slopes = nation_fits(model, survey).rows
    assert [row.r2 for row in slopes] == pytest.approx([row.r2 for row in (*rows, whole)])


@pytest.mark.shared
def test_the_published_values_are_of_differences_and_of_a_slope_each(shared):
    table = pd.read_csv(shared / "data" / "wvs" / "rvr_paper_table2.csv")
    most = sum(value.loading for value in read_values())
    # Were RMSE that of residuals, the Czech cells' survey means would have nearly the standard deviation that half of
    # them at either end of the axis would have, and that is the largest there can be.
    implied = table.rmse / np.sqrt(1 - table.r2)
    assert implied.max() == pytest.approx(2.710, abs=0.001)
    assert implied.max() > 0.89 * most
    assert ((table.r2 >= 0) & (table.r2 <= 1)).all()
    # One slope for nations whose own slopes differ in sign gives an R2 below 0, which none has.
    model, survey = made(0)
    common = nation_fits(model, survey, ResonanceSettings(definition="intercepts")).rows
    assert min(row.r2 for row in common) < 0 < min(row.r2 for row in nation_fits(model, survey).rows)


def test_fifty_answers_to_a_prompt_are_one_observation():
    # Q05: p goes by the 12 cells of a nation, however many answers each has.
    rng = np.random.default_rng(2)
    labels = rng.integers(-1, 2, (12, 5))
    names = [("de", str(age), sex) for age in range(6) for sex in "mw"]
    survey = Cells(*zip(*names, strict=True), rng.normal(size=12), np.full(12, 0.1), np.full(12, 100))

    def fit(times):
        rows = np.repeat(np.arange(12), times)
        columns = (tuple(names[at][part] for at in rows) for part in range(3))
        fields = dict(zip(("nation", "age", "sex"), columns, strict=True))
        prompt, sample = tuple(f"p{at}" for at in rows), np.tile(np.arange(times), 12)
        made = ResonanceScores(read_values(), labels[rows], -labels[rows], prompt, sample, ("",) * len(rows), fields)
        return nation_fits(model_cells(made), survey).rows[0]

    once, often = fit(1), fit(50)
    assert often.slope_p == pytest.approx(once.slope_p)
    assert (often.cells, often.n_model, once.n_model) == (12, 600, 12)


def test_exact_cells_have_exact_values():
    model, survey = made(3)
    sure = [replace(cells, error=np.zeros(36)) for cells in (model, survey)]
    for row in nation_fits(*sure).rows:
        assert (row.rmse_low, row.rmse_high) == (pytest.approx(row.rmse), pytest.approx(row.rmse))
        assert row.r2_low == pytest.approx(row.r2)


def test_intervals_hold():
    # RMSE of the cells without noise; slope and R2 of the average over repetitions, which noise draws down.
    model, survey = (replace(cells, error=np.full(36, 0.2)) for cells in made(4, noise=0.3))
    exact, rng, runs = nation_fits(model, survey).rows[1], np.random.default_rng(0), 150
    drawn = ResonanceSettings(replicates=299)
    rows = []
    for _ in range(runs):
        noisy = [replace(c, mean=c.mean + c.error * rng.standard_normal(36)) for c in (model, survey)]
        rows.append(nation_fits(*noisy, drawn).rows[1])
    truth = {"rmse": exact.rmse, "r2": np.mean([r.r2 for r in rows]), "slope": np.mean([r.slope for r in rows])}
    assert truth["r2"] < exact.r2
    assert np.median([r.r2_corrected for r in rows]) == pytest.approx(exact.r2, abs=0.05)
    for name, value in truth.items():
        missed = sum(not getattr(r, f"{name}_low") <= value <= getattr(r, f"{name}_high") for r in rows)
        assert missed <= stats.binom.ppf(0.999, runs, 0.08)


def test_the_corrected_r2_is_spearmans():
    model, survey = made(6)
    row = nation_fits(model, survey).rows[0]
    kept = [1 - 0.05**2 / cells.mean[:12].var(ddof=1) for cells in (model, survey)]
    assert row.r2_corrected == pytest.approx(row.r2 / np.prod(kept))
    assert np.isnan(nation_fits(model, survey, ResonanceSettings(definition="intercepts")).rows[0].r2_corrected)


def test_nations_that_cannot_be_told():
    model, survey = made(5)
    few = [cells.only([0, 1, *range(12, 36)]) for cells in (model, survey)]
    row = nation_fits(*few).rows[0]
    assert (row.note, row.cells) == ("fewer than three cells", 2)
    assert np.isnan([row.r2, row.slope, row.slope_p, row.r2_low]).all()
    assert row.rmse > 0
    flat = replace(model, mean=np.where(np.arange(36) < 12, 0.3, model.mean), error=np.zeros(36))
    row = nation_fits(flat, survey).rows[0]
    assert row.note == "the means of its cells are all alike on one side"
    assert np.isnan([row.r2, row.slope_p]).all()


def test_the_ablation_keeps_scorings_apart():
    pairs = {"both": made(0), "secular": made(1)}
    table = all_scorings(pairs)
    assert [row.scoring for row in table.rows] == ["both"] * 4 + ["secular"] * 4
    assert table.rows[4] == nation_fits(*pairs["secular"], ResonanceSettings(scoring="secular")).rows[0]
