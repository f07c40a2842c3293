"""The stability certificate: do differences of nations outlive the designs that they were found with?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from geobias.errors import require
from geobias.measures.resonance.components import stability_components
from geobias.measures.resonance.settings import ResonanceSettings
from geobias.measures.resonance.table_of_means import DesignMeans
from geobias.seeds import generator
from geobias.stats import holm, max_statistic, midranks, spearman
from geobias.tables import (
    DesignEffect,
    DesignEffectTable,
    NationDifference,
    NationDifferenceTable,
    NationRank,
    NationRankTable,
    StabilityComponentTable,
)

NOTHING_VARIES = "neither designs nor answers vary: no error can be told"


@dataclass(frozen=True)
class Stability:
    """Everything that the certificate tells; `pairs` and `nations` have no verdicts before
    `geobias.relations.judge_resonances` and `certified_ranks` fill them in."""

    components: StabilityComponentTable
    pairs: NationDifferenceTable
    nations: NationRankTable
    designs: DesignEffectTable
    notices: tuple[str, ...] = ()


def stability(table: DesignMeans, settings: ResonanceSettings | None = None) -> Stability:
    """The four tables of one table of means.

    A pair's difference is one number a design, the mean over demographic cells; designs are drawn from all that could
    have been declared, so the test of a difference is Student's t over designs. Its error is never below that of
    answers, which few designs that happen to agree would hide.

    >>> from geobias.measures.resonance import design_means
    >>> values = [1.0, 1.2, 0.9, 0.1, 0.0, 0.2]
    >>> found = stability(design_means(values, ["de"] * 3 + ["us"] * 3, [""] * 6, ["", "b", "c"] * 2))
    >>> [(row.group_a, row.group_b, round(row.difference, 2), row.kept) for row in found.pairs.rows]
    [('de', 'us', 0.93, 3)]
    """
    chosen = settings or ResonanceSettings()
    return Stability(
        stability_components(table, chosen),
        NationDifferenceTable(tuple(_pairs(table, chosen))),
        NationRankTable(tuple(_ranks(table, chosen.level))),
        DesignEffectTable(tuple(_designs(table))),
        table.notices,
    )


def _pairs(table: DesignMeans, settings: ResonanceSettings) -> list[NationDifference]:
    law = require("scipy.stats", extra="study", purpose="tests of stability")
    first, second = np.array(list(combinations(range(len(table.nations)), 2))).T
    apart = table.by_design[first] - table.by_design[second]
    count = apart.shape[1]
    mean, least, most = apart.mean(1), apart.argmin(1), apart.argmax(1)
    floor = np.hypot(table.answer_errors[first], table.answer_errors[second])
    error = np.maximum(apart.std(1, ddof=1) / np.sqrt(count), floor)
    # Rounding alone is no error to measure a difference by.
    error = np.where(error > 1e-12 * np.maximum(np.abs(apart).max(1), 1e-300), error, np.nan)
    t = mean / error
    p = 2 * law.t.sf(np.abs(t), count - 1)
    weakest, without = _weakest(apart, floor, p)
    half = law.t.ppf((1 + settings.level) / 2, count - 1) * error
    p_max, p_holm, kept = _largest(apart, floor, settings), holm(p), (np.sign(apart) == np.sign(mean)[:, None]).sum(1)
    kept = np.where(mean == 0, 0, kept)
    columns: dict[str, np.ndarray] = {
        "difference": mean, "low": mean - half, "high": mean + half, "error": error, "t": t, "p": p, "p_holm": p_holm,
        "p_max": p_max, "p_weakest": weakest, "least": apart.min(1), "most": apart.max(1),
    }  # fmt: skip
    rows = []
    for at in range(len(first)):
        numbers: dict[str, Any] = {name: float(column[at]) for name, column in columns.items()}
        names = {"least_design": table.designs[least[at]], "most_design": table.designs[most[at]]}
        names["weakest_without"] = table.designs[without[at]]
        counts = {"df": count - 1, "n_designs": count, "kept": int(kept[at])}
        note = NOTHING_VARIES if np.isnan(error[at]) else ""
        a, b = table.nations[first[at]], table.nations[second[at]]
        rows.append(NationDifference(a, b, level=settings.level, **numbers, **counts, **names, note=note))
    return rows


def _weakest(apart: np.ndarray, floor: np.ndarray, p: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The largest p of each pair with one design left out, or `p` where that is larger; and the design left out."""
    law = require("scipy.stats", extra="study", purpose="tests of stability")
    count = apart.shape[1]
    if count < 3:
        return np.full(len(p), np.nan), np.zeros(len(p), dtype=np.int64)
    each = []
    for design in range(count):
        rest = np.delete(apart, design, 1)
        error = np.maximum(rest.std(1, ddof=1) / np.sqrt(count - 1), floor * np.sqrt(count / (count - 1)))
        with np.errstate(divide="ignore", invalid="ignore"):
            each.append(2 * law.t.sf(np.abs(rest.mean(1)) / error, count - 2))
    return np.where(np.isnan(p), np.nan, np.maximum(p, np.max(each, axis=0))), np.argmax(each, axis=0)


