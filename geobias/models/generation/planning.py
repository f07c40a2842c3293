"""Plans of what goes through a network together: by length, within a number of tokens, halved where it does not fit."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field

import torch

from geobias.models.generation.reader import Context
from geobias.models.generation.responder import Request, Response

Work = Callable[[Sequence["Planned"]], Iterator[tuple["Planned", Response]]]


@dataclass(eq=False)
class Planned:
    """What is read once for all `requests` that want the same of it.

    Attributes
    ----------
    key : equal for those that want the same.
    options : tokens of each option that is scored; none = a text is made.
    room : tokens that may follow upon the context.
    rows : of the batch, in which it is read.
    """

    key: Hashable
    context: Context
    options: tuple[tuple[int, ...], ...] = ()
    room: int = 0
    rows: int = 1
    requests: list[Request] = field(default_factory=list)

    @property
    def length(self) -> int:
        """Tokens at its longest, of the encoder's text or of what the decoder goes on from."""
        return max(len(self.context.read), len(self.context.lead) + self.room)

    @property
    def tokens(self) -> int:
        """Tokens of one of its rows."""
        return len(self.context.read) + len(self.context.lead) + self.room


def in_batches(planned: Sequence[Planned], budget: int, work: Work) -> Iterator[tuple[Planned, Response]]:
    """All that is planned with its response, batch by batch.

    A batch that does not fit into a GPU's memory is tried in halves, and those after it are cut alike, with a warning;
    what does not fit alone is an error.
    """
    # One of a prefix is kept beside it in a batch: texts of one length in the order of their tokens.
    left = sorted(planned, key=lambda one: (len(one.context.lead), len(one.context.read), one.context.lead))
    while left:
        batch = left[: _fitting(left, budget)]
        done: set[Planned] = set()
        try:
            for one, response in work(batch):
                done.add(one)
                yield one, response
        except torch.cuda.OutOfMemoryError as error:
            failure = str(error).split("\n")[0]  # the error holds on to tensors: its text alone is kept
        else:
            left = left[len(batch) :]
            continue
        torch.cuda.empty_cache()
        if len(batch) == 1:
            detail = f"a text of {batch[0].length} tokens does not fit into the device's memory ({failure})"
            yield batch[0], Response("error", detail=detail)
            done.add(batch[0])
        else:
            budget = sum(one.rows * one.tokens for one in batch) // 2
            warnings.warn(
                f"A batch of {2 * budget} tokens does not fit into the device's memory; it goes on with half of it. "
                "responder.batch_tokens sets the size.",
                stacklevel=2,
            )
        left = [one for one in left if one not in done]


def _fitting(left: Sequence[Planned], budget: int) -> int:
    """How many of the first are one batch, at least one: all have rows as long as its longest, within the budget.

    Those with an encoder also need leads of one length, as the decoder's positions are counted from its first.
    """
    longest = rows = count = 0
    for one in left:
        longest, rows = max(longest, one.tokens), rows + one.rows
        unlike = bool(one.context.read) and len(one.context.lead) != len(left[0].context.lead)
        if count and (longest * rows > budget or unlike):
            break
        count += 1
    return count
