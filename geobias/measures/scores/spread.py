"""How far scores and gaps vary over units and models: standard errors, with their degrees of freedom."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from geobias.means import known_mean, known_variance
from geobias.measures.scores.pigeonhole import Pigeonhole


@dataclass(frozen=True)
class Spread:
    """Q scores or gaps of one metric, shares of 1.

    value : (Q,), mean over the models. replicates : (B, Q), under models and units resampled.
    error : (Q,), standard errors, with what replicates of few units and of extreme scores lack; NaN where a group has
        one unit. df : (Q,), degrees of freedom of their squares.
    """

    value: np.ndarray
    replicates: np.ndarray
    error: np.ndarray
    df: np.ndarray


def spread(pigeonhole: Pigeonhole, metric: str, wanted: Sequence[tuple[int, ...]]) -> Spread:
    """The spread of scores of a group, (a,), or gaps of two, (a, b), by place; a gap uses the models that score both.

    The variance is that of the mean over the models under resampled units, and that of the mean over all units under
    resampled models. The third part of a crossed bootstrap, of both at once, repeats what single answers, model by
    document, add to each of these two (Owen 2007, Annals of Applied Statistics 1), and is left out; answers still count
    twice. Two things are added to the units' part. Weights of n like units give (n - 1) / (n + 1) of the variance of a
    mean, n the effective number of units. And replicates of a share that is 0 or 1 do not vary at all: as Agresti and
    Caffo (2000, The American Statistician 54) do, two texts are added to each group, of score 0 and of score 1. Of
    units that depend on each other it is `Pigeonhole.dependence` times that. The degrees of freedom
    are Satterthwaite's (1946), of the units of each group and of the models, whose sets (or models of the one set) less
    1 are counted; at least 1.
    """
    known = ~np.isnan(pigeonhole.values[metric])
    chosen = [known[:, list(groups)].all(1) for groups in wanted]
    means = {models.tobytes(): _Means.of(pigeonhole, metric, models) for models in chosen}
    found = [means[models.tobytes()].of_groups(list(groups)) for models, groups in zip(chosen, wanted, strict=True)]
    value, error, df = (np.array([one[i] for one in found]) for i in (0, 2, 3))
    return Spread(value, np.stack([one[1] for one in found], axis=1), error, df)


@dataclass(frozen=True)
class _Means:
    """Mean scores of all groups over some models: values (G,); replicates under units, models and both, (B, G)."""

    values: np.ndarray
    units: np.ndarray
    models: np.ndarray
    both: np.ndarray
    worth: np.ndarray
    freedom: int
    dependence: float

    @classmethod
    def of(cls, pigeonhole: Pigeonhole, metric: str, chosen: np.ndarray) -> _Means:
        values, replicates = pigeonhole.values[metric][chosen], pigeonhole.replicates[metric][:, chosen]
        weights, sets = pigeonhole.weights[:, chosen, None], pigeonhole.sets[chosen]
        different = len(np.unique(sets)) if len(np.unique(sets)) > 1 else len(sets)
        return cls(
            known_mean(values, 0),
            known_mean(replicates, 1),
            known_mean(np.broadcast_to(values, replicates.shape), 1, weights),
            known_mean(replicates, 1, weights),
            pigeonhole.worth[metric],
            max(different - 1, 1),
            pigeonhole.dependence,
        )

    def of_groups(self, places: list[int]) -> tuple[float, np.ndarray, float, float]:
        """Value, replicates, error and degrees of freedom of one score, or of the difference of two."""
        sign = np.array([1.0, -1.0][: len(places)])
        value, both, models = (some[..., places] @ sign for some in (self.values, self.both, self.models))
        raw = known_variance(self.units[:, places])
        parts, freedoms = _of_units(self.values[places], raw, self.worth[:, places])
        # Groups that share texts vary together: their gap has that share of the variance.
        shared = known_variance(self.units[:, places] @ sign) / raw.sum() if raw.sum() > 0 else 1.0
        of_units, of_models = self.dependence * shared * parts, known_variance(models)
        square = of_units.sum() + of_models
        if np.isnan(value) or not (freedoms > 1e-9).all() or not square > 0:
            return value, both, np.nan, np.nan
        below = (of_units**2 / freedoms).sum() + of_models**2 / self.freedom
        return value, both, float(np.sqrt(square)), max(float(square**2 / below), 1.0)


def _of_units(scores: np.ndarray, variances: np.ndarray, worth: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The variance that each group's units bring (1 or 2,), and its degrees of freedom."""
    texts, units = worth
    freedoms = units - 1
    with np.errstate(divide="ignore", invalid="ignore"):
        unbiased = variances * (units + 1) / freedoms
    added = scores**2 + (1 - scores) ** 2
    return (unbiased * texts**2 + added) / (texts + 2) ** 2, freedoms
