"""The network of a model of entailment: rows of token ids in, logits out, alike whatever else is in the batch."""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np
import torch

from geobias.errors import InputError
from geobias.models.devices import DTYPES, batch_tokens, computing_dtype, resolve_device, to_device
from geobias.models.entailment.opening import in_words_of_entailment, load_classifier, no_classifier, running
from geobias.models.entailment.pair_tokens import PairTokenizer, Row
from geobias.models.entailment.settings import NliSettings
from geobias.models.loading import (
    tokenizer_fingerprint,
    usable_positions,
    weights_fingerprint,
)

_TOLERANCE = {"float32": 1e-4, "bfloat16": 0.1, "float16": 0.02}
"""How far logits of a batch may be from those of its rows alone, over the largest: far over rounding."""
_LENGTHS = (9, 3, 12, 1, 5)


class NliNetwork:
    """A sequence classifier of pairs, frozen, with its tokenizer.

    Attributes
    ----------
    config : what its config.json holds. outputs : number of logits.
    length : the longest sequence that is read, special tokens included.
    alone : whether rows are read one by one, because in batches they give other logits.

    Raises
    ------
    InputError : the files are torn, lack a weight (of the head too) or ask for code of their own; or they hold no
        classifier of pairs of texts. ModelNotFoundError : the model is nowhere.
    """

    def __init__(self, settings: NliSettings):
        with in_words_of_entailment(settings.model):
            tokenizer, network, self.config = load_classifier(settings.model, settings.revision)
            self.device = resolve_device(settings.device, "entailment")
            self.batch_tokens = batch_tokens(settings.batch_tokens, self.device)
        self.dtype = computing_dtype(settings.dtype, self.device, "entailment")
        self.tokenize = PairTokenizer(tokenizer, settings.model)
        self.fingerprints = [weights_fingerprint(network), tokenizer_fingerprint(tokenizer)]
        self.outputs = int(network.config.num_labels)
        self.length = min(settings.max_length, usable_positions(network.config) or settings.max_length)
        if network.config.pad_token_id is None:
            # Classifiers that end in the last token find it by this.
            network.config.pad_token_id = tokenizer.pad_token_id
        self._takes = self._inputs_of(network)
        self._network = network.eval().to(self.device, DTYPES[self.dtype])
        self.alone = self._must_be_alone(settings.model)

    def logits(self, rows: Sequence[Row]) -> np.ndarray:
        """float32 (rows, outputs) of a batch; where it does not fit into a GPU's memory, of halves of it.

        Raises
        ------
        InputError : a single row does not fit, or logits are no numbers.
        """
        size = 1 if self.alone else len(rows)
        out = np.concatenate([self._halved(rows[start : start + size]) for start in range(0, len(rows), size)])
        if not np.isfinite(out).all():
            raise InputError(
                "the logits of a model of entailment must be finite",
                f"in {self.dtype} some are not",
                "Use entailment.dtype=float32.",
            )
        return out

    def _halved(self, rows: Sequence[Row]) -> np.ndarray:
        try:
            return self._pass(rows)
        except torch.cuda.OutOfMemoryError as error:
            if len(rows) == 1:
                raise InputError(
                    f"every pair must fit into the memory of {self.device}",
                    f"one of {sum(map(len, rows[0]))} tokens does not",
                    "Lower entailment.max_length, free memory on the device, or use entailment.device=cpu.",
                ) from error
        middle = len(rows) // 2
        return np.concatenate([self._halved(rows[:middle]), self._halved(rows[middle:])])

    @torch.inference_mode()
    def _pass(self, rows: Sequence[Row]) -> np.ndarray:
        batch = {name: to_device(values, self.device) for name, values in self.tokenize.batch(rows).items()}
        output = self._network(**{name: batch[name] for name in self._takes})
        return output.logits.float().cpu().numpy()

    def _inputs_of(self, network: Any) -> list[str]:
        """What of a batch the network takes; types where the tokenizer makes them and there is a row for each."""
        known = inspect.signature(network.forward).parameters
        types = getattr(network.config, "type_vocab_size", None)
        typed = self.tokenize.has_types and (not types or types >= self.tokenize.template.types)
        return [name for name in ("input_ids", "attention_mask") if name in known] + (
            ["token_type_ids"] if typed and "token_type_ids" in known else []
        )

    def _must_be_alone(self, model: str) -> bool:
        """Whether trial rows give other logits in a batch than one by one; raises where they give none at all."""
        with running(model):
            rows = self._trial()
            alone = np.concatenate([self._pass([row]) for row in rows])
        if alone.shape != (len(rows), self.outputs):
            raise no_classifier(model, f"it gives {alone.shape[1:]} numbers")
        try:
            together = self._pass(rows)
        except (RuntimeError, TypeError, ValueError):
            together = np.full_like(alone, np.nan)
        apart = np.abs(together - alone).max() / np.abs(alone).max()
        if apart <= _TOLERANCE[self.dtype]:
            return False
        warnings.warn(
            f"'{model}' gives other answers to pairs in a batch than to each alone; it reads them one by one, slowly.",
            stacklevel=4,
        )
        return True

    def _trial(self) -> list[Row]:
        """Pairs of ordinary token ids, of several lengths."""
        rng = np.random.default_rng(0)
        template = self.tokenize.template
        special = {self.tokenize.pad_id, *template.before[0], *template.between[0], *template.after[0]}
        ids = [place for place in range(int(self._network.config.vocab_size)) if place not in special]
        room = max(1, self.length - template.special - 2)
        return [(rng.choice(ids, min(length, room)), rng.choice(ids, 2)) for length in _LENGTHS]
