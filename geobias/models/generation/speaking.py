"""Responses token by token: a batch of rows that shrinks as they end, each with random numbers of its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
import torch

from geobias.models.generation.batch import begin
from geobias.models.generation.drawing import choose
from geobias.models.generation.reader import Batch, Context, Reader, check_numbers
from geobias.models.generation.responder import Decoding

_ENDED = 0.125
"""Share of a batch's rows that must have ended before it is made smaller, which copies what it keeps."""


@dataclass(eq=False)
class Row:
    """One response in the making.

    Attributes
    ----------
    rng : its own stream of random numbers: it says the same whatever else is in the batch.
    said : token ids so far, without the one that ended it.
    ended : whether it ended by itself.
    """

    context: Context
    rng: np.random.Generator
    said: list[int] = field(default_factory=list)
    ended: bool = False


@torch.inference_mode()
def speak(
    reader: Reader, rows: Sequence[Row], decoding: Decoding, stops: frozenset[int], slack: float
) -> Iterator[Row]:
    """Every row as soon as it has ended, or holds `decoding.max_tokens`.

    Where an error of the logits up to `slack` could change a token, the row is read by itself, from its first token,
    and that decides; so batch mates do not.

    Raises
    ------
    InputError : the network's logits are not numbers.
    """
    living = list(rows)
    places: list[int | None] = list(range(len(living)))  # of the batch's rows, among the living
    batch = _begin(reader, rows)
    while True:
        tokens = _next(reader, batch, [None if i is None else living[i] for i in places], decoding, slack)
        for place, token in zip(places, tokens.tolist(), strict=True):
            if place is not None:
                _append(living[place], token, stops)
        done = [i for i in places if i is not None and (living[i].ended or len(living[i].said) == decoding.max_tokens)]
        places = [None if i in done else i for i in places]
        yield from (living[i] for i in done)
        kept = [at for at, place in enumerate(places) if place is not None]
        if not kept:
            return
        if len(places) - len(kept) >= _ENDED * len(places):
            chosen = reader.tensor(kept)
            batch.select(chosen)
            tokens, places = tokens[chosen], [places[at] for at in kept]
        batch.step(tokens)


def _begin(reader: Reader, rows: Sequence[Row]) -> Batch:
    """A batch of all rows; those that follow upon the same are read once."""
    distinct = list(dict.fromkeys(row.context for row in rows))
    batch = begin(reader, distinct)
    if len(distinct) < len(rows):
        place = {context: number for number, context in enumerate(distinct)}
        batch.select(reader.tensor([place[row.context] for row in rows]))
    return batch


def _next(reader: Reader, batch: Batch, rows: Sequence[Row | None], decoding: Decoding, slack: float) -> torch.Tensor:
    """The next token of each row, int64 (rows,); of those that have ended any."""
    check_numbers(batch.logits)
    rules = {"temperature": decoding.temperature, "top_p": decoding.top_p}
    noise = _noise(rows, batch.logits) if decoding.temperature > 0 else None
    tokens, sure = choose(batch.logits, **rules, noise=noise, slack=slack)
    if not slack:
        return tokens
    for at in (~sure).nonzero().flatten().tolist():
        row = rows[at]
        if row is not None:
            logits = reader.alone(row.context, row.said)
            tokens[at] = choose(logits, **rules, noise=None if noise is None else noise[at : at + 1])[0][0]
    return tokens


def _noise(rows: Sequence[Row | None], like: torch.Tensor) -> torch.Tensor:
    """Standard exponential numbers (rows, V), each row's from its own stream."""
    drawn = np.ones(like.shape, dtype=np.float32)
    for numbers, row in zip(drawn, rows, strict=True):
        if row is not None:
            row.rng.standard_exponential(dtype=np.float32, out=numbers)
    return torch.from_numpy(drawn).clamp_(min=torch.finfo(torch.float32).tiny).to(like.device)


def _append(row: Row, token: int, stops: frozenset[int]) -> None:
    if token in stops:
        row.ended = True
    else:
        row.said.append(token)
