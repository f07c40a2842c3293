"""What the harness says of options becomes scores as our responders give them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from geobias.errors import InputError
from geobias.models.generation import DIGITS, apart

Figures = Literal["apart", "whole"]
"""Whether a tokenizer reads the figures of a number one by one, as SmolLM2's does, or 10 as one token."""
_PIECES = {"apart": re.compile(r"\d|[^\d\s]+"), "whole": re.compile(r"\S+")}
_SLACK = 0.01


def scores_of(
    options: Sequence[str], results: Sequence[tuple[float, bool]], figures: Figures = "apart"
) -> dict[str, float]:
    """option -> log-probability that a response begins with it and with no longer option, in thousandths of a nat.

    Parameters
    ----------
    results : the harness's (log-likelihood, is_greedy) of each option. It does not say which tokens they are, so that
        an option counts as the beginning of another where its words are, and, with figures apart, "1" as that of "10".

    Raises
    ------
    InputError : an option is less probable than one that it begins: the tokens are others.

    >>> scores_of(["Yes", "No"], [(-0.51234, True), (-1.20004, False)])
    {'Yes': -0.512, 'No': -1.2}
    """
    rounded = [round(float(value), DIGITS) for value, _ in results]
    pieces = [tuple(_PIECES[figures].findall(option)) for option in options]
    for place, (short, own) in enumerate(zip(pieces, rounded, strict=True)):
        for longer, other in zip(pieces, rounded, strict=True):
            if len(longer) > len(short) and longer[: len(short)] == short:
                _check(options[place], own, other)
    return dict(zip(options, apart(rounded, pieces), strict=True))


def _check(option: str, own: float, longer: float) -> None:
    if longer > own + _SLACK:
        raise InputError(
            f"option '{option}' must be at least as probable as one that goes on from it",
            f"their log-probabilities are {own} and {longer}",
            "The model's tokenizer reads numbers whole: set `dataset_kwargs: {figures: whole}` in the task.",
        )
