"""Entailer: pairs in, entailments out; what was judged once is found again in a store."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Protocol

import numpy as np

from geobias.errors import InputError
from geobias.models.entailment.entailments import Entailments
from geobias.models.entailment.pairs import Pairs, distinct
from geobias.models.entailment.store import EntailmentStore, pair_key, store_folder, text_keys

_SUM = 1e-6
Progress = Callable[[int, int], None]


class Backend(Protocol):
    """What judges pairs. Its judgement of a pair depends on no other pair but for rounding.

    Attributes
    ----------
    name : for people. fingerprint : 16 hex digits of all that decides a judgement.
    knows_contradiction : whether it tells contradiction from neither.
    """

    name: str
    fingerprint: str
    knows_contradiction: bool

    def judge(self, pairs: Pairs) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """(places among the pairs: int64 (k,), probabilities: float64 (k, 3)) as they are finished, in any order.

        Raises
        ------
        InputError : it cannot judge a text, which is named; or some pairs could not be judged, after all others.
        """
        ...


class Entailer:
    """Judges pairs of texts by one back end, each distinct pair once. Build one with `load_entailer`.

    Parameters
    ----------
    store : folder of what was judged before, kept between runs; None = nothing is kept.
    threshold : of labels, see `Entailments.labels`.
    """

    def __init__(self, backend: Backend, *, store: str | Path | None = None, threshold: float | None = None):
        self.backend, self.threshold = backend, threshold
        self.store = None if store is None else EntailmentStore(store, backend.fingerprint)

    @property
    def name(self) -> str:
        """For people and tables."""
        return self.backend.name

    @property
    def fingerprint(self) -> str:
        """16 hex digits of all that decides the probabilities of a pair."""
        return self.backend.fingerprint

    @property
    def notices(self) -> list[str]:
        """Sentences that a reader should know, on what was taken from the store."""
        return [] if self.store is None else self.store.notices

    def entail(
        self, premises: Sequence[str], hypotheses: Sequence[str], *, progress: Progress | None = None
    ) -> Entailments:
        """Every premise with every hypothesis: probabilities float64 (premises, hypotheses, 3).

        progress : called with (distinct pairs done, distinct pairs in all).

        Raises
        ------
        InputError : a text is no string or blank, which is named; or the back end cannot judge it.
        """
        pairs, first, second = _all_of(premises, hypotheses)
        found = self._judged(pairs, progress)
        return self._entailments(found.reshape(len(pairs.premises), len(pairs.hypotheses), 3)[np.ix_(first, second)])

    def missing(self, premises: Sequence[str], hypotheses: Sequence[str], store: str | Path) -> int:
        """How many distinct pairs `entail` would judge with this store; one that is not there is not made."""
        pairs, _, _ = _all_of(premises, hypotheses)
        if not store_folder(store, self.fingerprint).is_dir():
            return len(pairs)
        here, _ = EntailmentStore(store, self.fingerprint).find(_keys(pairs))
        return int((~here).sum())

    def entail_pairs(self, pairs: Sequence[tuple[str, str]], *, progress: Progress | None = None) -> Entailments:
        """Given pairs of premise and hypothesis: probabilities float64 (pairs, 3); raises as `entail` does."""
        firsts, first = distinct([premise for premise, _ in pairs], "premises")
        seconds, second = distinct([hypothesis for _, hypothesis in pairs], "hypotheses")
        index, places = np.unique(np.stack([first, second], axis=1), axis=0, return_inverse=True)
        found = self._judged(Pairs(firsts, seconds, index.reshape(-1, 2)), progress)
        return self._entailments(found[places.reshape(-1)])

    def _entailments(self, probabilities: np.ndarray) -> Entailments:
        return Entailments(probabilities, self.name, self.fingerprint, self.backend.knows_contradiction, self.threshold)

    def _judged(self, pairs: Pairs, progress: Progress | None) -> np.ndarray:
        """Probabilities of all pairs, float64 (pairs, 3): from the store, and the rest from the back end."""
        out, missing, keys = np.full((len(pairs), 3), np.nan), np.arange(len(pairs)), []
        if self.store is not None:
            self.store.refresh()
            keys = _keys(pairs)
            here, out = self.store.find(keys)
            missing = np.flatnonzero(~here)
        done = len(pairs) - len(missing)
        for places, probabilities in self.backend.judge(pairs.only(missing)) if len(missing) else ():
            self._check(probabilities)
            out[missing[places]] = probabilities
            if self.store is not None:
                self.store.write([keys[place] for place in missing[places]], probabilities)
            done += len(places)
            if progress:
                progress(done, len(pairs))
        if progress and not len(missing):
            progress(done, len(pairs))
        return out

    def _check(self, probabilities: np.ndarray) -> None:
        apart = np.abs(probabilities.sum(-1) - 1)
        if not ((probabilities >= 0).all() and (apart <= _SUM).all()):
            raise InputError(
                "a back end of entailment must give probabilities that sum to one",
                f"'{self.name}' gives {probabilities[np.argmax(np.nan_to_num(apart, nan=np.inf))].tolist()}",
                "Its model gives numbers that are none; use another, or float32.",
            )


def _all_of(premises: Sequence[str], hypotheses: Sequence[str]) -> tuple[Pairs, np.ndarray, np.ndarray]:
    """Every distinct premise with every distinct hypothesis; the place among these of each that is given."""
    (firsts, first), (seconds, second) = distinct(premises, "premises"), distinct(hypotheses, "hypotheses")
    grid = np.stack(np.meshgrid(np.arange(len(firsts)), np.arange(len(seconds)), indexing="ij"), axis=-1)
    return Pairs(firsts, seconds, grid.reshape(-1, 2)), first, second


def _keys(pairs: Pairs) -> list[bytes]:
    of_premises, of_hypotheses = text_keys(pairs.premises), text_keys(pairs.hypotheses)
    return [pair_key(of_premises[first], of_hypotheses[second]) for first, second in pairs.index]
