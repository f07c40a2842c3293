"""The table that the certificate is made of: what was written by every design, and what was stated."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from geobias.measures.resonance import DesignMeans, ResonanceScores, StatedScores, design_means
from geobias.studies.resonance.settings import ResonancePlan

_JOIN = " | "


def table_of_designs(
    scores: ResonanceScores, stated: StatedScores | None, plan: ResonancePlan, axes: Sequence[str]
) -> DesignMeans:
    """Mean projections of groups, cells (other axes, and the question) and designs.

    What is stated of the survey's items is a design too: one number a persona, which stands in the cell of every
    question, for it is asked beside them all.
    """
    columns = [scores.labels(axis) for axis in axes]
    cells = [_joined([column[at] for column in (*columns, scores.labels("question"))]) for at in range(len(scores))]
    values, groups = [scores.projection(plan.scoring)], list(scores.labels(plan.group))
    designs = list(scores.design)
    if stated is not None:
        columns, projection = [stated.labels(axis) for axis in axes], stated.projection()
        for question in dict.fromkeys(scores.labels("question")):
            values.append(projection)
            groups += list(stated.labels(plan.group))
            cells += [_joined([*(column[at] for column in columns), question]) for at in range(len(stated))]
            designs += list(stated.design)
    return design_means(np.concatenate(values), groups, cells, designs)


def _joined(parts: Sequence[str]) -> str:
    return _JOIN.join(filter(None, parts))