def _largest(apart: np.ndarray, floor: np.ndarray, settings: ResonanceSettings) -> np.ndarray:
    """p of each pair by the largest |t| of all, signs of designs flipped: all of them, or as many as `flips`."""
    count = apart.shape[1]
    exact = 2**count <= settings.flips
    if exact:
        signs = 1 - 2 * ((np.arange(2**count)[:, None] >> np.arange(count)) & 1)
    else:
        signs = generator(settings.seed, "resonance", "flips").choice([-1, 1], (settings.flips, count))
    means = apart @ signs.T / count
    squares = np.maximum((apart**2).mean(1, keepdims=True) - means**2, 0) / (count - 1)
    error = np.maximum(np.sqrt(squares), floor[:, None])
    with np.errstate(divide="ignore", invalid="ignore"):
        null = np.where(error > 1e-9 * np.abs(means), means / error, np.where(means == 0, 0.0, np.nan))
        observed = apart.mean(1) / np.maximum(apart.std(1, ddof=1) / np.sqrt(count), floor)
    return max_statistic(np.where(np.isfinite(observed), observed, np.nan), null, exact=exact)


def _ranks(table: DesignMeans, level: float) -> list[NationRank]:
    law = require("scipy.stats", extra="study", purpose="intervals of nations")
    values, count = table.by_design, len(table.designs)
    means = values.mean(1)
    error = np.maximum(values.std(1, ddof=1) / np.sqrt(count), table.answer_errors)
    half = law.t.ppf((1 + level) / 2, count - 1) * error
    ranks, each = midranks(-means), np.stack([midranks(-column) for column in values.T])
    columns: dict[str, np.ndarray] = {
        "mean": means, "low": means - half, "high": means + half, "rank": ranks, "first": each.min(0),
        "last": each.max(0),
    }  # fmt: skip
    rows = []
    for at, nation in enumerate(table.nations):
        numbers: dict[str, Any] = {name: float(column[at]) for name, column in columns.items()}
        rows.append(NationRank(nation, level=level, **numbers))
    return sorted(rows, key=lambda row: -row.mean)


def _designs(table: DesignMeans) -> Iterator[DesignEffect]:
    """Every design beside the mean of all, and beside that of all others."""
    values = table.by_design
    shifts = values.mean(0) - values.mean()
    beyond = values - values.mean(1, keepdims=True) - shifts
    total = float((beyond**2).sum())
    first, second = np.array(list(combinations(range(len(table.nations)), 2))).T
    for at, design in enumerate(table.designs):
        own, others = values[:, at], np.delete(values, at, 1).mean(1)
        alike = len(own) > 2 and np.ptp(own) > 0 and np.ptp(others) > 0
        most = int(np.abs(beyond[:, at]).argmax())
        yield DesignEffect(
            design,
            float(shifts[at]),
            float(np.sqrt((beyond[:, at] ** 2).mean())),
            float((beyond[:, at] ** 2).sum() / total) if total > 0 else np.nan,
            float(spearman(own, others).statistic) if alike else np.nan,
            int((np.sign(own[first] - own[second]) * np.sign(others[first] - others[second]) < 0).sum()),
            table.nations[most],
            float(beyond[most, at]),
        )
