"""Regression of a survey's cell means on a model's: RMSE, R2 and p by nation, with intervals of both sides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from geobias.errors import InputError
from geobias.measures.resonance.cells import Cells, matched
from geobias.measures.resonance.fixed_effects import PValues, Sums, pvalues
from geobias.measures.resonance.settings import ResonanceSettings
from geobias.seeds import generator
from geobias.tables import INTERCEPTS, NationFit, NationFitTable

FEW, ALIKE = "fewer than three cells", "the means of its cells are all alike on one side"


def nation_fits(model: Cells, survey: Cells, settings: ResonanceSettings | None = None) -> NationFitTable:
    """How a model's cells fit those of a survey, by nation and of all, on the cells that both have.

    Cells are the observations of the regression: fifty answers to a prompt are one. Intervals are of the same cells
    with answers and respondents drawn anew, and say nothing of other ages. That of RMSE turns the replicates of its
    square about the value (basic bootstrap), so that it is of the means without noise. Noise in the means draws slope
    and R2 down more than can be undone: theirs are of what repetitions with as many answers and respondents come to on
    average, by the spread of the replicates about their own mean (of R2 on Fisher's scale, 1921, or that of log(1 - R2)
    with one slope or all nations), and `r2_corrected` is what attenuation leaves (Spearman 1904).

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
    ends = _ends(found, chosen)
    found["r2_corrected"] = _corrected(sums, found["r2"], (ours.error, theirs.error), of, chosen.definition)
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
            lost = "r2", "slope", "residual_rmse", "intercept"
            numbers |= {name: np.nan for name in numbers if name.startswith(lost)}
        rows.append(
            NationFit(nation, chosen.scoring, chosen.definition, **numbers, level=chosen.level, cells=cells, **counts,
                      note=note)
        )  # fmt: skip
    return NationFitTable(tuple(rows))


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


Ends = tuple[np.ndarray, np.ndarray]


def _ends(found: Mapping[str, np.ndarray], settings: ResonanceSettings) -> dict[str, Ends]:
    """Name -> float64 (columns,) twice; NaN where the value is, or where a replicate is."""
    level, r2, slope = settings.level, found["r2"], found["slope"]
    low, high = _about(found["rmse"] ** 2, level, turned=True)
    with np.errstate(divide="ignore", invalid="ignore"):
        over, under = (1 - np.exp(end) for end in _about(np.log1p(-np.minimum(r2, 1 - 1e-15)), level))
        if settings.definition != INTERCEPTS:
            r = np.sign(slope) * np.sqrt(np.clip(r2, 0, 1 - 1e-15))
            least, most = (np.tanh(end) for end in _about(np.arctanh(r), level))
            of_nations = np.arange(len(under)) < len(under) - 1
            squares = np.minimum(least**2, most**2), np.maximum(least**2, most**2)
            under = np.where(of_nations, np.where(least * most < 0, 0.0, squares[0]), np.maximum(under, 0))
            over = np.where(of_nations, squares[1], over)
    return {
        "rmse": (np.sqrt(np.maximum(low, 0)), np.sqrt(np.maximum(high, 0))),
        "bias": _about(found["bias"], level),
        "slope": _about(slope, level),
        "r2": (under, over),
    }


def _about(values: np.ndarray, level: float, turned: bool = False) -> Ends:
    """The value less the quantiles of replicates about their mean, or about the value itself where `turned`."""
    value, replicates = values[0], values[1:]
    middle = value if turned else replicates.mean(0)
    low, high = np.quantile(replicates - middle, [(1 - level) / 2, (1 + level) / 2], axis=0)
    return value - high, value - low


def _corrected(
    sums: Sums, r2: np.ndarray, errors: tuple[np.ndarray, np.ndarray], of: np.ndarray, definition: str
) -> np.ndarray:
    """R2 over the reliabilities of both sides' means within a nation, float64 (1, nations + 1); NaN where a side varies
    no more than its errors, of all nations, and with one slope, which attenuation does not touch so simply."""
    factor = np.ones(len(sums.counts))
    for squares, error in zip((sums.xx[0], sums.yy[0]), errors, strict=True):
        noise = np.bincount(of, error**2) * (1 - 1 / sums.counts)
        with np.errstate(divide="ignore", invalid="ignore"):
            factor *= np.where(squares > noise, squares / (squares - noise), np.nan)
    known = np.nan if definition == INTERCEPTS else factor
    return np.append(r2[0, :-1] * known, np.nan)[None]


def all_scorings(pairs: Mapping[str, tuple[Cells, Cells]], settings: ResonanceSettings | None = None) -> NationFitTable:
    """The ablation: `nation_fits` of several scorings in one table. pairs : scoring -> model's cells and survey's."""
    if not pairs:
        raise InputError("an ablation needs scorings", "there is none", "Pass {'both': (model, survey)}.")
    chosen = settings or ResonanceSettings()
    rows: list[NationFit] = []
    for scoring, (model, survey) in pairs.items():
        rows += nation_fits(model, survey, replace(chosen, scoring=scoring)).rows
    return NationFitTable(tuple(rows))
