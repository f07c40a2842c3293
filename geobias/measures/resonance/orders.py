"""Whether a model puts nations in the order of a reference: a survey's means, or a dimension of the cultural map."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from geobias.measures.resonance.settings import ResonanceSettings
from geobias.seeds import generator
from geobias.stats import correlate, permutation_test, permutations
from geobias.tables import NationOrder, NationOrderTable, NationPlaceTable

FEW, ALIKE = "fewer than three nations", "all nations are alike on one side"


def nation_orders(places: NationPlaceTable, settings: ResonanceSettings | None = None) -> NationOrderTable:
    """Spearman's coefficient of every reference, tested by permuting nations, against none or the opposite order.

    The test takes the nations for a sample of others; the interval (normal errors of both sides, percentiles) is of
    these nations, and about the coefficient that noise leaves on average.

    >>> from geobias.tables import NationPlace
    >>> rows = [NationPlace("survey", name, k, 0.1, 2 * k, 0.1) for k, name in enumerate("abcd")]
    >>> row = nation_orders(NationPlaceTable(tuple(rows))).rows[0]
    >>> row.coefficient, round(row.p, 4), row.n_nations
    (1.0, 0.0417, 4)
    """
    return NationOrderTable(tuple(_orders(places, settings or ResonanceSettings())))


def _orders(places: NationPlaceTable, settings: ResonanceSettings) -> Iterator[NationOrder]:
    for reference in dict.fromkeys(row.reference for row in places.rows):
        rows = [row for row in places.rows if row.reference == reference]
        x, y, dx, dy = np.array([(row.model, row.value, row.model_error, row.value_error) for row in rows]).T
        known = ~np.isnan(x) & ~np.isnan(y)
        x, y, errors = x[known], y[known], np.nan_to_num(np.stack([dx, dy])[:, known])
        note = FEW if len(x) < 3 else ALIKE if np.ptp(x) == 0 or np.ptp(y) == 0 else ""
        if note:
            yield NationOrder(reference, level=settings.level, n_nations=len(x), note=note)
            continue
        rng = generator(settings.seed, "resonance", "orders", reference)
        tested = permutation_test(x, y[None], permutations(len(x), rng=rng), alternative="greater")
        low, high = _ends(x, y, errors, settings, rng)
        yield NationOrder(
            reference, float(tested.statistic[0]), low, high, settings.level, float(tested.pvalue[0]),
            float(tested.smallest[0]), method=tested.method, n_nations=len(x),
        )  # fmt: skip


def _ends(
    x: np.ndarray, y: np.ndarray, errors: np.ndarray, settings: ResonanceSettings, rng: np.random.Generator
) -> tuple[float, float]:
    """Percentiles of the coefficient with both sides drawn anew."""
    noise = errors[:, None] * rng.standard_normal((2, settings.replicates, len(x)))
    drawn = [float(correlate(x + a, (y + b)[None], "spearman")[0]) for a, b in zip(*noise, strict=True)]
    low, high = np.quantile(drawn, [(1 - settings.level) / 2, (1 + settings.level) / 2])
    return float(low), float(high)
