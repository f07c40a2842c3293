"""A source of the kind `zero_shot`: hypotheses have numbers, and how far a text entails each is its weight.

After Yin, Hay and Roth (Benchmarking zero-shot text classification, EMNLP 2019), who take the label whose hypothesis
the text entails with the highest probability; here the probabilities of all are weights of a mean.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

import numpy as np

from geobias.memo import digest
from geobias.models.entailment import Entailer, load_entailer
from geobias.pipeline.asked.settings import ZeroShotAsked
from geobias.pipeline.asked.source import Items, Progress, Said

NOTHING = "nothing entailed"
"""Why there is no number: the text entails none of the hypotheses, by probabilities of 0."""


class ZeroShotSource:
    """See `AskedSource`.

    Raises
    ------
    InputError : the model cannot be used, or says no order of its outputs. ModelNotFoundError : it is nowhere.
    """

    unit = "pairs"

    def __init__(self, settings: ZeroShotAsked, workers: int | None = None):
        self._entailer = load_entailer(settings.entailment, workers=workers)
        self.notices: list[str] = []
        self._hypotheses = list(settings.numbers)
        self._numbers = np.array([settings.numbers[one] for one in self._hypotheses])
        self.fingerprint = digest([self._entailer.fingerprint, dict(settings.numbers)])[:16]
        self.facts: Mapping[str, Any] = {
            "kind": settings.name,
            "settings": asdict(settings),
            "model": {"name": self._entailer.name, "fingerprint": self._entailer.fingerprint},
        }

    def ask(self, items: Items, store: str, progress: Progress) -> list[Said]:
        kept = Entailer(self._entailer.backend, store=store)
        entailed = kept.entail(items.texts, self._hypotheses, progress=progress).probabilities[..., 2]
        self.notices += kept.notices
        return [self._said(chances) for chances in entailed]

    def _said(self, chances: np.ndarray) -> Said:
        """Of the probabilities with which a text entails the hypotheses, float64 (hypotheses,)."""
        if not chances.sum() > 0:
            return Said(reason=NOTHING)
        return Said(float(chances @ self._numbers / chances.sum()), self._hypotheses[int(chances.argmax())])

    def plan(self, items: Items, store: str) -> str:
        pairs = len(set(items.texts)) * len(self._hypotheses)
        missing = self._entailer.missing(items.texts, self._hypotheses, store)
        return f"{missing} of {pairs} pairs of text and hypothesis would be judged by {self._entailer.name}"
