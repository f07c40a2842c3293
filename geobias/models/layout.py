"""How a batch lies in front of the network: packed as one row without padding, or padded as a rectangle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np
import torch

from geobias.models.tokens import TextTokenizer, TokenizedText

Runs = tuple[tuple[int, int], ...]
"""(windows, length) of neighbours of one length, special tokens included."""


@dataclass(frozen=True)
class Layout:
    """The windows of a batch, the longest first, so that equal lengths stand together.

    Attributes
    ----------
    owners : the text of every window.
    windows : content token ids of every window.
    runs : their lengths.
    """

    owners: list[int]
    windows: list[np.ndarray]
    runs: Runs

    @classmethod
    def of(cls, texts: Sequence[TokenizedText], special: int) -> Layout:
        """Windows of these texts, each with `special` tokens around it; those of one text stay in order."""
        pairs = [(owner, window) for owner, text in enumerate(texts) for window in text.windows]
        pairs.sort(key=lambda pair: -len(pair[1]))
        lengths = [len(window) + special for _, window in pairs]
        runs = tuple((len(list(group)), length) for length, group in groupby(lengths))
        return cls([owner for owner, _ in pairs], [window for _, window in pairs], runs)

    def apart(self) -> list[Layout]:
        """Each window as a layout of its own."""
        lengths = [length for count, length in self.runs for _ in range(count)]
        return [
            Layout([owner], [window], ((1, length),))
            for owner, window, length in zip(self.owners, self.windows, lengths, strict=True)
        ]

    def content(self) -> list[np.ndarray]:
        """Content token ids run by run, (windows, length)."""
        return [np.stack(self.windows[start : start + count]) for start, count, _ in self._rows()]

    def packed(self, tokenizer: TextTokenizer, first_position: int) -> dict[str, torch.Tensor]:
        """Token ids and positions, each (1, tokens)."""
        ids, positions = [], []
        for start, count, length in self._rows():
            ids.append(self._block(tokenizer, start, count, length).ravel())
            positions.append(np.tile(np.arange(first_position, first_position + length), count))
        return {
            "input_ids": torch.from_numpy(np.concatenate(ids)).unsqueeze(0),
            "position_ids": torch.from_numpy(np.concatenate(positions)).unsqueeze(0),
        }

    def padded(self, tokenizer: TextTokenizer, width: int | None) -> dict[str, torch.Tensor]:
        """Token ids and attention mask, each (windows, width or the longest), padded on the right."""
        shape = (len(self.windows), width or self.runs[0][1])
        ids, mask = np.full(shape, tokenizer.pad_id, dtype=np.int64), np.zeros(shape, dtype=np.int64)
        for start, count, length in self._rows():
            ids[start : start + count, :length] = self._block(tokenizer, start, count, length)
            mask[start : start + count, :length] = 1
        return {"input_ids": torch.from_numpy(ids), "attention_mask": torch.from_numpy(mask)}

    def split(self, hidden: torch.Tensor, *, whole: bool = False) -> list[torch.Tensor]:
        """Hidden states of either shape, run by run: (windows, length, d); `whole` keeps padding."""
        if hidden.shape[0] == 1 and len(self.windows) != 1:
            sizes = [count * length for count, length in self.runs]
            parts = hidden[0].split(sizes)
            return [part.unflatten(0, run) for part, run in zip(parts, self.runs, strict=True)]
        parts = hidden.split([count for count, _ in self.runs])
        return list(parts) if whole else [part[:, :length] for part, (_, length) in zip(parts, self.runs, strict=True)]

    def _rows(self) -> list[tuple[int, int, int]]:
        """(first window, windows, length) of every run."""
        starts = np.cumsum([0, *(count for count, _ in self.runs)])
        return [(int(start), count, length) for start, (count, length) in zip(starts, self.runs, strict=False)]

    def _block(self, tokenizer: TextTokenizer, start: int, count: int, length: int) -> np.ndarray:
        """Token ids of one run, int64 (windows, length)."""
        before, after = len(tokenizer.prefix), len(tokenizer.suffix)
        block = np.empty((count, length), dtype=np.int64)
        block[:, :before], block[:, length - after :] = tokenizer.prefix, tokenizer.suffix
        block[:, before : length - after] = np.stack(self.windows[start : start + count])
        return block
