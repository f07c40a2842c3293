"""Region identification (EtiCor++): which regions a model names for a statement, and which it prefers.

Definitions are those of the released analysis of EtiCor++ (arXiv 2506.08488); intervals and what chance gives are ours.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from geobias.errors import InputError
from geobias.means import known_variance, ratio
from geobias.measures.etiquette.settings import DEFAULTS, EtiquetteSettings
from geobias.measures.scores import unit_share
from geobias.seeds import generator
from geobias.stats import document_weights, percentile_interval, student_widening
from geobias.tables import BIAS_FOR, PREFERENCE, RegionBias, RegionBiasTable, RegionConfusion, RegionConfusionTable

_AT_ONCE = 200  # replicates whose weights are held at a time


@dataclass(frozen=True)
class RegionNamings:
    """Regions named for n statements, asked S times each.

    Attributes
    ----------
    regions : names of R regions. own : int64 (n,), the place of each statement's region among them.
    named : bool (S, n, R); an answer may name several regions, or none.
    units : int64 (n,), families of near-duplicates. model : that was asked.

    Raises
    ------
    InputError : shapes that do not go together, fewer than two regions, a statement of no region, no naming at all.
    """

    regions: tuple[str, ...]
    own: np.ndarray
    named: np.ndarray
    units: np.ndarray
    model: str = ""

    def __post_init__(self) -> None:
        shape = (len(self.own), len(self.regions))
        if self.named.ndim != 3 or self.named.shape[1:] != shape or self.named.dtype != bool:
            raise InputError(
                f"named must be bool (answers, {shape[0]}, {shape[1]}), by answer, statement and region",
                f"it is {self.named.dtype} {self.named.shape}",
                "Pass True where a region is named.",
            )
        if len(self.units) != len(self.own):
            raise InputError(f"units must have {shape[0]} entries", f"there are {len(self.units)}", "Align them.")
        if len(self.regions) < 2 or not ((self.own >= 0) & (self.own < len(self.regions))).all():
            raise InputError(
                "every statement must be of one of two or more regions", f"there are {len(self.regions)}", "Name them."
            )
        if not self.named.any():
            raise InputError("some region must be named", "no answer names any", "See what the model said.")


@dataclass(frozen=True)
class _Scores:
    """Percent, float64 (B, S, R), under B rows of weights."""

    preference: np.ndarray
    bias_for: np.ndarray


def region_bias(namings: RegionNamings, settings: EtiquetteSettings = DEFAULTS) -> RegionBiasTable:
    """Preference and bias-for scores of every region, and the spread of each, with intervals.

    preference : 100 x namings of r / all namings; without bias 100 n_r / N, where the right region alone is named.
    bias_for : over statements whose own region is not named, B_r = namings of r / (N - n_r), and 100 B_r / sum of B;
        without bias 100 / R, all others being named alike.
    spread : root mean square over regions of score less expected; its `expected` is what chance gives, the root of the
        mean variance of these differences.

    Values are means over the S answers, `sd` their standard deviation. Intervals are for other statements: percentiles
    of a bootstrap of units, in which regions keep their sizes, expanded by Student's quantile (Hesterberg 2015).
    """
    weights = np.ones((1, len(namings.own)))
    value = _scored(namings, weights)
    replicates = _replicated(namings, settings)
    units = len(np.unique(namings.units))
    widening = float(student_widening(units - 1, settings.level)) if units > 1 else np.nan
    count = len(namings.regions)
    expected = {PREFERENCE: 100 * np.bincount(namings.own, minlength=count) / len(namings.own)}
    expected[BIAS_FOR] = np.full(count, 100 / count)
    rows: list[RegionBias] = []
    for name in (PREFERENCE, BIAS_FOR):
        scores = getattr(value, name)[0], getattr(replicates, name)
        rows += _bias_rows(namings, name, scores, expected[name], (settings.level, widening))
    return RegionBiasTable(tuple(rows))


def _bias_rows(
    namings: RegionNamings,
    name: str,
    scores: tuple[np.ndarray, np.ndarray],
    expected: np.ndarray,
    ends: tuple[float, float],
) -> Iterator[RegionBias]:
    """Of one score: (S, R) and (B, S, R), beside what is expected, (R,)."""
    (score, drawn), (level, widening) = scores, ends
    low, high = percentile_interval(drawn.mean(1), level, widening)
    value, count = score.mean(0), len(namings.own)
    sd = score.std(0, ddof=1) if len(score) > 1 else np.full(len(value), np.nan)
    for at, region in enumerate(namings.regions):
        of, ends = float(expected[at]), (float(low[at]), float(high[at]))
        yield RegionBias(
            *(namings.model, name, region),
            *(float(value[at]), *ends, float(sd[at]), of),
            *(float(value[at]) - of, ends[0] - of, ends[1] - of),
            level=level,
            n=count,
            answers=len(score),
        )
    apart = score - expected
    spread, noise = np.sqrt((apart**2).mean(-1)), float(np.sqrt(known_variance(drawn.mean(1)).mean()))
    between = float(spread.std(ddof=1)) if len(spread) > 1 else np.nan
    whole = float(spread.mean())
    yield RegionBias(
        namings.model, name, "", whole, sd=between, expected=noise, excess=whole - noise, level=level, n=count,
        answers=len(score),
    )  # fmt: skip


def region_confusions(namings: RegionNamings, settings: EtiquetteSettings = DEFAULTS) -> RegionConfusionTable:
    """The pairwise bias score: namings of one region over the statements of another whose own region is not named.

    count : mean over the S answers. percent : of all answers to the region's statements, with Wilson's interval for as
    many statements as their units are worth.
    """
    rows = []
    missed = _missed(namings)
    for place, region in enumerate(namings.regions):
        own = np.flatnonzero(namings.own == place)
        for other, name in enumerate(namings.regions):
            if other != place and len(own):
                hits = missed[:, own, other]
                counts = hits.sum(1).astype(np.float64)
                sd = float(counts.std(ddof=1)) if len(counts) > 1 else np.nan
                share = unit_share(hits.mean(0), np.ones(len(own)), namings.units[own], settings.level)
                percent, low, high = (100 * end for end in share)
                found = (float(counts.mean()), sd, percent, low, high, settings.level)
                rows.append(RegionConfusion(namings.model, region, name, *found, n=len(own)))
    return RegionConfusionTable(tuple(rows))


def _missed(namings: RegionNamings) -> np.ndarray:
    """bool (S, n, R): regions named where the statement's own is not."""
    right = np.take_along_axis(namings.named, namings.own[None, :, None], 2)
    return namings.named & ~right


