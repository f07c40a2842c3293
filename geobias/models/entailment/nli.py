"""The back end `nli`: a classifier of natural language inference reads every pair, long premises in windows."""

from __future__ import annotations

import warnings
from collections.abc import Iterator

import numpy as np

from geobias.errors import InputError
from geobias.memo import key
from geobias.models.entailment.label_order import label_order, to_relations
from geobias.models.entailment.network import NliNetwork
from geobias.models.entailment.pair_tokens import Row
from geobias.models.entailment.pairs import Pairs
from geobias.models.entailment.settings import NliSettings
from geobias.models.entailment.windows import combine, cut
from geobias.models.logit_network import in_batches
from geobias.parallel import ordered_map

CHUNK = 2_048
"""Pairs whose judgements are handed on together: what a kill can lose."""
_UNKNOWN = 0.5


class Nli:
    """A sequence classifier of transformers as judge of pairs; see `Backend`.

    Attributes
    ----------
    order : what each output of the model stands for.
    """

    def __init__(self, settings: NliSettings, workers: int | None = None):
        self.settings, self._workers = settings, workers
        self.network = NliNetwork(settings)
        model, config = settings.model, self.network.config
        self.order = label_order(config, settings.labels, self.network.outputs, model)
        self.name = f"nli:{model}"
        self.knows_contradiction = "contradiction" in self.order
        self.fingerprint = key("entailment", "nli", self._identity())

    def _identity(self) -> list[object]:
        settings, network = self.settings, self.network
        reading = [network.length, settings.overlap, settings.combine]
        return [*network.fingerprints, self.order, reading, network.dtype, network.device.type]

    def judge(self, pairs: Pairs) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """Pairs in chunks, the longest first; see `Backend.judge`.

        Raises
        ------
        InputError : a hypothesis leaves a premise less than half of the model's length; a text has no token; or most
            tokens are unknown to the model.
        """
        tokenize = self.network.tokenize
        premises, hypotheses = tokenize(pairs.premises, "premises"), tokenize(pairs.hypotheses, "hypotheses")
        self._check_known(pairs, premises, hypotheses)
        rooms = self.network.length - tokenize.template.special - np.array(list(map(len, hypotheses)))
        self._check_rooms(pairs, rooms)
        lengths = np.array(list(map(len, premises)))[pairs.index[:, 0]] - rooms[pairs.index[:, 1]]
        by_length = np.argsort(-lengths, kind="stable")
        for start in range(0, len(pairs), CHUNK):
            places = by_length[start : start + CHUNK]
            rows = [
                self._windows(premises[first], hypotheses[second], int(rooms[second]))
                for first, second in pairs.index[places]
            ]
            found = self._read([row for windows in rows for row in windows])
            yield places, combine(found, np.array(list(map(len, rows))), self.settings.combine)

    def _windows(self, premise: np.ndarray, hypothesis: np.ndarray, room: int) -> list[Row]:
        pieces = cut(len(premise), room, self.settings.overlap)
        return [(premise[start:stop], hypothesis) for start, stop in pieces]

    def _read(self, rows: list[Row]) -> np.ndarray:
        """Probabilities of contradiction, neutral and entailment, float64 (rows, 3): in batches of like lengths."""
        special = self.network.tokenize.template.special
        lengths = [len(first) + len(second) + special for first, second in rows]
        batches = in_batches(lengths, self.network.batch_tokens)
        workers = self._workers if self.network.device.type == "cpu" else 1
        read = ordered_map(lambda batch: self.network.logits([rows[place] for place in batch]), batches, workers)
        out = np.empty((len(rows), 3))
        for batch, logits in zip(batches, read, strict=True):
            out[batch] = to_relations(logits, self.order)
        return out

    def _check_rooms(self, pairs: Pairs, rooms: np.ndarray) -> None:
        """A hypothesis must leave at least half of the length to the premise."""
        worst = int(rooms.argmin())
        if rooms[worst] < self.network.length / 2:
            taken = self.network.length - int(rooms[worst])
            raise InputError(
                f"a hypothesis must leave half of the {self.network.length} tokens of a pair to the premise",
                f"{pairs.hypotheses[worst][:60]!r} takes {taken} with special ones",
                "Shorten it, or raise entailment.max_length where the model has positions for more.",
            )

    def _check_known(self, pairs: Pairs, premises: list[np.ndarray], hypotheses: list[np.ndarray]) -> None:
        """The model must know most tokens of all premises together, and of each hypothesis."""
        unknown = self.network.tokenize.unknown
        shares = [float((ids == unknown).mean()) for ids in (np.concatenate(premises), *hypotheses)]
        named = ["the premises", *(repr(text[:60]) for text in pairs.hypotheses)]
        worst = int(np.argmax(shares))
        if shares[worst] <= _UNKNOWN:
            return
        got = f"{shares[worst]:.0%} of the tokens of {named[worst]} are unknown to '{self.settings.model}'"
        mend = "Use a model that reads their language; entailment.on_unknown=warn goes on as it is."
        if self.settings.on_unknown == "error":
            raise InputError("a model of entailment must know most tokens of what it reads", got, mend)
        warnings.warn(f"{got[0].upper()}{got[1:]}. What it says of them means little.", stacklevel=2)
