"""Distances of short texts, of long texts and of LDA, from their repeats."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from geobias.errors import require
from geobias.published.regional.evidence import Evidence
from geobias.published.regional.names import BASELINE, GROUPS, LDA, LONG, SHORT, Pair, pair_of
from geobias.published.regional.reasons import difference, together
from geobias.published.regional.recipe import OUTER, OWN_DISTANCE
from geobias.tables import NOT_KNOWN, VALID, Comparison, PairTable, compare

_TOLERANCE = 1e-6
_WORDS = {SHORT: "distance of short texts", LONG: "distance of long texts", LDA: "distance of LDA"}


def distance_rows(evidence: Evidence) -> Iterator[Comparison]:
    released = evidence.released
    clouds = {pair: runs for (corpus, pair), runs in released.clouds.items() if corpus != "reuters"}
    yield from _measured(evidence, SHORT, clouds)
    own = clouds.get((BASELINE, BASELINE))
    if own is not None:
        low, high = nested_interval(own[-1])
        yield compare(
            _WORDS[SHORT], "base_base", OWN_DISTANCE, float(own[-1].mean()), 6, tolerance=_TOLERANCE, valid=VALID,
            low=low, high=high,
        )  # fmt: skip
    yield from _measured(evidence, LDA, {pair: [values] for pair, values in released.centroids.items()})
    for label, row in released.pairs.items():
        words = "no code or repeats of the long-text distances were released"
        yield compare(_WORDS[LONG], label, row[LONG], math.nan, 6, valid=NOT_KNOWN, why=words)


def _measured(evidence: Evidence, kind: str, runs: Mapping[Pair, Sequence[np.ndarray]]) -> Iterator[Comparison]:
    published = {label: row[kind] for label, row in evidence.released.pairs.items()}
    chosen = {label: _run(runs.get(pair_of(label), ()), value) for label, value in published.items()}
    recomputed = {label: float(run.mean()) if len(run) else math.nan for label, run in chosen.items()}
    for label, value in published.items():
        differs = difference(label, published, recomputed, _TOLERANCE, "the released repeats")
        reason = together([differs, evidence.of_pair(kind, pair_of(label))])
        low, high = nested_interval(chosen[label])
        several = len(runs.get(pair_of(label), ())) > 1
        yield compare(
            _WORDS[kind], label, value, recomputed[label], 6, tolerance=_TOLERANCE, valid=reason.valid,
            why=reason.words, low=low, high=high, note="two runs were released, this is of one" * several,
        )  # fmt: skip


def _run(runs: Sequence[np.ndarray], value: float) -> np.ndarray:
    """The run of repeats whose mean is nearest to the published one."""
    return min(runs, key=lambda run: abs(run.mean() - value), default=np.array([]))


def nested_interval(repeats: np.ndarray) -> tuple[float, float]:
    """A 95 % interval for the mean of nested repeats: of the means of the outer draws, which alone are independent.

    repeats : float64 (R,), `OUTER` inner ones of each outer draw after another. NaN where these cannot be told.
    """
    if len(repeats) < 2 * OUTER or len(repeats) % OUTER:
        return math.nan, math.nan
    outer = repeats.reshape(-1, OUTER).mean(axis=1)
    stats = require("scipy.stats", extra="study", purpose="an interval")
    half = float(stats.t.ppf(0.975, len(outer) - 1) * outer.std(ddof=1) / math.sqrt(len(outer)))
    return float(outer.mean()) - half, float(outer.mean()) + half


def repeats_table(evidence: Evidence, kind: str) -> PairTable:
    """Every repeat of a distance, as other tables of pairs are; a pair that was computed twice with its last run."""
    released = evidence.released
    runs = dict(released.centroids)
    if kind == SHORT:
        runs = {pair: found[-1] for (corpus, pair), found in released.clouds.items() if corpus != "reuters"}
    values = np.full((max(map(len, runs.values())), len(GROUPS), len(GROUPS)), np.nan)
    for (a, b), repeats in runs.items():
        i, j = GROUPS.index(a), GROUPS.index(b)
        values[: len(repeats), i, j] = values[: len(repeats), j, i] = repeats
    return PairTable(GROUPS, values, kind, pooled_groups=GROUPS[:2], nonnegative=True)
