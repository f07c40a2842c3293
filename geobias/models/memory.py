"""A GPU's memory: when a batch does not fit, half of it is tried, and what follows is cut alike."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from typing import TypeVar

import torch

from geobias.errors import InputError
from geobias.models.batches import Item
from geobias.models.encoder import Encoder

Result = TypeVar("Result")


class MemoryBudget:
    """How many tokens go to the device at once: a whole batch, until the device's memory has proved too small."""

    def __init__(self, encoder: Encoder):
        self._encoder = encoder
        self._limit = float("inf")

    def run(
        self, batch: Sequence[Item], launch: Callable[[Sequence[Item]], Result]
    ) -> list[tuple[Sequence[Item], Result]]:
        """(part, what `launch` gives for it) for the parts of a batch; there is one part while memory suffices.

        Raises
        ------
        InputError : a single text does not fit; it is named.
        """
        done: list[tuple[Sequence[Item], Result]] = []
        rest = batch
        while rest:
            part = rest[: self._fitting(rest)]
            try:
                done.append((part, launch(part)))
            except torch.cuda.OutOfMemoryError as error:
                # The error holds on to the tensors of the failed attempt: keep its text alone.
                failure = str(error).split("\n")[0]
            else:
                rest = rest[len(part) :]
                continue
            self._shrink(part, failure)
        return done

    def _fitting(self, items: Sequence[Item]) -> int:
        """How many of the first items are within the limit, at least one."""
        tokens = count = 0
        for item in items:
            tokens += self._tokens(item)
            if count and tokens > self._limit:
                break
            count += 1
        return count

    def _tokens(self, item: Item) -> int:
        return item.tokenized.kept + self._encoder.special * item.windows

    def _shrink(self, part: Sequence[Item], failure: str) -> None:
        if torch.cuda.is_available():
            torch.cuda.empty_cache()
        if len(part) == 1:
            raise InputError(
                f"every text must fit into the memory of {self._encoder.device}",
                f"one of {part[0].tokenized.kept} tokens does not, {part[0].text[:60]!r} ({failure})",
                "Lower encoder.max_length, free memory on the device, or use encoder.device=cpu.",
            )
        if self._limit == float("inf"):
            warnings.warn(
                f"A batch of {sum(map(self._tokens, part))} tokens does not fit into the memory of "
                f"{self._encoder.device}; it goes on with half of it, and less where need be. "
                "encoder.batch_tokens sets the size.",
                stacklevel=2,
            )
        self._limit = min(self._limit, sum(map(self._tokens, part)) // 2)
