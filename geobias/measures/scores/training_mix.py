"""What the composition of a training set does to scores: paired over training sets and documents, with intervals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from geobias.means import known_mean
from geobias.measures.scores.pigeonhole import Pigeonhole, pigeonhole_bootstrap
from geobias.measures.scores.weighted_groups import WeightedGroups
from geobias.sampling import TrainingMix
from geobias.stats import exchangeable_weights, percentile_interval
from geobias.tables import CompositionEffect, CompositionTable

OTHERS = "others"


def composition_effects(
    groups: WeightedGroups,
    mixes: Sequence[TrainingMix],
    *,
    level: float = 0.95,
    replicates: int = 1_000,
    rng: np.random.Generator,
) -> CompositionTable:
    """Scores, their changes and gaps at every share, by the pigeonhole bootstrap over repeats and documents.

    All compositions of a repeat keep one weight, and a document one for all models: the interval of a change is that
    of a paired difference. It is about other training sets drawn from the same texts, and other documents.

    Parameters
    ----------
    groups : of rows that are evaluated, none of which trains; predicted by one model per mix, in their order, every one
        of which predicts all rows. Pooled groups are scored, and are none of the "others".
    """
    bootstrap_rng, repeats_rng = rng.spawn(2)
    pigeonhole = pigeonhole_bootstrap(groups, replicates=replicates, rng=bootstrap_rng)
    base = [group not in groups.pooled_groups for group in pigeonhole.groups]
    repeats = exchangeable_weights(max(mix.repeat for mix in mixes) + 1, replicates, repeats_rng)
    regions = dict.fromkeys(mix.region for mix in mixes if mix.region)
    shares = sorted({mix.share for mix in mixes}, reverse=True)
    out: list[CompositionEffect] = []
    for metric in groups.metrics:
        for region in regions:
            full: np.ndarray | None = None
            for share in shares:
                chosen = [i for i, mix in enumerate(mixes) if mix.share == share and mix.region in (region, "")]
                means = _means(pigeonhole, metric, chosen, repeats[:, [mixes[i].repeat for i in chosen]])
                full = means if full is None else full  # the full share comes first
                values = _values(means, full, pigeonhole.groups, base, region)
                training_share = mixes[chosen[0]].counts[region] / len(mixes[chosen[0]].rows)
                out += _effects(values, (region, share, training_share, metric), level)
    return CompositionTable(tuple(out))


def _means(pigeonhole: Pigeonhole, metric: str, chosen: list[int], weights: np.ndarray) -> np.ndarray:
    """Mean over the training sets, float64 (1 + B, G): the value first, then its replicates."""
    value = known_mean(pigeonhole.values[metric][chosen], -2)
    return np.concatenate([value[None], known_mean(pigeonhole.replicates[metric][:, chosen], -2, weights[..., None])])


def _values(
    means: np.ndarray, full: np.ndarray, groups: tuple[str, ...], base: Sequence[bool], region: str
) -> Iterator[tuple[str, str, np.ndarray]]:
    """(quantity, group, value and its replicates)."""
    for place, group in enumerate(groups):
        yield "score", group, means[:, place]
        yield "change", group, 100 * (means[:, place] - full[:, place])
    if region not in groups:
        return
    own = groups.index(region)
    for place, group in enumerate(groups):
        if place != own:
            yield "gap", group, 100 * (means[:, own] - means[:, place])
    others = [place for place, counted in enumerate(base) if counted and place != own]
    if others:
        yield "gap", OTHERS, 100 * (means[:, own] - means[:, others].mean(1))


def _effects(
    values: Iterator[tuple[str, str, np.ndarray]], key: tuple[str, float, float, str], level: float
) -> Iterator[CompositionEffect]:
    for quantity, group, found in values:
        low, high = percentile_interval(found[1:], level)
        yield CompositionEffect(*key, quantity, group, float(found[0]), float(low), float(high), level)
