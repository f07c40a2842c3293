"""Which texts lie far from the other group, beyond how far they lie from their own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from geobias.errors import require
from geobias.measures.explaining.items import Spoken
from geobias.measures.explaining.potentials import SampleCosts
from geobias.tables import DocumentDifference


@dataclass(frozen=True)
class GroupTexts:
    """The texts of a group: ids (n,), what they say, the log-odds of item -> estimate, and each text's place on the
    axis, float64 (n,)."""

    ids: Sequence[str]
    spoken: Spoken
    odds: dict[str, float]
    places: np.ndarray


def document_rows(
    costs: SampleCosts, pair: tuple[str, str], groups: tuple[GroupTexts, GroupTexts], level: float
) -> Iterator[DocumentDifference]:
    """A row for every text of a sample, the largest excess first in each group.

    The interval takes the samples that a text is compared with as drawn at random, and the text as given.
    """
    law = require("scipy.stats", extra="study", purpose="intervals of texts")
    for label in (0, 1):
        group, owners = groups[label], groups[label].spoken.clouds.owners.numpy()
        rows = []
        for s in np.flatnonzero(costs.labels == label):
            of_points = owners[costs.places[s]]
            for document in np.unique(of_points):
                here = of_points == document
                means = costs.costs[s][:, here].sum(1) / costs.weights[s][here].sum()
                others = [means[costs.labels != label], np.delete(means, s)[np.delete(costs.labels, s) == label]]
                excess = others[0].mean() - others[1].mean()
                freedom = min(map(len, others)) - 1
                error = np.sqrt(sum(some.var(ddof=1) / len(some) for some in others)) if freedom else np.nan
                half = law.t.ppf((1 + level) / 2, freedom) * error if freedom else np.nan
                odds = [group.odds[item] for item in group.spoken.said[document] if item in group.odds]
                rows.append(
                    DocumentDifference(
                        *pair, str(group.ids[document]), pair[label], int(here.sum()), float(excess),
                        float(excess - half), float(excess + half), level,
                        float(np.mean(odds)) if odds else float("nan"), float(group.places[document]),
                    )
                )  # fmt: skip
        yield from sorted(rows, key=lambda row: -row.excess)
