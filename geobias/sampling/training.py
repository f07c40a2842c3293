"""Which texts may train: labelled, of a group, of one label, evaluated nowhere, each once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from geobias.corpora import Corpus, normalise_text
from geobias.sampling.near_duplicates import near_duplicate_families
from geobias.sampling.plan import SamplingPlan

# Why texts of the reserve do not train, in the order in which they are asked.
NO_GROUP, NO_LABEL, TWO_LABELS, COPIES, NEAR = "no group", "no label", "two labels", "copies", "near-duplicates"


@dataclass(frozen=True)
class TrainingTexts:
    """Rows of one corpus, int64.

    Attributes
    ----------
    rows : distinct after normalisation, evaluated nowhere. Where any text of the reserve is labelled, labelled ones.
    families : one per row; near-duplicates have the same number.
    left_out : why texts of the reserve are not among them -> how many.
    """

    rows: np.ndarray
    families: np.ndarray
    left_out: dict[str, int]


def choose_training(
    corpus: Corpus, plan: SamplingPlan, reserve: np.ndarray, evaluated: np.ndarray, two_labels: np.ndarray
) -> TrainingTexts:
    """Those of the `reserve` that may train.

    reserve, evaluated : int64 rows. two_labels : bool (n,), see `rows_of_two_labels`.
    """
    grouped = plan.train_ungrouped | (corpus.attributes[plan.attribute][reserve] != "")
    labelled = corpus.labelled[reserve]
    passed = {
        NO_GROUP: grouped,
        NO_LABEL: labelled | (not labelled[grouped].any()),
        TWO_LABELS: ~two_labels[reserve] | (plan.on_conflict == "first"),
    }
    kept, left_out = np.ones(len(reserve), dtype=bool), {}
    for reason, flags in passed.items():
        left_out[reason] = int((kept & ~flags).sum())
        kept &= flags
    once = _never_evaluated(corpus, reserve[kept], evaluated)
    rows, families = _no_near_duplicates(corpus, once, evaluated, plan.near_duplicates)
    left_out |= {COPIES: int(kept.sum()) - len(once), NEAR: len(once) - len(rows)}
    return TrainingTexts(rows, families, {reason: count for reason, count in left_out.items() if count})


def rows_of_two_labels(corpus: Corpus, usable: np.ndarray) -> np.ndarray:
    """bool (n,): labelled texts of which a copy, equal after normalisation, carries another label."""
    out = np.zeros(len(corpus), dtype=bool)
    rows = np.flatnonzero(usable & corpus.labelled)
    if len(rows):
        places: dict[str, int] = {}
        texts = [places.setdefault(normalise_text(corpus.texts[row]), len(places)) for row in rows]
        out[rows] = conflicting(np.array(texts), corpus.labels[rows])  # type: ignore[index]
    return out


def conflicting(kinds: np.ndarray, labels: np.ndarray) -> np.ndarray:
    """bool (n,): entries of whose kind, int64 (n,), another has other labels, (n,) or (n, L).

    >>> conflicting(np.array([7, 7, 8, 8]), np.array([0, 1, 1, 1]))
    array([ True,  True, False, False])
    """
    codes = np.unique(labels, axis=0, return_inverse=True)[1].reshape(-1)
    pairs = np.unique(np.stack([kinds, codes], axis=1), axis=0)
    values, counts = np.unique(pairs[:, 0], return_counts=True)
    return np.isin(kinds, values[counts > 1])


def _never_evaluated(corpus: Corpus, reserve: np.ndarray, evaluated: np.ndarray) -> np.ndarray:
    """Drop texts that are evaluated somewhere, and all but the first of equal ones, both after normalisation."""
    seen = {normalise_text(corpus.texts[row]) for row in evaluated}
    kept = []
    for row in reserve:
        text = normalise_text(corpus.texts[row])
        if text not in seen:
            seen.add(text)
            kept.append(row)
    return np.array(kept, dtype=np.int64)


def _no_near_duplicates(
    corpus: Corpus, reserve: np.ndarray, evaluated: np.ndarray, threshold: float | None
) -> tuple[np.ndarray, np.ndarray]:
    """Rows that are no near-duplicates of evaluated ones, and each one's family."""
    if threshold is None or not len(reserve):
        return reserve, np.arange(len(reserve))
    families = near_duplicate_families(corpus.texts[np.concatenate([reserve, evaluated])].tolist(), threshold)
    own = families[: len(reserve)]
    apart = ~np.isin(own, families[len(reserve) :])
    return reserve[apart], own[apart]
