"""The back end `trained`: a probe per statement on the vectors of an encoder, for statements known beforehand."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

import numpy as np

from geobias.errors import InputError
from geobias.memo import key
from geobias.models.classifier import ProbeJob, fitted_probe, probe_probabilities
from geobias.models.encoder_loading import load_encoder
from geobias.models.entailment.pairs import Pairs
from geobias.models.entailment.premises import read_premises
from geobias.models.entailment.settings import TrainedSettings
from geobias.models.entailment.windows import combine
from geobias.models.settings import EncoderSettings
from geobias.suggest import nearest

_END = re.compile(r"(?<=[.!?])[\"'”’)]*\s+|\n+")
_BATCH = 64


class Trained:
    """Knows the statements that it was trained on, and no other; see `Backend`.

    For each statement a multinomial logistic regression with three classes on the standardised vectors of sentences:
    means of content tokens at several layers, end to end. Its inversion has the same one with entailment and
    contradiction exchanged. A premise is read sentence by sentence, and the largest probabilities count, see `combine`.

    Raises
    ------
    InputError : the premises are not sound. ModelNotFoundError : the encoder is nowhere.
    """

    knows_contradiction = True

    def __init__(self, settings: TrainedSettings):
        self.settings, self.premises = settings, read_premises(settings.premises)
        self._encoder = load_encoder(EncoderSettings(settings.encoder, layer=settings.layers, device=settings.device))
        self.name = f"trained:{settings.encoder}"
        encoder = [self._encoder.identity_at(layer) for layer in self._encoder.layers]
        premises = [self.premises.statements, self.premises.sentences, self.premises.labels]
        self.fingerprint = key("entailment", "trained", [encoder, premises, settings.inverse_penalty])
        self._known = {
            text: (at, turned) for at, pair in enumerate(self.premises.statements) for turned, text in enumerate(pair)
        }

    def judge(self, pairs: Pairs) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """All pairs at once; see `Backend.judge`.

        Raises
        ------
        InputError : a hypothesis is no statement that it was trained on.
        """
        statements = [self._statement(text) for text in pairs.hypotheses]
        parts = [sentences_of(text) for text in pairs.premises]
        places = {text: place for place, text in enumerate(dict.fromkeys(text for some in parts for text in some))}
        vectors = self._vectors(list(places))
        rows = [np.array([places[text] for text in some]) for some in parts]
        out = np.empty((len(pairs), 3))
        for number, (at, turned) in enumerate(statements):
            mine = np.flatnonzero(pairs.index[:, 1] == number)
            said = self._probes[at](vectors)[:, :: -1 if turned else 1]
            of = [rows[premise] for premise in pairs.index[mine, 0]]
            out[mine] = combine(said[np.concatenate(of)], np.array([len(some) for some in of]), "maximum")
        yield np.arange(len(pairs)), out

    def cross_validated(self, folds: int = 8) -> np.ndarray:
        """Labels of the premises where they were held out, int8 (n, statements), as `premises.labels`.

        `for` and `against` have sentences that differ in one word; such two are held out together, else a sentence
        would be judged by its opposite.
        """
        labels, features = self.premises.labels, self._vectors(self.premises.sentences)
        fold = (np.random.default_rng(0).permutation(self.premises.pairs.max() + 1) % folds)[self.premises.pairs]
        jobs = [ProbeJob(f"fold {at}", np.flatnonzero(fold != at), np.flatnonzero(fold == at)) for at in range(folds)]
        penalty = self.settings.inverse_penalty
        found = [
            np.nansum(probe_probabilities(features, column, jobs, classes=3, inverse_penalty=penalty, workers=1), 0)
            for column in labels.T
        ]
        return np.stack([chances.argmax(1) for chances in found], axis=1).astype(np.int8)

    @cached_property
    def _probes(self) -> list[Callable[[np.ndarray], np.ndarray]]:
        features = self._vectors(self.premises.sentences)
        return [
            fitted_probe(features, column, classes=3, inverse_penalty=self.settings.inverse_penalty, name=pair[0])
            for pair, column in zip(self.premises.statements, self.premises.labels.T, strict=True)
        ]

    def _statement(self, text: str) -> tuple[int, int]:
        if text not in self._known:
            raise InputError(
                f"entailment=trained must have been trained on the statement '{text}'",
                "it was not",
                f"{nearest(text, self._known)}Add it to the file of entailment.premises, or take entailment=nli.",
            )
        return self._known[text]

    def _vectors(self, sentences: Sequence[str]) -> np.ndarray:
        """float32 (sentences, layers x d)."""
        encoder, order = self._encoder, sorted(range(len(sentences)), key=lambda place: len(sentences[place]))
        out = np.empty((len(sentences), len(encoder.layers) * encoder.width), dtype=np.float32)
        for start in range(0, len(order), _BATCH):
            some = order[start : start + _BATCH]
            tokenized = encoder.tokenize([sentences[place] for place in some])
            found = encoder.launch(tokenized, tokens=False, layers=encoder.layers).collect()
            for row, place in enumerate(some):
                out[place] = np.concatenate([found[layer][row].pooled["mean"].numpy() for layer in encoder.layers])
        return out


def sentences_of(text: str) -> list[str]:
    """The sentences of a text that say anything, at least one.

    >>> sentences_of("I pray. Always! \\n- And you?")
    ['I pray.', 'Always!', '- And you?']
    """
    parts = [part.strip() for part in _END.split(text)]
    return [part for part in parts if any(letter.isalnum() for letter in part)] or [text.strip()]
