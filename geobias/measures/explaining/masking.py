"""Texts without some of their words, and the excess that is left of two groups: a check by intervention."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import replace

import numpy as np
import torch

from geobias.clouds import TokenClouds
from geobias.corpora import words_of
from geobias.measures.explaining.potentials import SampleCosts
from geobias.measures.explaining.settings import ExplainSettings
from geobias.measures.separation import Samples
from geobias.stats import jackknife_excess, shuffle_excess
from geobias.tables import MaskedExcess


def masked_text(text: str, words: Set[str], mask: str) -> str:
    """The text with `mask` for each of these words, which are in their normal form; "" = they are left out.

    >>> masked_text("Off to Leeds, rainy LEEDS.", {"leeds"}, "[MASK]")
    'Off to [MASK], rainy [MASK].'
    >>> masked_text("Off to Leeds, rainy LEEDS.", {"leeds"}, "")
    'Off to , rainy .'
    """
    parts, behind = [], 0
    for start, end in dict.fromkeys((start, end) for word, start, end in words_of(text) if word in words):
        parts += [text[behind:start], mask]
        behind = end
    return "".join([*parts, text[behind:]])


def without(clouds: TokenClouds, points: np.ndarray) -> TokenClouds:
    """The same documents without some of their points, bool (T,) true = left out."""
    kept = torch.from_numpy(~points)
    counts = torch.bincount(clouds.owners[kept], minlength=len(clouds))
    return TokenClouds(clouds.points[kept], torch.cat([torch.zeros_like(counts[:1]), counts.cumsum(0)]))


def samples_of(samples: Mapping[str, Samples], clouds: Mapping[str, TokenClouds], seed: int) -> dict[str, Samples]:
    """The same samples of documents, of other clouds, thinned alike where they were before."""
    made = {name: replace(samples[name], clouds=of_group, kept=None) for name, of_group in clouds.items()}
    if any(samples[name].kept is None for name in made):
        return made
    tokens = min(int(of_group.tokens().min()) for of_group in made.values())
    return {name: of_group.thinned(tokens, seed) for name, of_group in made.items()}


def alike_words(found: Sequence[str], counts: Mapping[str, int], rng: np.random.Generator) -> list[str]:
    """For each word another that is not among them, as near to it in occurrences as there is; no word twice."""
    taken = set(found)
    others = [word for word in sorted(counts) if word not in taken]
    others = [others[place] for place in rng.permutation(len(others))]
    chosen: list[str] = []
    for word in sorted(found, key=lambda name: (-counts[name], name)):
        if others:
            nearest = min(others, key=lambda name: abs(np.log(counts[name] / counts[word])))
            others.remove(nearest)
            chosen.append(nearest)
    return chosen


def masked_row(
    before: SampleCosts, after: SampleCosts, row: MaskedExcess, settings: ExplainSettings, rng: np.random.Generator
) -> MaskedExcess:
    """The row with what is left of the excess: samples are those of before, with words masked.

    The interval of the ratio is by the delta method: the jackknife over samples of what is left less ratio times what
    was there, over what was there.
    """
    old, new, labels = before.divergences(), after.divergences(), before.labels
    whole, left = jackknife_excess(old, labels), jackknife_excess(new, labels)
    low, high = left.interval(settings.level)
    test = shuffle_excess(new, labels, n_resamples=settings.permutations, rng=rng)
    ends = (float("nan"),) * 3
    if whole.interval(settings.level)[0] > 0:  # a ratio to what may be nothing says nothing
        ratio = left.estimate / whole.estimate
        moved = jackknife_excess(new - ratio * old, labels)
        half = (moved.interval(settings.level)[1] - moved.estimate) / whole.estimate
        ends = (ratio, ratio - half, ratio + half)
    return replace(
        row, before=whole.estimate, value=left.estimate, low=low, high=high, level=settings.level,
        left=ends[0], left_low=ends[1], left_high=ends[2], p_permutation=test.pvalue, p_smallest=test.smallest,
    )  # fmt: skip
