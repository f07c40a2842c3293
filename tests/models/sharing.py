"""How much of a cloud's variance the tokens at each place of texts hold."""

from __future__ import annotations

import numpy as np
import torch

ENOUGH = 20
"""Texts that a place must be there in: with few of them a single token decides its share."""


def fair_shares(encoder, texts: list[str], layers=None) -> dict[tuple[int, int], float]:
    """(layer, place) -> mean squared distance from the cloud's centre at this place, over that of all points."""
    chosen = tuple(layers or range(encoder.passes.layers + 1))
    tokenized = [text for text in encoder.tokenize(texts) if encoder.content_tokens(text)]
    found = encoder.launch(tokenized, layers=chosen).collect()
    out = {}
    for layer in chosen:
        # Counted from the end, rows stay in place whatever is left out in front.
        lengths = [(text.kept, len(one.points)) for text, one in zip(tokenized, found[layer], strict=True)]
        places = np.concatenate([np.arange(kept - points, kept) for kept, points in lengths])
        points = torch.cat([one.points for one in found[layer]]).double()
        squares = ((points - points.mean(0)) ** 2).sum(1).numpy()
        for place in range(places.max() + 1):
            if (places == place).sum() >= ENOUGH:
                out[layer, place] = float(squares[places == place].mean() / squares.mean())
    return out
