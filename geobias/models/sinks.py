"""Attention sinks: places whose hidden states are so large that a cloud's variance would be theirs, not the text's.

Networks store what they do not want to attend to at a few fixed places, mostly the first token (Xiao et al. 2024,
"Efficient Streaming Language Models with Attention Sinks"; Sun et al. 2024, "Massive Activations in Large Language
Models"). Where a tokenizer puts a special token in front, that is the place; where it does not, it is the text's own
first token, which in a causal network has read nothing else anyway.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from torch import Tensor

from geobias.models.layout import Layout
from geobias.models.tokens import TokenizedText
from geobias.models.trial_texts import as_texts, trial_windows

if TYPE_CHECKING:
    from geobias.models.encoder import Encoder

OUTLIER = 3.0
"""A place is an outlier if its squared norm is over so many times the median's in half of the trial texts."""
LEADING = 4
_TEXTS, _LENGTH, _PLACES, _COPIES = 16, 12, 3, 3
_ALIKE = 0.01


@dataclass(frozen=True)
class Sinks:
    """Which content tokens of a window are left out of clouds and means.

    Attributes
    ----------
    places : counted from the first content token (0, 1, ...) or from the last (-1, -2, ...).
    copies : whether the tokens that repeat the first from place 0 on are left out too. Without absolute positions, a
        causal network that has read nothing but copies of a token holds the same vector at each.
    layers : place -> the layers where it is an outlier. It is left out at all, so that all compare the same tokens.
    limits : layer where place 0 is an outlier -> the norm from which a token among the first `LEADING` is nearer to it
        than to content, and left out at that layer. In a text of a hundred the second token is a sink beside the first.
    """

    places: tuple[int, ...] = ()
    copies: bool = False
    layers: dict[int, tuple[int, ...]] = field(default_factory=dict)
    limits: dict[int, float] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.places)

    @property
    def identity(self) -> dict[str, Any]:
        """For an encoder's identity: nothing where nothing is left out."""
        leading = LEADING if self.limits else 0
        return {"left_out": {"places": list(self.places), "copies": self.copies, "leading": leading}} if self else {}

    def kept(self, windows: np.ndarray) -> np.ndarray:
        """Which content tokens (windows, length) are kept, bool of that shape."""
        kept = np.ones(windows.shape, dtype=bool)
        length = windows.shape[1]
        for place in self.places:
            if -length <= place < length:
                kept[:, place] = False
        if self.copies:
            kept &= ~np.logical_and.accumulate(windows == windows[:, :1], axis=1)
        return kept

    def kept_at(self, layer: int, hidden: Sequence[Tensor], kept: list[np.ndarray]) -> list[np.ndarray]:
        """Of what `kept` keeps (windows, length), run by run, what is left at one layer.

        hidden : of content tokens, (windows, length, d). Of a window of which nothing would be left, the last is kept.
        """
        if layer not in self.limits:
            return kept
        return [_without(mask, states, self.limits[layer]) for states, mask in zip(hidden, kept, strict=True)]

    def left_out(self, text: TokenizedText) -> int:
        """How many tokens of a text are left out at every layer."""
        return sum(int((~self.kept(window[None])).sum()) for window in text.windows) if self else 0

    def describe(self) -> list[str]:
        """A sentence for every place that is left out: for a record and an audit."""
        return [
            f"{_words(place)} is an attention sink at {_range(self.layers[place])}; it{self._beside(place)} left "
            "out of clouds and means. encoder.positions=all keeps it."
            for place in self.places
        ]

    def _beside(self, place: int) -> str:
        if place or not self.limits:
            return " is"
        return f"{', its copies' * self.copies} and what is as large beside it are"


def find_sinks(encoder: Encoder) -> Sinks:
    """The places of `encoder` whose norm is an outlier at some layer, by trial texts of random tokens."""
    windows = trial_windows(encoder, _TEXTS, _LENGTH)
    norms = _norms(encoder, windows)
    reach = min(_PLACES, windows.shape[1] // 4)
    places = [*range(reach), *range(-reach, 0)]
    layers = {place: _outlying(norms, place) for place in places}
    found = {place: where for place, where in layers.items() if where}
    copies = 0 in found and _hold_copies(encoder, windows, found[0])
    return Sinks(tuple(found), copies, found, _limits(norms, found.get(0, ())))


def _without(kept: np.ndarray, hidden: Tensor, limit: float) -> np.ndarray:
    """`kept` without tokens among the first whose norm exceeds a limit."""
    large = (hidden[:, :LEADING].norm(dim=-1) > limit).cpu().numpy()
    fewer = kept.copy()
    fewer[:, : large.shape[1]] &= ~large
    for window in np.flatnonzero(kept.any(1) & ~fewer.any(1)):
        fewer[window, np.flatnonzero(kept[window])[-1]] = True
    return fewer


def _limits(norms: Tensor, layers: tuple[int, ...]) -> dict[int, float]:
    """Geometric mean of the norms of place 0 and of the median token, at layers where the former is an outlier."""
    sink, content = norms[:, :, 0].median(-1).values, norms.median(-1).values.median(-1).values
    return {layer: float((sink[layer] * content[layer]).sqrt()) for layer in layers}


def _hold_copies(encoder: Encoder, windows: np.ndarray, layers: tuple[int, ...]) -> bool:
    """Whether tokens that repeat the first are as large as the first, at the layers where that is an outlier."""
    if windows.shape[1] <= _COPIES:
        return False
    copied = windows.copy()
    copied[:, :_COPIES] = copied[:, :1]
    norms = _norms(encoder, copied)[list(layers)]
    return bool(((norms[:, :, 1:_COPIES] / norms[:, :, :1] - 1).abs() < _ALIKE).all())


def _norms(encoder: Encoder, windows: np.ndarray) -> Tensor:
    """Norms of content tokens, (layers, windows, length)."""
    layout, found = Layout.of(as_texts(windows), encoder.special), dict[int, Tensor]()
    before = len(encoder.tokenize.prefix)

    def take(layer: int, hidden: Tensor) -> None:
        (states,) = layout.split(hidden.float())
        found[layer] = states[:, before : before + windows.shape[1]].norm(dim=-1).cpu()

    with torch.inference_mode():
        encoder.passes.read(layout, range(encoder.passes.layers + 1), take)
    return torch.stack([found[layer] for layer in sorted(found)])


def _outlying(norms: Tensor, place: int) -> tuple[int, ...]:
    """Layers at which a place's squared norm is an outlier."""
    ratios = (norms[:, :, place] / norms.median(-1).values) ** 2
    return tuple(torch.nonzero(ratios.median(-1).values > OUTLIER).flatten().tolist())


def _words(place: int) -> str:
    if place < 0:
        return "The last token of every text" if place == -1 else f"Token {-place} from the end of every text"
    return "The first token of every text" if place == 0 else f"Token {place + 1} of every text"


def _range(layers: tuple[int, ...]) -> str:
    """Layers as runs: "layers 2 to 9, 12 to 29"."""
    starts = [layer for layer in layers if layer - 1 not in layers]
    ends = [layer for layer in layers if layer + 1 not in layers]
    runs = [str(a) if a == b else f"{a} to {b}" for a, b in zip(starts, ends, strict=True)]
    return f"layer{'s' * (len(layers) > 1)} {', '.join(runs)}"
