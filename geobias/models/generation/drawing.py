"""Next tokens from logits: the most probable, or one drawn from the nucleus, and whether rounding could change it."""

from __future__ import annotations

import torch


def choose(
    logits: torch.Tensor,
    *,
    temperature: float = 0.0,
    top_p: float = 1.0,
    noise: torch.Tensor | None = None,
    slack: float = 0.0,
) -> tuple[torch.Tensor, torch.Tensor]:
    """A token for every row.

    A draw from softmax(logits / temperature) is the argmax of logits / temperature - log(noise) where the noise is
    standard exponential (the Gumbel-max trick). Tokens outside the nucleus are passed over in this order, which draws
    from the nucleus without sorting the vocabulary.

    Parameters
    ----------
    logits : float32 (rows, V).
    temperature : 0 = the most probable token; the first of equals.
    top_p : a token is in the nucleus if those more probable than it sum to less (Holtzman et al. 2020, section 3.1).
    noise : (rows, V) above 0, of a standard exponential distribution; not used at temperature 0.
    slack : by how much a logit may be wrong.

    Returns
    -------
    (tokens int64 (rows,), sure bool (rows,)). Where sure, no error of the logits up to `slack` gives another token.
    """
    if temperature == 0 or noise is None:
        return _largest(logits.clone(), 2 * slack)
    scaled, slack = logits / temperature, slack / temperature
    scores = scaled - noise.log()
    if top_p >= 1:
        return _largest(scores, 2 * slack)
    return _in_nucleus(scaled, scores, top_p, slack)


def _largest(scores: torch.Tensor, margin: float) -> tuple[torch.Tensor, torch.Tensor]:
    """The place of each row's largest score, and whether it leads by more than a margin; overwrites `scores`."""
    best, tokens = scores.max(-1)
    scores.scatter_(-1, tokens[:, None], float("-inf"))
    return tokens, best - scores.amax(-1) > margin


def _in_nucleus(
    scaled: torch.Tensor, scores: torch.Tensor, top_p: float, slack: float
) -> tuple[torch.Tensor, torch.Tensor]:
    """The token of the largest score that is in the nucleus; overwrites `scores`."""
    chances = scaled.softmax(-1)
    tokens = torch.zeros(len(scores), dtype=torch.long, device=scores.device)
    sure = torch.ones(len(scores), dtype=torch.bool, device=scores.device)
    rows = torch.arange(len(scores), device=scores.device)
    while len(rows):
        best, found = scores[rows].max(-1)
        scores[rows, found] = float("-inf")
        inside, certain = _membership(scaled[rows], chances[rows], found, top_p, slack)
        lead = best - scores[rows].amax(-1) > 2 * slack
        sure[rows] &= certain & (lead | ~inside)
        tokens[rows[inside]] = found[inside]
        rows = rows[~inside]
    return tokens, sure


def _membership(
    scaled: torch.Tensor, chances: torch.Tensor, token: torch.Tensor, top_p: float, slack: float
) -> tuple[torch.Tensor, torch.Tensor]:
    """Whether a token of each row is in its nucleus, and whether that holds for all logits as near as `slack`."""
    own = scaled.gather(-1, token[:, None])
    above = (chances * (scaled > own)).sum(-1)
    if not slack:
        return above < top_p, torch.ones_like(above, dtype=torch.bool)
    # An error of each logit up to `slack` changes a sum of probabilities by a factor within exp(2 slack).
    factor = 1 + 3 * slack
    least = (chances * (scaled > own + 2 * slack)).sum(-1) / factor
    near = (scaled > own - 2 * slack).scatter(-1, token[:, None], False)
    most = (chances * near).sum(-1) * factor
    return above < top_p, (most < top_p) | (least >= top_p)
