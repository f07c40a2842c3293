"""Texts that stand in several groups: what `sampling.on_shared=drop` leaves out of all of them."""

from __future__ import annotations

import numpy as np

from geobias.corpora import BASELINE, POOLED, Corpus, normalise_text
from geobias.sampling.copies import made_of_others
from geobias.sampling.plan import SamplingPlan


def shared_texts(corpus: Corpus, plan: SamplingPlan, usable: np.ndarray) -> np.ndarray:
    """bool (n,): usable texts of which another group has a copy, equal after normalisation.

    Groups that pool others' texts, by declaration or as they are found to, and a baseline share texts with no group.

    usable : bool (n,), texts that have at least one token.
    """
    beside = {*plan.pooled_groups}
    for role in (POOLED, BASELINE):
        beside |= {*corpus.with_role(plan.attribute, role)}
    groups = {n: rows[usable[rows]] for n, rows in corpus.groups(plan.attribute).items() if n not in beside}
    if plan.groups is not None:
        groups = {name: rows for name, rows in groups.items() if name in plan.groups}
    else:
        copies = made_of_others(corpus.texts, groups)
        groups = {name: rows for name, rows in groups.items() if name not in copies}
    homes: dict[str, str] = {}
    shared: set[str] = set()
    for name, rows in groups.items():
        for text in {normalise_text(text) for text in corpus.texts[rows]}:
            if homes.setdefault(text, name) != name:
                shared.add(text)
    out = np.zeros(len(corpus), dtype=bool)
    if shared:
        rows = np.flatnonzero(usable)
        out[rows] = [normalise_text(text) in shared for text in corpus.texts[rows]]
    return out
