"""Scores of options as they are used: apart from each other, as probabilities, and calibrated."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from geobias.errors import InputError


def apart(scores: Sequence[float], tokens: Sequence[Sequence[int]]) -> tuple[float, ...]:
    """Log-probabilities of beginnings that exclude each other: that of an option which others begin with loses theirs.

    Of "agree" and "agree strongly" the first is left with what does not go on with "strongly".

    Parameters
    ----------
    scores : log-probability that a response begins with an option's tokens.
    tokens : the tokens of each option, no two alike.
    """
    found = []
    for score, own in zip(scores, tokens, strict=True):
        longer = [
            (other, other_tokens)
            for other, other_tokens in zip(scores, tokens, strict=True)
            if len(other_tokens) > len(own) and tuple(other_tokens[: len(own)]) == tuple(own)
        ]
        # Of options that begin with each other the shortest counts: it holds the longer ones.
        outer = [
            other
            for other, ids in longer
            if not any(len(ids) > len(more) and tuple(ids[: len(more)]) == tuple(more) for _, more in longer)
        ]
        share = sum(np.exp(other - score) for other in outer)
        found.append(float(score + np.log1p(-min(share, 1.0))) if share < 1 else float("-inf"))
    return tuple(found)


def option_probabilities(scores: np.ndarray | Sequence[Sequence[float]] | Sequence[float]) -> np.ndarray:
    """Probabilities of options, given that the response is one of them: softmax over the last axis.

    Parameters
    ----------
    scores : log-probabilities float (..., options); -inf = impossible, NaN = not known, which makes its row NaN.

    Raises
    ------
    InputError : there is no option, or none of a row's is possible.

    >>> option_probabilities([-1.0, -1.0]).tolist()
    [0.5, 0.5]
    """
    values = np.asarray(scores, dtype=np.float64)
    if values.ndim < 1 or not values.shape[-1]:
        raise InputError("scores must be of at least one option", f"their shape is {values.shape}", "Give some.")
    largest = values.max(axis=-1, keepdims=True)
    if np.isneginf(largest).any() or np.isposinf(largest).any():
        raise InputError(
            "scores must be logarithms of probabilities, of which one in every row is above 0",
            f"the largest of a row is {largest[np.isinf(largest)][0]}",
            "Leave such rows out, or look at how the options are written.",
        )
    weights = np.exp(values - largest)
    return weights / weights.sum(axis=-1, keepdims=True)


def calibrated(
    scores: np.ndarray | Sequence[Sequence[float]] | Sequence[float],
    content_free: np.ndarray | Sequence[Sequence[float]] | Sequence[float],
) -> np.ndarray:
    """Probabilities of options once what a model prefers without any content is taken out.

    Each probability is divided by the one that the same question with "N/A" or the like in place of its content gives,
    and the result made to sum to 1: W = diag(p_cf)^-1, b = 0 of Zhao, Wallace, Feng, Klein and Singh, Calibrate Before
    Use (ICML 2021), section 5; the mean over several content-free prompts where there are several.

    Parameters
    ----------
    scores : log-probabilities float (..., options).
    content_free : those of the content-free prompt (options,), or of several (prompts, options).

    Returns
    -------
    float64 in the shape of `scores`.

    Raises
    ------
    InputError : the options differ in number, or an option has probability 0 without content.
    """
    free = option_probabilities(content_free)
    free = free.reshape(-1, free.shape[-1]).mean(axis=0)
    chances = option_probabilities(scores)
    if chances.shape[-1] != len(free):
        raise InputError(
            "both must score the same options", f"there are {chances.shape[-1]} and {len(free)}", "Score the same."
        )
    if not (free > 0).all():
        raise InputError(
            "every option must be possible without content",
            f"that of place {int(np.argmin(free))} has probability {free.min()}",
            "Choose another content-free text, or leave the option out.",
        )
    ratios = chances / free
    return ratios / ratios.sum(axis=-1, keepdims=True)
