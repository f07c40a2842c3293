"""How much of a cloud's variance the tokens at each place of texts hold."""

from __future__ import annotations

import numpy as np
import torch

ENOUGH = 20
"""Texts that a place must be there in: with few of them a single token decides its share."""


def fair_shares(encoder, texts: list[str], layers=None) -> dict[tuple[int, int], float]:
    """(layer, place) -> mean squared distance from the cloud's centre at this place, over that of all points."""
    chosen = tuple(layers or range(encoder.passes.layers + 1))
    tokenized = encoder.tokenize(texts)
    tokenized = [text for text in tokenized if encoder.content_tokens(text)]
    found = encoder.launch(tokenized, layers=chosen).collect()
    places = np.concatenate([np.flatnonzero(_kept(encoder, text)) for text in tokenized])
    out = {}
    for layer in chosen:
        points = torch.cat([one.points for one in found[layer]]).double()
        squares = ((points - points.mean(0)) ** 2).sum(1).numpy()
        for place in range(places.max() + 1):
            if (places == place).sum() >= ENOUGH:
                out[layer, place] = float(squares[places == place].mean() / squares.mean())
    return out


def _kept(encoder, text) -> np.ndarray:
    window = text.windows[0]
    return encoder.sinks.kept(window[None])[0] if encoder.sinks else np.ones(len(window), dtype=bool)
