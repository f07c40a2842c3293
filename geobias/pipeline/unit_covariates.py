"""What is known of every unit that groups could be brought to one distribution of: length, label, named attributes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np

from geobias.corpora import Corpus
from geobias.errors import InputError
from geobias.pipeline.materials import Materials
from geobias.suggest import nearest

LENGTH, LABEL = "length", "label"
FEWEST = 20
"""Units of all groups together that a label, or a value of an attribute, is told apart from; rarer ones are one."""
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


def unit_covariates(
    materials: Materials, units: Mapping[str, Sequence[np.ndarray]], names: Sequence[str]
) -> dict[str, dict[str, np.ndarray]]:
    """Group -> name -> a value per unit: mean tokens (float64), or the word that most of its texts have (object).

    units : group -> rows of the corpus, int64, the texts of each unit. A label is left out where the corpus has none.
    Which words are rare is judged over all groups: else two groups would be matched by rests that hold unlike words.
    """
    every = [rows for of_group in units.values() for rows in of_group]
    found = {}
    for name in names:
        if name == LENGTH:
            found[name] = np.array([materials.statistics.tokens[rows].mean() for rows in every])
        elif name != LABEL or materials.corpus.labels is not None:
            found[name] = _told_apart(_words(materials.corpus, name, every))
    ends = np.cumsum([len(of_group) for of_group in units.values()])[:-1]
    parts = {name: np.split(values, ends) for name, values in found.items()}
    return {group: {name: part[at] for name, part in parts.items()} for at, group in enumerate(units)}


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


def _told_apart(words: np.ndarray) -> np.ndarray:
    counts = Counter(words.tolist())
    return np.array([word if counts[word] >= FEWEST else OTHER for word in words], dtype=object)
