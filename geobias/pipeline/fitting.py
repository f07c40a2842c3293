"""Sizes that fit what there is: groups too small for a measurement stay out of it, draws are no larger than groups."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from geobias.corpora import Corpus
from geobias.errors import InputError
from geobias.measures import DistanceSettings, least_documents
from geobias.pipeline.materials import Texts
from geobias.sampling import Draws, LongTexts, Pools, SamplingPlan, join_texts


def large_enough(pools: Pools, distance: DistanceSettings, lda_documents: int, kind: str) -> tuple[Pools, list[str]]:
    """The groups that a discriminant can be fitted to, and a notice that names the others.

    Raises
    ------
    InputError : `lda_documents` is less than a discriminant needs.
    """
    least = least_documents(distance)
    if lda_documents < least:
        raise InputError(
            f"sampling.lda_documents must be at least {least}, what a discriminant needs of every group",
            f"it is {lda_documents}",
            "Raise it, or set distance.lda=[].",
        )
    return _without_small(pools, least, f"discriminant of {kind} texts")


def long_texts(
    corpus: Corpus, pools: Pools, units: np.ndarray, plan: SamplingPlan, seed: int
) -> tuple[LongTexts | None, list[str]]:
    """Joined texts of the groups that have enough short ones for two that share none, and notices.

    None of fewer than two groups. units : int64 (n,), whose texts stand in one block.
    """
    pools, notices = _without_small(pools, 2 * plan.long_join, "long texts (sampling.long_join)")
    if len(pools.regions) < 2:
        return None, notices
    long = join_texts(
        corpus,
        pools,
        join=plan.long_join,
        documents=plan.long_documents,
        blocks=plan.long_blocks,
        seed=seed,
        units=units,
    )
    return long, [*notices, *long.notices]


def smaller_draws(kinds: Mapping[str, Texts], score_draws: Draws | None, plan: SamplingPlan) -> list[str]:
    """One notice of the draws that groups are too small for, and the sizes they have instead; none where all fit."""
    smaller, regions = [], kinds["short"].pools.regions
    for kind, texts in kinds.items():
        if texts.subsamples is not None:
            drawn = [places.shape[1] for places in texts.subsamples.positions.values()]
            smaller += _smaller(
                drawn, "lda_documents", plan.lda_documents, f"{kind} texts per region in a discriminant"
            )
    if score_draws is not None and plan.score_repeats > 1:
        drawn = [score_draws.positions[name].shape[1] for name in regions]
        smaller += _smaller(drawn, "score_documents", plan.score_documents, "scored at a time")
    if "long" in kinds:
        drawn = [len(kinds["long"].pools.rows[name]) for name in kinds["long"].pools.regions]
        smaller += _smaller(drawn, "long_documents", plan.long_documents, "long texts per region")
    if not smaller:
        return []
    return [f"Groups are smaller than the draws that were asked for, so there are: {'; '.join(smaller)}."]


def inner_resamples(groups: int, plan: SamplingPlan) -> tuple[int, list[str]]:
    """Inner resamples of each outer one: as asked for, or fewer, with a notice, where many groups make too many
    divergences."""
    pairs = groups * (groups - 1) // 2
    if plan.most_divergences is None or pairs * plan.repeats <= plan.most_divergences:
        return plan.inner, []
    inner = max(1, min(plan.inner, plan.most_divergences // (pairs * plan.outer)))
    if inner == plan.inner:
        return inner, []
    return inner, [
        f"{inner} in place of {plan.inner} inner resamples (sampling.inner) of {pairs} pairs of groups, as "
        f"sampling.most_divergences={plan.most_divergences} allows."
    ]


def _smaller(drawn: list[int], setting: str, wanted: int, what: str) -> list[str]:
    least, most = min(drawn), max(drawn)
    if least >= wanted:
        return []
    return [f"{least if least == most else f'{least} to {most}'} {what} (sampling.{setting}={wanted})"]


def _without_small(pools: Pools, least: int, what: str) -> tuple[Pools, list[str]]:
    small = {group: len(rows) for group, rows in pools.rows.items() if len(rows) < least}
    if not small:
        return pools, []
    named = ", ".join(f"{group} ({count})" for group, count in small.items())
    return pools.without(tuple(small)), [
        f"Left out of the {what}, with fewer than {least} texts: {named}. sampling.on_small=drop and "
        f"sampling.min_documents={least} leave such groups out altogether."
    ]
