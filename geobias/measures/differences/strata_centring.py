"""Units about the means of their strata, where groups are matched."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import torch

from geobias.measures.differences.dealt import DealtGroup

Dealt = tuple[DealtGroup, DealtGroup]


def centred_in_strata(pair: Dealt, codes: tuple[np.ndarray, np.ndarray]) -> tuple[Dealt, list[np.ndarray]]:
    """Two matched groups about the mean of both in every stratum, and what that takes from products, (n,) each.

    Matched groups are no free samples: so many short texts and so many long ones are drawn. Their means differ less by
    chance than free samples' would, and a U-statistic, which counts on free samples, would be below 0 on average for
    equal laws. Shifting a stratum of both groups leaves the difference of matched means as it is, and without
    differences between strata units count as free again, but for the stratum's own mean of N units: two units of one
    stratum then have products of -1 / (N - 1) of their squares on average. 1 / (N - 1) of every unit is given back.
    """
    joined = torch.from_numpy(np.unique(np.concatenate(codes), return_inverse=True)[1])
    counts = torch.bincount(joined).double()
    everything = torch.cat([group.means for group in pair])
    sums = torch.zeros(len(counts), everything.shape[1], dtype=torch.float64).index_add_(0, joined, everything)
    means = sums / counts[:, None]
    taken, centred = 1 / (counts - 1).clamp(min=1), []
    places = joined.split([len(group.means) for group in pair])
    for group, place in zip(pair, places, strict=True):
        of_text = torch.repeat_interleave(place, torch.from_numpy(group.sizes))
        centred.append(replace(group, texts=group.texts - means[of_text], means=group.means - means[place]))
    return (centred[0], centred[1]), [taken[place].numpy() for place in places]
