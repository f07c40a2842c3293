"""How a measure keeps what it finishes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

Memo = Callable[[str, Mapping[str, Any], Callable[[], np.ndarray]], np.ndarray]
Progress = Callable[[int, int], None]


def no_memo(name: str, inputs: Mapping[str, Any], compute: Callable[[], np.ndarray]) -> np.ndarray:
    """A memo that forgets: always computes."""
    return compute()


@dataclass(frozen=True)
class Keeping:
    """How a measure keeps its parts, on how many threads it works, and whom it tells; none of it changes a number.

    Attributes
    ----------
    memo : called with a part's name, what decides it, and the computation of it; the default forgets.
    inputs : what decides the documents that are measured; the measure adds what else decides a part.
    workers : threads; None = every core.
    progress : called with (done, all).
    """

    memo: Memo = no_memo
    inputs: Mapping[str, Any] = field(default_factory=dict)
    workers: int | None = None
    progress: Progress | None = None

    def under(self, **more: Any) -> Keeping:
        """The same with more inputs."""
        return replace(self, inputs={**self.inputs, **more})

    def telling(self, progress: Progress) -> Keeping:
        """The same, and `progress` is called."""
        return replace(self, progress=progress)

    def keep(self, name: str, inputs: Mapping[str, Any], compute: Callable[[], np.ndarray]) -> np.ndarray:
        """A part from the memo, under its inputs and these."""
        return self.memo(name, {**self.inputs, **inputs}, compute)

    def tell(self, done: int, total: int) -> None:
        if self.progress is not None:
            self.progress(done, total)


FORGETTING = Keeping()
"""Keeps nothing, works on every core and tells nobody."""
