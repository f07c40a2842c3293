"""Which item comes next: a third unseen by the volunteer's group, a third seen by it, the rest balanced over strata."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping

KINDS = ("unseen", "seen", "balanced")


def choose(
    kind: str,
    counts: Mapping[str, int],
    strata: Mapping[str, str],
    done: Collection[str],
    wanted: int,
    rng: random.Random,
) -> tuple[str, str] | None:
    """The next item and of which kind it is; None where a volunteer has had all.

    Items that have fewer answers than are wanted come first; where a volunteer has had all of those, any other does,
    so nobody is turned away. Among items of a kind that with the fewest answers comes first, drawn at random among
    equals. Where a kind has no item, a balanced one is taken: of the stratum with the fewest answers an item.

    Parameters
    ----------
    counts : item -> answers and live leases of the volunteer's group. strata : item -> its stratum, of all items.
    done : those that the volunteer has had.
    """
    left = [item for item in strata if item not in done]
    pool = [item for item in left if counts.get(item, 0) < wanted] or left
    if not pool:
        return None
    of_kind = [item for item in pool if kind != "balanced" and (counts.get(item, 0) > 0) == (kind == "seen")]
    if of_kind:
        return _fewest(of_kind, counts, rng), kind
    fewest = min(_mean(stratum, counts, strata) for stratum in {strata[item] for item in pool})
    poorest = [item for item in pool if _mean(strata[item], counts, strata) == fewest]
    return _fewest(poorest, counts, rng), "balanced"


def _fewest(pool: Collection[str], counts: Mapping[str, int], rng: random.Random) -> str:
    least = min(counts.get(item, 0) for item in pool)
    return rng.choice([item for item in pool if counts.get(item, 0) == least])


def _mean(stratum: str, counts: Mapping[str, int], strata: Mapping[str, str]) -> float:
    members = [item for item, of in strata.items() if of == stratum]
    return sum(counts.get(item, 0) for item in members) / len(members)
