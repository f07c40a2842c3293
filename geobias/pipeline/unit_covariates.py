"""What is known of every unit that groups could be brought to one distribution of: length, label, named attributes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from geobias.corpora import Corpus
from geobias.errors import InputError
from geobias.pipeline.materials import Materials
from geobias.suggest import nearest

LENGTH, LABEL = "length", "label"
_COMMON = 5
"""Labels, or values of an attribute, that are told apart; the rest are one."""
OTHER = "(other)"


def check_adjusted_names(corpus: Corpus, names: Sequence[str]) -> None:
    """InputError for a name of `difference.adjust` that nothing is known by."""
    known = [LENGTH, LABEL, *sorted(corpus.attributes)]
    for name in names:
        if name not in known:
            raise InputError(
                f"difference.adjust must be among {known}",
                f"one is '{name}'",
                f"{nearest(name, known)}Leave it out, or read the column that has it: corpus.group=[GROUP,{name}] with "
                "sampling.by=GROUP.",
            )


def unit_covariates(materials: Materials, rows: Sequence[np.ndarray], names: Sequence[str]) -> dict[str, np.ndarray]:
    """Name -> a value per unit: mean tokens (float64), or the word that most of its texts have (object).

    rows : of the corpus, int64, the texts of each unit. A label is left out where the corpus has none.
    """
    found = {}
    for name in names:
        if name == LENGTH:
            found[name] = np.array([materials.statistics.tokens[some].mean() for some in rows])
        elif name != LABEL or materials.corpus.labels is not None:
            found[name] = _common(_words(materials.corpus, name, rows))
    return found


def _words(corpus: Corpus, name: str, rows: Sequence[np.ndarray]) -> np.ndarray:
    of_text = _label_words(corpus) if name == LABEL else corpus.attributes[name]
    return np.array([Counter(of_text[some].tolist()).most_common(1)[0][0] for some in rows], dtype=object)


def _label_words(corpus: Corpus) -> np.ndarray:
    """The label of every text as a word; of several the first."""
    labels, names = corpus.labels, np.array([*corpus.label_names, ""], dtype=object)
    if labels is None:
        raise InputError("the corpus must have labels", "it has none", "Leave 'label' out of difference.adjust.")
    first = np.where((labels == 1).any(1), (labels == 1).argmax(1), -1) if labels.ndim == 2 else labels
    return names[np.where(corpus.labelled, first, -1)]


def _common(words: np.ndarray) -> np.ndarray:
    kept = {word for word, _ in Counter(words.tolist()).most_common(_COMMON)}
    return np.array([word if word in kept else OTHER for word in words], dtype=object)
