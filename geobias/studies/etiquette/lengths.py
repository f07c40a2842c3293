"""Whether the length of a statement gives its label away: then a model can be right and know nothing of customs."""

from __future__ import annotations

import numpy as np

from geobias.corpora import Etiquette
from geobias.stats import midranks


def length_cue(statements: Etiquette) -> dict[str, float] | None:
    """In how many pairs of an accepted statement and another the accepted one is longer (AUC), with mean lengths.

    A tie counts half. Lengths are in words; None where there is one label alone.

    Returns
    -------
    "auc", and the means "accepted" and "others".
    """
    words = np.array([len(text.split()) for text in statements.texts], dtype=float)
    accepted = statements.labels == 1
    n, m = int(accepted.sum()), int((~accepted).sum())
    if not n or not m:
        return None
    above = midranks(words)[accepted].sum() - n * (n + 1) / 2
    return {"auc": above / (n * m), "accepted": words[accepted].mean(), "others": words[~accepted].mean()}
