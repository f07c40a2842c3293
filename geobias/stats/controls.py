"""Controls of a whole pipeline: random placebo partitions as its null, known shifts as what it should find."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from geobias.arguments import whole
from geobias.errors import InputError, require
from geobias.means import ratio
from geobias.stats.intervals import check_level
from geobias.stats.permutation import extremity, share_at_least
from geobias.stats.rank import check_alternative
from geobias.stats.samples import as_sample
from geobias.stats.sequential import ALL, SETTLED

ENOUGH = 99  # placebo partitions that allow p = .01


@dataclass(frozen=True)
class ControlResult:
    """A statistic against its values on placebo partitions.

    `pvalue` is (b + 1) / (m + 1) with `smallest` = 1 / (m + 1); `mean`, `sd` and `quantiles` (5, 50 and 95 %) describe
    the placebo values that are defined, `n_undefined` are not and count as extreme. `note` says what is missing. Of
    `planned` partitions `n_placebo` were drawn, and `drawn_until` says why no more; `smallest` is that of all of them.
    """

    observed: float
    pvalue: float
    smallest: float
    alternative: str
    n_placebo: int
    n_undefined: int
    mean: float
    sd: float
    quantiles: tuple[float, float, float]
    note: str = ""
    planned: int = 0
    drawn_until: str = ALL


def control_pvalue(
    observed: float, placebo: object, *, alternative: str = "two-sided", planned: int | None = None
) -> ControlResult:
    """Negative control: how often random groups of the same sizes reach the statistic of the real ones.

    `placebo` (m,) holds the statistic of the whole pipeline on m random partitions of the same texts into groups of the
    same sizes, where nothing can be found; at least 99 are asked for. "two-sided" compares absolute values, right for
    coefficients; "greater" is right for a statistic such as a largest coefficient. p = (b + 1) / (m + 1) (Phipson and
    Smyth 2010), ties within 1e-9 count. planned : partitions that there would have been, had the first not settled it
    (`stats.sequential`); None = these. Raises InputError where there is no placebo value.

    >>> control_pvalue(0.9, np.linspace(-0.5, 0.5, 99)).pvalue
    0.01
    """
    check_alternative(alternative)
    values, statistic = as_sample(placebo, "placebo").reshape(-1), as_sample(observed, "observed")
    if statistic.shape != ():
        raise InputError("observed must be one number", f"its shape is {statistic.shape}", "Pass the statistic.")
    observed = float(statistic)
    if not len(values):
        raise InputError("a negative control must have placebo partitions", "there is none", "Run 99 or more.")
    defined = values[~np.isnan(values)]
    turned = extremity(values, alternative)
    turned = np.where(np.isnan(turned), np.inf, turned)
    undefined = bool(np.isnan(observed))
    pvalue = (
        np.nan if undefined else share_at_least(turned[None], extremity(np.array([observed]), alternative), False)[0]
    )
    notes = ["the observed statistic is undefined"] if undefined else []
    intended = len(values) if planned is None else whole("planned", planned, len(values))
    if intended < ENOUGH:
        notes.append(f"{intended} placebo partitions, {ENOUGH} or more are needed for p = .01")
    quantiles = np.quantile(defined, [0.05, 0.5, 0.95]) if len(defined) else np.full(3, np.nan)
    return ControlResult(
        observed=float(observed),
        pvalue=float(pvalue),
        smallest=1 / (intended + 1),
        alternative=alternative,
        n_placebo=len(values),
        n_undefined=len(values) - len(defined),
        mean=float(defined.mean()) if len(defined) else np.nan,
        sd=float(defined.std(ddof=1)) if len(defined) > 1 else np.nan,
        quantiles=tuple(float(q) for q in quantiles),  # type: ignore[arg-type]
        note="; ".join(notes),
        planned=intended,
        drawn_until=ALL if len(values) == intended else SETTLED,
    )


@dataclass(frozen=True)
class PowerCurve:
    """How often a planted shift is found; arrays (s,), ascending in `shift`.

    `power` is the share of runs with p <= alpha, and where they had a negative control its p <= alpha too; `low` and
    `high` are its exact binomial interval (Clopper and Pearson 1934), `runs` how many had a p-value, and `vetoed` is
    the share of runs with p <= alpha that the negative control alone stopped (0 without one).
    """

    shift: np.ndarray
    power: np.ndarray
    low: np.ndarray
    high: np.ndarray
    runs: np.ndarray
    vetoed: np.ndarray
    alpha: float

    def detectable(self, power: float = 0.8) -> float:
        """The smallest shift found in this share of runs, between two planted ones by a straight line; NaN if none."""
        reached = np.flatnonzero(self.power >= power)
        if not len(reached):
            return np.nan
        at = reached[0]
        if at == 0:
            return float(self.shift[0])
        pair = slice(at - 1, at + 1)
        return float(np.interp(power, self.power[pair], self.shift[pair]))


def power_curve(
    shift: object,
    pvalues: object,
    *,
    controls: object | None = None,
    alpha: float = 0.05,
    confidence: float = 0.95,
) -> PowerCurve:
    """Positive control: the share of runs that find each planted shift; needs scipy.

    shift (s,); pvalues (s, runs) of the pipeline with that shift injected, NaN = the run gave none and is not counted.
    controls (s, runs) are the p-values of each run's negative control, which stops what it finds above alpha; NaN
    there, or None, stops nothing.

    >>> curve = power_curve([0.0, 1.0], [[0.5, 0.3, 0.04, 0.9], [0.01, 0.02, 0.01, 0.2]])
    >>> curve.power.tolist(), round(curve.detectable(0.5), 3)
    ([0.25, 0.75], 0.5)
    """
    sizes, values = as_sample(shift, "shift"), as_sample(pvalues, "pvalues")
    if sizes.ndim != 1 or values.ndim != 2 or len(values) != len(sizes):
        raise InputError(
            "pvalues must be (shifts, runs) for shift (shifts,)",
            f"their shapes are {values.shape} and {sizes.shape}",
            "Give one row of p-values per shift.",
        )
    checks = np.full(values.shape, np.nan) if controls is None else as_sample(controls, "controls")
    if checks.shape != values.shape:
        raise InputError(
            f"controls must be {values.shape}, one for each of pvalues", f"their shape is {checks.shape}", "Align them."
        )
    alpha, confidence = check_level(alpha, "alpha"), check_level(confidence, "confidence")
    law = require("scipy.stats", extra="study", purpose="an exact binomial interval").beta
    order = np.argsort(sizes, kind="stable")
    sizes, values, stopped = sizes[order], values[order], checks[order] > alpha
    runs, found = (~np.isnan(values)).sum(1), ((values <= alpha) & ~stopped).sum(1)
    power = ratio(found, runs)
    tail = (1 - confidence) / 2
    low = np.where(found > 0, law.ppf(tail, np.maximum(found, 1), runs - found + 1), 0.0)
    high = np.where(found < runs, law.ppf(1 - tail, found + 1, np.maximum(runs - found, 1)), 1.0)
    return PowerCurve(sizes, power, low, high, runs, ratio(((values <= alpha) & stopped).sum(1), runs), alpha)
