"""How far apart the texts of two groups are, on scales that do not grow with their number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import combinations
from typing import Any

import numpy as np

from geobias.errors import InputError
from geobias.measures.differences.contrast import OwnProducts, contrast, own_products, products
from geobias.measures.differences.dealt import DealtGroup, dealt_group
from geobias.measures.differences.distance_law import DistanceLaw, best_auc, distance_of
from geobias.measures.differences.groups import UnitGroup
from geobias.measures.differences.held_out_auc import held_out_auc
from geobias.measures.differences.settings import DifferenceSettings
from geobias.measures.differences.strata_centring import centred_in_strata
from geobias.measures.differences.whitening import LEAST_FOLDS, HeldOutWhitening
from geobias.parallel import ordered_map
from geobias.seeds import generator
from geobias.tables import Difference

LEAST_UNITS = 8
"""Of a group whose differences are sized."""
ALPHA, POWER = 0.05, 0.8
"""Of `detectable_auc`."""

Pair = tuple[str, str]
Groups = Mapping[str, UnitGroup]
Strata = Mapping[str, np.ndarray] | None


def difference_effects(
    groups: Groups,
    settings: DifferenceSettings,
    *,
    pairs: Sequence[Pair] | None = None,
    strata: Strata = None,
    seed: int,
    workers: int | None = None,
) -> list[Difference]:
    """Size of the differences of pairs of groups, with intervals and a test that they are too small to matter.

    Parameters
    ----------
    groups : their texts by units; every unit weighs the same, however many texts it has.
    settings : `folds`, `largest_group`, `level`, `smallest_auc`.
    pairs : None = all.
    strata : group -> the stratum of each unit, of pairs that are matched (`adjusted_groups`); other groups, which help
        with the covariance, need none.
    seed : of the folds, and of which units are taken from large groups; a group's do not depend on the others.

    Returns
    -------
    A row per pair, without its test (`omnibus_tests`). `distance` is the squared Mahalanobis distance of means, by
    products of distinct units whitened without their folds (`HeldOutWhitening`). The covariance is that of texts
    within all groups, so one ruler measures all pairs: in its coordinates a random text of a random unit, held out, has
    variance 1 on average over features.
    With few texts for the features the covariance is shrunk much, and a difference along features' largest common
    directions counts for more than it is, one along the smallest for less; over directions it is right on average.

    `best_auc` is Phi(sqrt(distance / 2)): what the best linear rule would reach with any number of texts to fit it.
    Equivalence goes by it and not by `auc`, that of rules fitted on these texts: with few texts such a rule is near 0.5
    whatever the groups are, and so would call everything equivalent that it cannot see.

    A group with fewer than `LEAST_UNITS` units is left out; its pairs are NaN, with a note.

    Raises
    ------
    InputError : strata without those of a group that is compared, or texts that do not vary within groups.
    """
    chosen = list(combinations(groups, 2)) if pairs is None else list(pairs)
    without = sorted({name for pair in chosen for name in pair if strata and name not in strata})
    if without:
        raise InputError(
            "strata must be there for every group that is compared", f"there are none of {without}", "Name the pairs."
        )
    sizes = {name: min(len(group), settings.largest_group) for name, group in groups.items()}
    enough = {name: group for name, group in groups.items() if sizes[name] >= LEAST_UNITS}
    measured = [pair for pair in chosen if set(pair) <= set(enough)]
    found = _measured(enough, measured, settings, strata, seed, workers) if measured else {}
    return [
        Difference(a, b, sizes[a], sizes[b], **(found.get((a, b)) or {"note": _note((a, b), sizes)})) for a, b in chosen
    ]


def _measured(
    groups: Groups, pairs: Sequence[Pair], settings: DifferenceSettings, strata: Strata, seed: int, workers: int | None
) -> dict[Pair, dict[str, Any]]:
    sizes = {name: min(len(group), settings.largest_group) for name, group in groups.items()}
    folds = max(LEAST_FOLDS, min(settings.folds, *sizes.values()))
    order = {name: _order(group, sizes[name], seed, name, strata) for name, group in groups.items()}
    taken = {name: group.some(order[name]) for name, group in groups.items()}
    fold_of = {name: np.arange(size) % folds for name, size in sizes.items()}
    whitening = HeldOutWhitening(taken, fold_of, workers)
    names = list(dict.fromkeys(name for pair in pairs for name in pair))
    dealt = {name: dealt_group(taken[name], fold_of[name], whitening.centre) for name in names}
    own = (
        {} if strata else dict(zip(names, ordered_map(partial(_own, whitening), dealt.values(), workers), strict=True))
    )

    def effect(pair: Pair) -> dict[str, Any]:
        a, b = (dealt[name] for name in pair)
        if not strata:
            return _effect((a, b), (own[pair[0]], own[pair[1]]), whitening, settings)
        codes_a, codes_b = (np.asarray(strata[name])[order[name]] for name in pair)
        (a, b), of_strata = centred_in_strata((a, b), (codes_a, codes_b))
        own_a, own_b = (_own(whitening, one, taken) for one, taken in zip((a, b), of_strata, strict=True))
        return _effect((a, b), (own_a, own_b), whitening, settings)

    return dict(zip(pairs, ordered_map(effect, pairs, workers), strict=True))


def _order(group: UnitGroup, size: int, seed: int, name: str, strata: Strata) -> np.ndarray:
    """So many units in random order, by stratum, in which they are dealt into folds and blocks as they come."""
    order = generator(seed, "effect units", name).permutation(len(group))
    if strata and name in strata:
        order = order[np.argsort(np.asarray(strata[name])[order], kind="stable")]
    return order[np.arange(size) * len(order) // size]


def _own(whitening: HeldOutWhitening, group: DealtGroup, taken: np.ndarray | None = None) -> OwnProducts:
    residual = group.about_its_mean()
    return own_products(products(group, group, whitening), products(residual, residual, whitening), taken)


def _effect(
    pair: tuple[DealtGroup, DealtGroup],
    own: tuple[OwnProducts, OwnProducts],
    whitening: HeldOutWhitening,
    settings: DifferenceSettings,
) -> dict[str, float]:
    """The fields of a `Difference` that say its size."""
    residual = products(pair[0].about_its_mean(), pair[1].about_its_mean(), whitening)
    found = contrast(*own, products(*pair, whitening), residual, whitening.variance)
    law = DistanceLaw.of(found, pair[0].means.shape[1])
    low, high = law.interval(settings.level)
    classifier = held_out_auc(*pair, whitening)
    auc_low, auc_high = np.clip(classifier.interval(settings.level), 0.0, 1.0).tolist()
    return {
        "distance": law.estimate, "low": low, "high": high, "level": settings.level,
        "auc": classifier.estimate, "auc_low": auc_low, "auc_high": auc_high,
        "best_auc": best_auc(law.estimate), "best_auc_low": best_auc(low), "best_auc_high": best_auc(high),
        "margin": settings.smallest_auc, "p_equivalent": law.p_below(distance_of(settings.smallest_auc)),
        "detectable_auc": best_auc(law.detectable(ALPHA, POWER)),
    }  # fmt: skip


def _note(pair: tuple[str, str], sizes: Mapping[str, int]) -> str:
    least = min(pair, key=lambda name: sizes[name])
    return f"a difference is sized from {LEAST_UNITS} units a group on; '{least}' has {sizes[least]}"
