"""Regression of a survey's cell means on a model's: RMSE, R2 and p by nation, with intervals of both sides."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from geobias.errors import InputError
from geobias.measures.resonance.cells import Cells, matched
from geobias.measures.resonance.fixed_effects import PValues, Sums, pvalues
from geobias.measures.resonance.settings import ResonanceSettings
from geobias.seeds import generator
from geobias.tables import INTERCEPTS, NationFit, NationFitTable

FEW, ALIKE = "fewer than three cells", "the means of its cells are all alike on one side"
_ANY = (-np.inf, np.inf)


def nation_fits(model: Cells, survey: Cells, settings: ResonanceSettings | None = None) -> NationFitTable:
    """How a model's cells fit those of a survey, by nation and of all, on the cells that both have.

    Cells are the observations of the regression: fifty answers to a prompt are one. Intervals are of the same cells
    with answers and respondents drawn anew (basic bootstrap, which turns the replicates about the value and so takes
    out, to first order, what noise in the means adds to RMSE and takes from R2); they do not say what other ages would
    give.

    `rmse` is of model less survey: the published ones, up to 2.18, are too large for residuals. With one slope for all,
    R2 of a nation can be negative, which no published one is: "slopes" is the default.

    Raises `InputError` where they share no cell.

    >>> from geobias.measures.resonance import survey_cells
    >>> nation, age, sex = ["de"] * 4, ["20", "30", "40", "50"], ["man"] * 4
    >>> model, survey = (survey_cells(y, nation, age, sex) for y in ([0, 1, 2, 3], [1, 2, 3, 5]))
    >>> row = nation_fits(model, survey).rows[0]
    >>> row.nation, round(row.rmse, 3), round(row.slope, 2), round(row.r2, 3), round(row.slope_p, 3)
    ('de', 1.323, 1.3, 0.966, 0.017)
    """
    chosen = settings or ResonanceSettings()
    ours, theirs = matched(model, survey)
    nations, of = np.unique(np.asarray(ours.nation, dtype=object).astype(str), return_inverse=True)
    rng = generator(chosen.seed, "resonance", "fits")
    x = np.vstack([ours.mean, ours.drawn(chosen.replicates, rng)])
    y = np.vstack([theirs.mean, theirs.drawn(chosen.replicates, rng)])
    sums = Sums.of(x, y, of)
    found, tests = _statistics(sums, x - y, of, chosen.definition), pvalues(sums, chosen.definition)
    ranges = {"rmse": (0.0, np.inf), "r2": (-np.inf if chosen.definition == INTERCEPTS else 0.0, 1.0)}
    ends = {name: _basic(found[name], chosen.level, *ranges.get(name, _ANY)) for name in _TOLD}
    rows = []
    for at, nation in enumerate([*map(str, nations), ""]):
        of_nation = of == at if nation else np.ones(len(of), dtype=bool)
        numbers: dict[str, Any] = {name: float(values[0, at]) for name, values in found.items()}
        for name, (low, high) in ends.items():
            numbers |= {f"{name}_low": float(low[at]), f"{name}_high": float(high[at])}
        numbers |= _tested(tests, at, bool(nation))
        counts = {"n_model": int(ours.n[of_nation].sum()), "n_survey": int(theirs.n[of_nation].sum())}
        cells = int(of_nation.sum())
        note = FEW if nation and cells < 3 else ALIKE if nation and np.isnan(numbers["r2"]) else ""
        if note == FEW:  # a line through two points fits whatever they are
            lost = ("r2", "slope", "residual_rmse", "intercept")
            numbers |= {name: np.nan for name in numbers if name.startswith(lost)}
        rows.append(
            NationFit(nation, chosen.scoring, chosen.definition, **numbers, level=chosen.level, cells=cells, **counts,
                      note=note)
        )  # fmt: skip
    return NationFitTable(tuple(rows))


_TOLD = ("rmse", "bias", "r2", "slope")


def _statistics(sums: Sums, apart: np.ndarray, of: np.ndarray, definition: str) -> dict[str, np.ndarray]:
    """Name -> float64 (1 + B, nations + 1); the last column is of all cells."""
    member = np.eye(len(sums.counts))[of]
    shares = np.column_stack([member / sums.counts, np.full(len(of), 1 / len(of))])
    slope, squares = sums.slopes(definition), sums.residuals(definition)
    none = np.full((len(apart), 1), np.nan)
    common = slope[:, :1] if definition == INTERCEPTS else none
    left = np.column_stack([squares / sums.counts, squares.sum(1) / len(of)])
    return {
        "rmse": np.sqrt(apart**2 @ shares),
        "bias": apart @ shares,
        "r2": np.column_stack([sums.r2(definition), sums.r2_of_all(definition)]),
        "slope": np.column_stack([slope, common]),
        "residual_rmse": np.sqrt(left),
        "intercept": np.column_stack([sums.my - slope * sums.mx, none]),
    }


def _tested(tests: PValues, at: int, is_nation: bool) -> Mapping[str, float]:
    if not is_nation:
        return {"slope_p": tests.slopes}
    return {"slope_p": float(tests.slope[at]), "intercept_p": float(tests.intercept[at])}


def _basic(found: np.ndarray, level: float, least: float, most: float) -> tuple[np.ndarray, np.ndarray]:
    """2 value - quantiles of replicates; NaN where the value is, or where a replicate is. Float64 (columns,) each."""
    value, replicates = found[0], found[1:]
    low, high = np.quantile(replicates, [(1 - level) / 2, (1 + level) / 2], axis=0)
    return np.clip(2 * value - high, least, most), np.clip(2 * value - low, least, most)


def all_scorings(pairs: Mapping[str, tuple[Cells, Cells]], settings: ResonanceSettings | None = None) -> NationFitTable:
    """The ablation: `nation_fits` of several scorings in one table. pairs : scoring -> model's cells and survey's."""
    if not pairs:
        raise InputError("an ablation needs scorings", "there is none", "Pass {'both': (model, survey)}.")
    chosen = settings or ResonanceSettings()
    rows: list[NationFit] = []
    for scoring, (model, survey) in pairs.items():
        own = ResonanceSettings(**{**vars(chosen), "scoring": scoring})
        rows += nation_fits(model, survey, own).rows
    return NationFitTable(tuple(rows))
