"""Which place in its text every point of a token cloud has: told from the texts anew, as the clouds were made."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from geobias.errors import InputError
from geobias.models.encoder import Encoder
from geobias.models.sinks import LEADING
from geobias.models.tokens import TokenizedText

_AT_ONCE = 1_000


@dataclass(frozen=True)
class TokenPlaces:
    """Of one text's cloud, point by point.

    ids : int64 (points,), the tokenizer's numbers; -1 where a point is of no token of the text, or of one unknown.
    spans : int64 (points, 2), where the token begins and ends in the text, in characters; 0, 0 there.
    """

    ids: np.ndarray
    spans: np.ndarray


def token_places(
    encoder: Encoder, texts: Sequence[str], points: Sequence[int], progress: Callable[[int, int], None] | None = None
) -> list[TokenPlaces]:
    """The places of all texts' points, in the order of their clouds.

    Parameters
    ----------
    points : how many points the cloud of each text has. Where a layer leaves out more of the first tokens than
        others do (`Sinks.limits`), the number does not tell which: the first ones are then unknown.

    Raises
    ------
    InputError : the tokenizer does not tell places, or clouds hold padding.
    """
    if encoder.settings.positions == "padded":
        raise InputError(
            "points must be tokens of texts for words to be found in them",
            "encoder.positions is 'padded'",
            "Run the study with encoder.positions=content.",
        )
    found: list[TokenPlaces] = []
    for start in range(0, len(texts), _AT_ONCE):
        read = encoder.tokenize.with_spans(texts[start : start + _AT_ONCE])
        for (tokenized, spans), count in zip(read, points[start : start + _AT_ONCE], strict=True):
            found.append(_fitted(_of_text(encoder, tokenized, spans), int(count), len(spans)))
        if progress:
            progress(len(found), len(texts))
    return found


def _of_text(encoder: Encoder, text: TokenizedText, spans: Sequence[np.ndarray]) -> TokenPlaces:
    """Content tokens that no layer leaves out; with `positions=all` every token, special ones as unknown."""
    whole = encoder.settings.positions == "all"
    before, after = len(encoder.tokenize.prefix) - encoder.tokenize.prompt_length, len(encoder.tokenize.suffix)
    ids, places = [], []
    for window, at in zip(text.windows, spans, strict=True):
        if whole:
            ids += [np.pad(window.astype(np.int64), (before, after), constant_values=-1)]
            places += [np.pad(at, ((before, after), (0, 0)))]
        else:
            kept = encoder.sinks.kept(window[None])[0]
            ids, places = [*ids, window[kept].astype(np.int64)], [*places, at[kept]]
    return TokenPlaces(np.concatenate(ids), np.concatenate(places))


def _fitted(places: TokenPlaces, count: int, windows: int) -> TokenPlaces:
    """As many as there are points, where some of the first tokens were left out at this layer alone."""
    more = len(places.ids) - count
    if not more:
        return places
    if windows > 1 or not 0 < more <= LEADING:
        return TokenPlaces(np.full(count, -1), np.zeros((count, 2), dtype=np.int64))
    ids, spans = places.ids[more:].copy(), places.spans[more:].copy()
    ids[: LEADING - more], spans[: LEADING - more] = -1, 0
    return TokenPlaces(ids, spans)
