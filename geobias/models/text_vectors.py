"""Hidden states of a batch become the vectors that settings ask for: pooled ones, and clouds of tokens."""

from __future__ import annotations

from dataclasses import dataclass, replace

import torch

from geobias.models.layout import Layout
from geobias.models.sentence_modules import SentenceModules
from geobias.models.settings import EncoderSettings
from geobias.models.sinks import Sinks
from geobias.models.tokens import TextTokenizer
from geobias.models.vectors import Content, WindowVectors, pool


@dataclass(frozen=True)
class TextVectors:
    """How it is done for one encoder.

    Attributes
    ----------
    last : index of the last layer.
    tokenize, causal, sinks, sentence : see `Encoder`.
    """

    settings: EncoderSettings
    tokenize: TextTokenizer
    last: int
    causal: bool
    sinks: Sinks
    sentence: SentenceModules | None

    def content(self, layout: Layout) -> Content:
        """Which tokens of the batch are content, but for what is left out at single layers."""
        kept = [self.sinks.kept(windows) for windows in layout.content()] if self.sinks else None
        return Content(len(self.tokenize.prefix), len(self.tokenize.suffix), kept)

    def of_layer(
        self, layer: int, layout: Layout, hidden: torch.Tensor, content: Content, *, tokens: bool
    ) -> WindowVectors:
        """The vectors of all windows at one layer, of its hidden states as the network gives them."""
        hidden = hidden.float()
        runs = layout.split(hidden)
        if content.kept is not None:
            content = replace(content, kept=self.sinks.kept_at(layer, content.inner(runs), content.kept))
        pooled, sizes = self._pooled(layer, runs, content), content.sizes(layout)
        if not tokens:
            return WindowVectors(pooled, None, [], sizes)
        if self.settings.positions == "content":
            return WindowVectors(pooled, content.points(runs), sizes, sizes)
        padded = self.settings.positions == "padded"
        whole = layout.split(hidden, whole=True) if padded else [self._without_prompt(run) for run in runs]
        rows = [run.shape[1] for run in whole for _ in range(run.shape[0])]
        return WindowVectors(pooled, torch.cat([run.flatten(0, 1) for run in whole]), rows, sizes)

    def with_pooler(self, made: WindowVectors, pooler: torch.Tensor | None) -> WindowVectors:
        """With the network's own pooled vectors, where it has any and they are wanted."""
        if pooler is None or (self.settings.poolings == "used" and self.settings.pooling != "pooler"):
            return made
        return replace(made, pooled=made.pooled | {"pooler": pooler.float()})

    def _pooled(self, layer: int, runs: list[torch.Tensor], content: Content) -> dict[str, torch.Tensor]:
        pooled = pool(runs, content, causal=self.causal)
        if layer == self.last and self.sentence is not None and self.settings.pooling == "sentence":
            pooled["sentence"] = self.sentence(runs, content.before if self.tokenize.prompt_length else 0)
        if self.settings.poolings == "used":
            pooled = {name: values for name, values in pooled.items() if name == self.settings.pooling}
        return pooled

    def _without_prompt(self, run: torch.Tensor) -> torch.Tensor:
        """A run (windows, length, d) without the tokens of the prompt, which end where a text's own begin."""
        prompt, before = self.tokenize.prompt_length, len(self.tokenize.prefix)
        return torch.cat([run[:, : before - prompt], run[:, before:]], dim=1) if prompt else run
