"""Log-probabilities of declared options, many prompts and options in one batch that reads each prompt once."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import torch

from geobias.models.generation.batch import begin
from geobias.models.generation.reader import Context, Reader, check_numbers

DIGITS = 3
_GRID = 10.0**-DIGITS
"""Scores are rounded to a thousandth: an error of rounding then shows where it crosses a boundary, and nowhere else."""


@dataclass(frozen=True)
class Question:
    """Options of one prompt.

    Attributes
    ----------
    options : tokens of each.
    ends : whether a response ends after an option, which is scored too.
    """

    context: Context
    options: tuple[tuple[int, ...], ...]
    ends: bool = False

    @property
    def fed(self) -> int:
        """Tokens that the longest option needs to be read for its score."""
        return max(map(len, self.options)) - (not self.ends)


@torch.inference_mode()
def score(
    reader: Reader, questions: Sequence[Question], stops: frozenset[int], slack: float
) -> list[tuple[float, ...]]:
    """For each question the log-probability of each option, in thousandths.

    It is the sum over the option's tokens, plus that of a token that ends the response where `ends`. Where rounding
    could bring a score to another thousandth, the question is read by itself, and that decides; so batch mates do not.
    `slack` is by how much a logit may be wrong.

    Raises
    ------
    InputError : the network's logits are not numbers.
    """
    ends = reader.tensor(sorted(stops))
    found = _in_batch(reader, questions, ends)
    if len(questions) > 1:
        for place, (question, values) in enumerate(zip(questions, found, strict=True)):
            # `slack` is eight times the largest error seen, and errors of several tokens add as noise does.
            doubt = slack / 8 * math.sqrt(question.fed + 1)
            if slack and ((values % _GRID - _GRID / 2).abs() <= doubt).any():
                found[place] = _in_batch(reader, [question], ends)[0]
    return [tuple(round(value, DIGITS) for value in values.tolist()) for values in found]


def _in_batch(reader: Reader, questions: Sequence[Question], ends: torch.Tensor) -> list[torch.Tensor]:
    """Scores float64 (options,) of each question."""
    batch = begin(reader, [question.context for question in questions])
    first = batch.logits.log_softmax(-1)
    rows = [(place, option) for place, question in enumerate(questions) for option in question.options]
    of = reader.tensor([place for place, _ in rows])
    values = first[of, reader.tensor([option[0] for _, option in rows])].double()
    width = max(question.fed for question in questions)
    if width:
        batch.select(of)
        fed = [list(option[:width]) + [reader.pad] * (width - len(option)) for _, option in rows]
        after = batch.follow(reader.tensor(fed))
        for row, (place, option) in enumerate(rows):
            values[row] += _rest(after[row], option, questions[place].ends, ends)
    check_numbers(values)
    return list(values.cpu().split([len(question.options) for question in questions]))


def _rest(after: torch.Tensor, option: Sequence[int], ended: bool, ends: torch.Tensor) -> torch.Tensor:
    """Log-probability of an option's tokens from the second on, and of the end, by the logits after each of them."""
    places = len(option) - (not ended)
    if places < 1:
        return after.new_zeros((), dtype=torch.float64)
    logs = after[:places].log_softmax(-1).double()
    ids = torch.tensor(option[1:], dtype=torch.long, device=logs.device)
    total = logs[torch.arange(len(ids), device=logs.device), ids].sum()
    return total + logs[-1, ends].logsumexp(-1) if ended else total
