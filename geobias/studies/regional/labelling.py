"""What the labels allow: which texts train and why others do not, in sentences for the page."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from geobias.corpora import Corpus
from geobias.sampling import Pools
from geobias.sampling.training import COPIES, NEAR, NO_GROUP, NO_LABEL, TWO_LABELS, conflicting

_LEFT_OUT = {
    NO_GROUP: "{} without a group (sampling.train_ungrouped=true lets them train)",
    NO_LABEL: "{} without a label",
    TWO_LABELS: "{} of which a copy carries another label (sampling.on_conflict=first lets the first of each train)",
    COPIES: "{} evaluated or repeated",
    NEAR: "{} so like an evaluated one that they count as copies of it",
}


def training_notices(corpus: Corpus, pools: Pools) -> Iterator[str]:
    """What a reader should know of the texts that train: why others do not, and which groups have none."""
    if pools.left_out:
        reasons = [_LEFT_OUT[reason].format(count) for reason, count in pools.left_out.items()]
        yield f"Texts that do not train, though no pool has them: {', '.join(reasons)}."
    scored = np.unique(np.concatenate(list(pools.scored.values())))
    two = int(np.isin(pools.two_labels, scored).sum())
    if two:
        yield f"Evaluated texts of which a copy carries another label: {two}. Each is scored against its own."
    yield from _near_duplicates(corpus, pools)
    yield from _without_training(corpus, pools)


def _near_duplicates(corpus: Corpus, pools: Pools) -> Iterator[str]:
    near = len(pools.families) - len(np.unique(pools.families))
    if near:
        unlike = int(conflicting(pools.families, corpus.labels[pools.training]).sum())  # type: ignore[index]
        beside = f" Those with such a neighbour of another label: {unlike}." if unlike else ""
        yield f"{near} training texts are near-duplicates of another one; such texts share a fold.{beside}"


def _without_training(corpus: Corpus, pools: Pools) -> Iterator[str]:
    """Groups that no model sees in training; a baseline that trains alone leaves all of them out, on purpose."""
    of_text = corpus.attributes[pools.by][pools.training]
    regions = [group for group, role in pools.roles.items() if role == "region"]
    silent = [group for group in regions if not (of_text == group).any()]
    ungrouped = int((of_text == "").sum())
    if ungrouped:
        yield f"Texts without a group among the {len(of_text)} that train: {ungrouped}."
    if silent and len(silent) < len(regions):
        yield f"No text of {', '.join(silent)} trains: all of theirs are evaluated, or do not train for another reason."
