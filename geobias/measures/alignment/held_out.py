"""Labels of groups that share no annotator with the answers they are compared with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from geobias.corpora import Judgements
from geobias.measures.alignment.cells import cells_of, mean_answers
from geobias.seeds import generator


def halves(judgements: Judgements, attribute: str | Sequence[str], rng: np.random.Generator) -> np.ndarray:
    """bool (A,), a random half of every group's annotators; one of several groups is in it for all of them."""
    half = np.zeros(len(judgements.annotators), dtype=bool)
    for cell in cells_of(judgements, attribute).values():
        who = np.unique(judgements.annotator[cell.judgements])
        half[rng.permutation(who)[: len(who) // 2]] = True
    return half


def held_out_labels(judgements: Judgements, attribute: str | Sequence[str], *, seed: int = 0) -> Judgements:
    """The answers of a random half of every group's annotators, with the mean answers of its other half as sources.

    A label that a group's own annotators made shares their noise: the group agrees with it more than any other group
    could, and beyond what corrections allow for. Labels of other annotators of the group do not. Sources are named by
    their groups and take the place of those that there are. An annotator of several groups makes labels of all or none.
    """
    labelling = halves(judgements, attribute, generator(seed, "held-out labels"))
    sources = {}
    for group, cell in cells_of(judgements, attribute).items():
        kept = cell.judgements[labelling[judgements.annotator[cell.judgements]]]
        sources[group] = mean_answers(judgements, kept, np.ones(len(kept)))
    return replace(judgements.select(~labelling[judgements.annotator]), sources=sources)
