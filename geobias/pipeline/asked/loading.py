"""Sources by their settings, and what a run's folder is called by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from geobias.corpora.judgements import Judgements
from geobias.errors import InputError
from geobias.pipeline.asked.classifier import ClassifierSource
from geobias.pipeline.asked.responder import ResponderSource
from geobias.pipeline.asked.settings import AskedSettings, ClassifierAsked, ZeroShotAsked
from geobias.pipeline.asked.source import AskedSource, in_words_of
from geobias.pipeline.asked.zero_shot import ZeroShotSource


@dataclass(frozen=True)
class AskedSources:
    """Models that are ready to be asked, by the name of the source that each becomes."""

    sources: Mapping[str, AskedSource] = field(default_factory=dict)

    def content(self) -> dict[str, str]:
        """Source -> fingerprint of all that decides what it says, wherever its files lie: for a run's identity."""
        return {name: source.fingerprint for name, source in self.sources.items()}

    def check_new(self, judgements: Judgements) -> None:
        """Raise `InputError` for a source that the items have already."""
        for name in self.sources:
            if name in judgements.sources:
                raise InputError(
                    "a source that is asked live must have a name of its own",
                    f"the items have a source '{name}' already",
                    f"Rename asked.{name}.",
                )

    def promised(self, judgements: Judgements) -> Judgements:
        """The judgements with a source of NaN for each: for a plan, which asks nothing."""
        self.check_new(judgements)
        for name in self.sources:
            judgements = judgements.with_source(name, np.full(len(judgements.items), np.nan))
        return judgements


def load_sources(settings: Mapping[str, AskedSettings], workers: int | None = None) -> AskedSources:
    """The models of these settings, source name -> settings.

    workers : threads that read on a CPU; None = every core. No number depends on it.

    Raises
    ------
    InputError, ModelNotFoundError, MissingDependencyError : one cannot be used; the message heads its settings with
        `asked.<name>`.
    """
    return AskedSources({name: _loaded(name, one, workers) for name, one in settings.items()})


def _loaded(name: str, settings: AskedSettings, workers: int | None) -> AskedSource:
    with in_words_of(name):
        if isinstance(settings, ClassifierAsked):
            return ClassifierSource(settings, workers)
        if isinstance(settings, ZeroShotAsked):
            return ZeroShotSource(settings, workers)
        return ResponderSource(settings)
