"""The omnibus test: whether the texts of two groups have one law, by the largest of several statistics.

Units are permuted between the two groups, and every statistic is made of every permutation: energy distance, MMD over
bandwidths, the studentised contrast of means, the held-out AUC of a classifier, the Sinkhorn excess. Each is brought to
one scale by its permutations, and the largest compared with the largest of each permutation (max-T, Westfall and Young
1993): the test has about the power of whichever statistic suits the difference, and needs no correction for having
tried all.

Pairs of groups are permuted each for itself, and one pair's permutation r stands beside another's as if they were
independent; so do permutations of samples (Sinkhorn) beside those of units. If k statistics exceed t with probabilities
p_i in permutations, independent ones have a maximum above t in 1 - prod(1 - p_i) of cases. Where that is alpha, the
sum of the p_i is at most -log(1 - alpha), .0513 for .05, and the sum bounds the probability that any of them does,
whatever their dependence (Bonferroni); where large values come together, as those of pairs that share a group do,
it is less than alpha.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np

from geobias.errors import InputError
from geobias.measures.differences.drawing import draw
from geobias.measures.differences.groups import UnitGroup, texts_per_unit
from geobias.measures.differences.pair_tests import SINKHORN, TIE, PairTests
from geobias.measures.differences.scaled_sinkhorn import Pair, sample_table
from geobias.measures.differences.settings import DifferenceSettings
from geobias.measures.differences.unit_tables import median_distance
from geobias.measures.keeping import FORGETTING, Keeping
from geobias.parallel import ordered_map
from geobias.seeds import generator
from geobias.stats import max_statistic
from geobias.tables import Difference


def omnibus_tests(
    groups: Mapping[str, UnitGroup],
    settings: DifferenceSettings | None = None,
    *,
    strata: Mapping[str, np.ndarray] | None = None,
    pairs: Sequence[Pair] | None = None,
    family: Collection[str] | None = None,
    seed: int = 0,
    keeping: Keeping = FORGETTING,
) -> list[Difference]:
    """Whether the texts of every two groups have one law.

    Parameters
    ----------
    groups : name -> its texts by units. Every unit gives as many texts as the one with the fewest, drawn at random, so
        that units are alike; at most `settings.largest_group` units of a group are drawn.
    strata : group -> int64 (units,), e.g. the length of a unit's texts; units are permuted among those of their
        stratum, so that what the strata tell apart counts for no difference. None = among all.
    pairs : the pairs to test; None = all.
    family : groups whose pairs `p_max` is over; None = all. Pairs of other groups have no `p_max`.
    seed : every group and pair has a stream of its own, which no other moves.
    keeping : the statistics of each pair, and the table of divergences, are kept under what made them.

    Returns
    -------
    A row per pair, in their order, without its size (`difference_effects`). A statistic that so few units, or missing
    clouds, do not allow is NaN with a note, and the largest is that of the others; a group of one unit gives no test.

    Raises
    ------
    InputError : fewer than two groups; strata that do not fit the units; a pair of no two groups.
    """
    chosen = settings or DifferenceSettings()
    tested = _pairs(groups, pairs)
    if not tested:
        return []
    texts = texts_per_unit(groups)
    involved = dict.fromkeys(name for pair in tested for name in pair)
    units = {name: draw(name, groups[name], texts, chosen, strata, seed) for name in involved}
    clouds = {name: found for name in involved if (found := groups[name].clouds) is not None}
    table = None
    if SINKHORN in chosen.statistics:
        table = sample_table(units, clouds, tested, chosen, seed, keeping)
    scale = median_distance([group.points for group in units.values()], generator(seed, "omnibus scale"))
    work = PairTests(chosen, scale, table, seed, keeping)

    def measure(pair: Pair) -> tuple[Difference, np.ndarray]:
        return work.test(pair, (units[pair[0]], units[pair[1]]), texts)

    results = []
    for done, result in enumerate(ordered_map(measure, tested, keeping.workers), 1):
        results.append(result)
        keeping.tell(done, len(tested))
    return _over_family(results, family)


def _over_family(found: Sequence[tuple[Difference, np.ndarray]], family: Collection[str] | None) -> list[Difference]:
    """`p_max` over the pairs whose groups are both in the family."""
    tests = [test for test, _ in found]
    among = [
        at
        for at, test in enumerate(tests)
        if test.n_permutations and (family is None or {test.group_a, test.group_b} <= set(family))
    ]
    if among:
        largest = np.stack([found[at][1] for at in among])
        adjusted = max_statistic(largest[:, 0] - TIE, largest[:, 1:], exact=False, alternative="greater")
        for at, p in zip(among, adjusted, strict=True):
            tests[at] = replace(tests[at], p_max=float(p))
    return tests


def _pairs(groups: Mapping[str, UnitGroup], pairs: Sequence[Pair] | None) -> list[Pair]:
    if len(groups) < 2:
        raise InputError("differences must be of at least two groups", f"there is {list(groups)}", "Add another group.")
    if pairs is None:
        return list(combinations(groups, 2))
    for a, b in pairs:
        if a == b or a not in groups or b not in groups:
            raise InputError(f"pairs must be of two of the groups {list(groups)}", f"one is {(a, b)}", "Correct it.")
    return [(a, b) for a, b in pairs]
