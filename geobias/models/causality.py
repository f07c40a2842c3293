"""Whether an encoder is causal: told by a trial, for names and configurations do not say it of all."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import torch

from geobias.models.layout import Layout
from geobias.models.trial_texts import as_texts, trial_windows

if TYPE_CHECKING:
    from geobias.models.encoder import Encoder

_TEXTS, _LENGTH = 4, 8
_NOTHING = 1e-6
"""Of the change of a token itself: a smaller change of those before it is rounding."""


@torch.inference_mode()
def is_causal(encoder: Encoder) -> bool:
    """Whether another last token changes no vector before it; false where there is room for one token, or one alone."""
    windows = trial_windows(encoder, _TEXTS, _LENGTH)
    changed = windows.copy()
    changed[:, -1] = windows[:, 0]
    before, length = len(encoder.tokenize.prefix), windows.shape[1]
    if length < 2:
        return False
    apart = (_last_layer(encoder, windows) - _last_layer(encoder, changed)).norm(dim=-1)
    earlier, own = apart[:, : before + length - 1], apart[:, before + length - 1]
    return bool(own.max() > 0 and earlier.max() <= _NOTHING * own.max())


def _last_layer(encoder: Encoder, windows: np.ndarray) -> torch.Tensor:
    """Hidden states (windows, length, d)."""
    layout, found = Layout.of(as_texts(windows), encoder.special), list[torch.Tensor]()
    encoder.passes.read(layout, (encoder.passes.layers,), lambda _, hidden: found.extend(layout.split(hidden.float())))
    return found[0]
