"""A sequence classifier as a network: rows of token ids in, logits out, alike whatever else is in the batch."""

from __future__ import annotations

import inspect
import warnings
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

import numpy as np
import torch

from geobias.errors import InputError
from geobias.models.devices import DTYPES, batch_tokens, computing_dtype, resolve_device, to_device
from geobias.models.loading import tokenizer_fingerprint, usable_positions, weights_fingerprint
from geobias.models.opening import Purpose, in_words_of, load_classifier, no_classifier, running

_TOLERANCE = {"float32": 1e-4, "bfloat16": 0.1, "float16": 0.02}
"""How far logits of a batch may be from those of its rows alone, over the largest: far over rounding."""
LENGTHS = (9, 3, 12, 1, 5)
"""Tokens of trial rows, besides special ones."""

RowT = TypeVar("RowT")


class Readable(Protocol):
    """The settings that say which model is read, and how."""

    @property
    def model(self) -> str: ...
    @property
    def revision(self) -> str | None: ...
    @property
    def max_length(self) -> int: ...
    @property
    def dtype(self) -> str: ...
    @property
    def device(self) -> str: ...
    @property
    def batch_tokens(self) -> int | None: ...


class LogitNetwork(ABC, Generic[RowT]):
    """A sequence classifier, frozen, with its tokenizer; a kind of it says what a row is, and how rows are a batch.

    Attributes
    ----------
    config : what its config.json holds. outputs : number of logits. labels : what the library calls them.
    length : the longest sequence that is read, special tokens included.
    alone : whether rows are read one by one, because in batches they give other logits.

    Raises
    ------
    InputError : the files are torn, lack a weight (of the head too) or ask for code of their own; or they hold no
        such classifier. ModelNotFoundError : the model is nowhere.
    """

    def __init__(self, settings: Readable, purpose: Purpose):
        self.purpose, model = purpose, settings.model
        with in_words_of(purpose, model):
            tokenizer, network, self.config = load_classifier(model, settings.revision, purpose)
            self.device = resolve_device(settings.device, purpose.group)
            self.batch_tokens = batch_tokens(settings.batch_tokens, self.device)
            self.dtype = computing_dtype(settings.dtype, self.device, purpose.group)
            self.outputs = int(network.config.num_labels)
            self.labels = tuple(str(name) for _, name in sorted(network.config.id2label.items()))
            self.length = min(settings.max_length, usable_positions(network.config) or settings.max_length)
            self.read_by(tokenizer, model)
        self.fingerprints = [weights_fingerprint(network), tokenizer_fingerprint(tokenizer)]
        if network.config.pad_token_id is None:
            # Classifiers that end in the last token find it by this.
            network.config.pad_token_id = tokenizer.pad_token_id
        types = getattr(network.config, "type_vocab_size", None) or None
        known = inspect.signature(network.forward).parameters
        self._takes = [name for name in self.inputs(types) if name in known]
        self._network = network.eval().to(self.device, DTYPES[self.dtype])
        self.vocabulary = int(network.config.vocab_size)
        self.alone = self._must_be_alone(model)

    @abstractmethod
    def read_by(self, tokenizer: Any, model: str) -> None:
        """Keep what makes rows of texts."""

    @abstractmethod
    def inputs(self, types: int | None) -> Sequence[str]:
        """What of a batch a network takes where it knows the name; `types` of tokens that it has, None = not said."""

    @abstractmethod
    def batch(self, rows: Sequence[RowT]) -> Mapping[str, torch.Tensor]:
        """The rows as one batch, in their order."""

    @abstractmethod
    def tokens(self, row: RowT) -> int:
        """How long a row is."""

    @abstractmethod
    def trial(self) -> list[RowT]:
        """Rows of ordinary token ids, of `LENGTHS`."""

    def logits(self, rows: Sequence[RowT]) -> np.ndarray:
        """float32 (rows, outputs) of a batch; where it does not fit into a GPU's memory, of halves of it.

        Raises
        ------
        InputError : a single row does not fit, or logits are no numbers.
        """
        size = 1 if self.alone else len(rows)
        out = np.concatenate([self._halved(rows[start : start + size]) for start in range(0, len(rows), size)])
        if not np.isfinite(out).all():
            raise InputError(
                f"the logits of a {self.purpose.called} must be finite",
                f"in {self.dtype} some are not",
                f"Use {self.purpose.group}.dtype=float32.",
            )
        return out

    def _halved(self, rows: Sequence[RowT]) -> np.ndarray:
        try:
            return self._pass(rows)
        except torch.cuda.OutOfMemoryError as error:
            if len(rows) == 1:
                group = self.purpose.group
                raise InputError(
                    f"every {self.purpose.unit} must fit into the memory of {self.device}",
                    f"one of {self.tokens(rows[0])} tokens does not",
                    f"Lower {group}.max_length, free memory on the device, or use {group}.device=cpu.",
                ) from error
        middle = len(rows) // 2
        return np.concatenate([self._halved(rows[:middle]), self._halved(rows[middle:])])

    @torch.inference_mode()
    def _pass(self, rows: Sequence[RowT]) -> np.ndarray:
        batch = self.batch(rows)
        output = self._network(**{name: to_device(batch[name], self.device) for name in self._takes})
        return output.logits.float().cpu().numpy()

    def _must_be_alone(self, model: str) -> bool:
        """Whether trial rows give other logits in a batch than one by one; raises where they give none at all."""
        with running(self.purpose, model):
            rows = self.trial()
            alone = np.concatenate([self._pass([row]) for row in rows])
        if alone.shape != (len(rows), self.outputs):
            raise no_classifier(self.purpose, model, f"it gives {alone.shape[1:]} numbers")
        try:
            together = self._pass(rows)
        except (RuntimeError, TypeError, ValueError):
            together = np.full_like(alone, np.nan)
        apart = np.abs(together - alone).max() / np.abs(alone).max()
        if apart <= _TOLERANCE[self.dtype]:
            return False
        warnings.warn(
            f"'{model}' gives other answers to {self.purpose.unit}s in a batch than to each alone; it reads them one "
            "by one, slowly.",
            stacklevel=5,
        )
        return True


def in_batches(lengths: Sequence[int], tokens: int) -> list[list[int]]:
    """Places in batches of like lengths, the longest first: rectangles of at most so many tokens, or of one row.

    >>> in_batches([3, 9, 4, 4], 12)
    [[1], [2, 3, 0]]
    """
    order = sorted(range(len(lengths)), key=lambda place: -lengths[place])
    batches, start = [], 0
    while start < len(order):
        stop = start + max(1, tokens // lengths[order[start]])
        batches.append(order[start:stop])
        start = stop
    return batches