def _scored(namings: RegionNamings, weights: np.ndarray) -> _Scores:
    """Under rows of weights (B, n)."""
    sizes = np.stack([weights[:, namings.own == place].sum(1) for place in range(len(namings.regions))], axis=1)
    total = sizes.sum(1, keepdims=True)
    named = np.stack([weights @ part for part in namings.named.astype(np.float64)], axis=1)
    missed = np.stack([weights @ part for part in _missed(namings).astype(np.float64)], axis=1)
    rates = ratio(missed, (total - sizes)[:, None])
    return _Scores(
        100 * ratio(named, named.sum(-1, keepdims=True)),
        100 * ratio(rates, np.nansum(rates, axis=-1, keepdims=True)),
    )


def _replicated(namings: RegionNamings, settings: EtiquetteSettings) -> _Scores:
    rng = generator(settings.seed, "etiquette", "namings")
    units, place = np.unique(namings.units, return_inverse=True)
    parts = []
    for start in range(0, settings.replicates, _AT_ONCE):
        drawn = document_weights(len(units), min(_AT_ONCE, settings.replicates - start), rng)
        parts.append(_scored(namings, _of_fixed_sizes(namings, drawn[:, place])))
    return _Scores(*(np.concatenate([getattr(part, name) for part in parts]) for name in (PREFERENCE, BIAS_FOR)))


def _of_fixed_sizes(namings: RegionNamings, weights: np.ndarray) -> np.ndarray:
    """Weights (B, n) that add up, in every region, to its number of statements."""
    for place in range(len(namings.regions)):
        own = namings.own == place
        weights[:, own] *= own.sum() / weights[:, own].sum(1, keepdims=True)
    return weights
