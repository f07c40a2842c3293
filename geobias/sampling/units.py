"""Units: which texts are exchanged, left out and resampled together, and which one of several copies counts.

A test that exchanges texts between two groups takes each as a draw of its own. Texts of one author, or copies of one
text, are not: they come and go together. So an author's texts are one unit, and of copies and near-copies one counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from geobias.corpora import Corpus, normalise_text, says_nothing
from geobias.sampling.near_duplicates import near_duplicate_families
from geobias.sampling.pools import Pools
from geobias.seeds import generator

_LISTED = 12


@dataclass(frozen=True)
class Units:
    """The unit of every text of a corpus, and whether the text counts.

    Attributes
    ----------
    of_text : int64 (n,), equal for texts of one unit.
    counted : bool (n,); False = another copy of the text counts in its place, wherever evidence is counted.
    notices : what a reader should know, one sentence each.
    """

    of_text: np.ndarray
    counted: np.ndarray
    notices: tuple[str, ...] = ()


def units_of(
    corpus: Corpus, pools: Pools, names: np.ndarray | None = None, *, near_duplicates: float | None = 0.8, seed: int = 0
) -> Units:
    """The units of a corpus, and one text of every family of copies among those that are measured.

    Parameters
    ----------
    pools : whose rows are measured; other texts have no copies.
    names : strings (n,), what texts of one unit (author, day) share; a blank one, or a word for it ("nan", "none"), is
        no name, and the text is a unit of its own. None = every text is.
    near_duplicates : Jaccard similarity from which texts are of one family (`near_duplicate_families`); None = copies
        alone, equal but for case and punctuation.
    seed : of the copies that are drawn.

    All regions are looked at together, and which copy counts is drawn among all of a family: a phrase goes to a group
    in proportion to how often it stands there. The choice does not look at groups, so that under one law the texts that
    are left are as exchangeable as all were. Groups that pool others' texts, and the baseline, are looked at one by
    one, as a group that repeats all regions would else take half of their texts.
    """
    of_text, told = _numbered(names, len(corpus))
    counted = np.ones(len(corpus), dtype=bool)
    rows = {name: np.union1d(some, pools.scored.get(name, some)).astype(np.int64) for name, some in pools.rows.items()}
    regions = np.unique(np.concatenate([np.zeros(0, np.int64), *(rows[name] for name in pools.regions)]))
    families = _thin(counted, corpus.texts, regions, near_duplicates, generator(seed, "copies"))
    seen = regions
    for name in pools.pooled_groups:
        own = np.setdiff1d(rows.get(name, seen), seen)
        families += _thin(counted, corpus.texts, own, near_duplicates, generator(seed, "copies", name))
        seen = np.union1d(seen, own)
    lost = {name: int((~counted[some]).sum()) for name, some in rows.items()}
    return Units(of_text, counted, (*told, *_told(int((~counted).sum()), families, lost)))


def like_texts(units: Sequence[np.ndarray], texts: int, rng: np.random.Generator) -> np.ndarray:
    """So many texts of every unit, drawn at random without replacement, int64 (units, texts).

    units : of each unit the positions of its texts, int64, `texts` of them or more.

    A unit that gave more texts than another would be less noisy, and more of a sample: exchanging the two would not
    leave their law as it is, even where groups are alike.
    """
    return np.stack([rng.permutation(unit)[:texts] for unit in units])


def _numbered(names: np.ndarray | None, texts: int) -> tuple[np.ndarray, list[str]]:
    """A number for every unit, and a notice where texts have no name."""
    if names is None:
        return np.arange(texts), []
    values, places = np.unique(np.asarray(names).astype(str), return_inverse=True)
    blank = np.array([says_nothing(value) for value in values], dtype=bool)[places]
    of_text = np.where(blank, len(values) + np.arange(texts), places)
    if not blank.any():
        return of_text, []
    share = f"{int(blank.sum()):,} of {texts:,} texts"
    return of_text, [f"{share} name no unit (their cluster is blank, or a word for it): each is one of its own."]


def _thin(
    counted: np.ndarray, texts: np.ndarray, rows: np.ndarray, threshold: float | None, rng: np.random.Generator
) -> int:
    """Uncount all but one of every family among these rows; returns how many families have more than one text."""
    if not len(rows):
        return 0
    family_of = _families(texts[rows].tolist(), threshold)
    order = rng.permutation(len(rows))
    _, first, sizes = np.unique(family_of[order], return_index=True, return_counts=True)
    counted[rows] = False
    counted[rows[order[first]]] = True
    return int((sizes > 1).sum())


def _families(texts: list[str], threshold: float | None) -> np.ndarray:
    if threshold is not None:
        return near_duplicate_families(texts, threshold)
    return np.unique([normalise_text(text) for text in texts], return_inverse=True)[1]


def _told(uncounted: int, families: int, lost: dict[str, int]) -> list[str]:
    if not uncounted:
        return []
    named = {name: count for name, count in lost.items() if count}
    by_group = f" ({', '.join(f'{name} {count:,}' for name, count in named.items())})" if len(named) <= _LISTED else ""
    left_out = f"{_many(uncounted, 'text')} of {_many(families, 'family', 'families')}"
    return [
        f"Copies and near-copies count once (sampling.near_duplicates): {left_out} {'is' if uncounted == 1 else 'are'} "
        f"left out of floors, tests and intervals{by_group}."
    ]


def _many(count: int, one: str, several: str = "") -> str:
    return f"{count:,} {one if count == 1 else several or one + 's'}"
