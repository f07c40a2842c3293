"""Probes trained on statements: one for each region and one for all, each tested on every region."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from geobias.corpora import Etiquette
from geobias.corpora.etiquette import REGION, TYPE
from geobias.measures.etiquette import EtiquetteAnswers
from geobias.models import EmbeddingStore, Encoder, ProbeJob, extract, probe_probabilities
from geobias.pipeline import Session
from geobias.sampling import Balanced, Split, balance_labels, spread_folds
from geobias.studies.etiquette.settings import TrainedSettings

ALL_REGIONS, OWN_REGION = "probe of all regions", "probes of own regions"
ALL = "all"
"""The name of what is trained on all regions."""


@dataclass(frozen=True)
class Trained:
    """What probes say of statements that they were not trained on.

    answers : trained on (a region, or `ALL`) -> an answer to every statement, by the fold that tests it.
    """

    answers: Mapping[str, EtiquetteAnswers]

    def models(self, statements: Etiquette, units: np.ndarray) -> list[EtiquetteAnswers]:
        """Of the probe of all regions, and of the probes of the statements' own regions."""
        own = np.empty(len(statements), dtype=np.int8)
        for region, places in statements.groups(REGION).items():
            own[places] = self.answers[region].said[places]
        found = {ALL_REGIONS: self.answers[ALL].said, OWN_REGION: own}
        return [EtiquetteAnswers.of(statements, said, units=units, model=name) for name, said in found.items()]


@dataclass
class _Rows:
    """Distinct (text, label), the rows of the features."""

    places: dict[tuple[str, int], int] = field(default_factory=dict)

    def of(self, texts: Sequence[str], labels: np.ndarray) -> np.ndarray:
        """int64 (n,), the rows of texts with labels; new ones follow those that there are."""
        pairs = zip(texts, labels.tolist(), strict=True)
        return np.array([self.places.setdefault(pair, len(self.places)) for pair in pairs], dtype=np.int64)


def train_probes(
    statements: Etiquette, units: np.ndarray, settings: TrainedSettings, encoder: Encoder, store: str, session: Session
) -> Trained:
    """Train and test; statements of one unit are never on both sides.

    Raises
    ------
    InputError : a training set has one label alone, or there are too few statements for the folds.
    """
    kinds = [" / ".join(cell) for cell in _kinds(statements)]
    splits = spread_folds(kinds, units, folds=settings.folds, seed=session.seed)
    rows = _Rows()
    own = rows.of(statements.texts.tolist(), statements.labels)
    sets = list(_training_sets(statements, splits, settings, session))
    jobs = [
        ProbeJob(f"{name}, {split.name}", rows.of(made.texts, made.labels), own[split.test])
        for name, split, made in sets
    ]
    texts, labels = zip(*rows.places, strict=True)
    kept = EmbeddingStore(store, encoder.identity)
    with session.bar("Encoding statements", "texts") as progress:
        extract(encoder, kept, texts, workers=session.workers, progress=progress)
    session.notice(*kept.notices)
    with session.bar("Training probes", "models") as progress:
        chances = probe_probabilities(
            kept.vectors(texts, encoder.settings.pooling), (np.array(labels) == 1).astype(np.int8), jobs,
            inverse_penalty=settings.inverse_penalty, workers=session.workers, progress=progress,
        )  # fmt: skip
    said = {name: np.zeros(len(statements), dtype=np.int8) for name, _, _ in sets}
    for place, (name, split, _) in enumerate(sets):
        said[name][split.test] = np.where(chances[place, own[split.test]] >= 0.5, 1, -1)
    return Trained(
        {name: EtiquetteAnswers.of(statements, found, units=units, model=name) for name, found in said.items()}
    )


def _kinds(statements: Etiquette) -> Iterator[tuple[str, ...]]:
    """What is spread over folds: region, type and label."""
    columns = [statements.attributes[name].tolist() for name in (REGION, TYPE) if name in statements.attributes]
    return zip(*columns, map(str, statements.labels.tolist()), strict=True)


def _training_sets(
    statements: Etiquette, splits: Sequence[Split], settings: TrainedSettings, session: Session
) -> Iterator[tuple[str, Split, Balanced]]:
    """What each probe trains on: (trained on, its fold, texts with labels, balanced after the split)."""
    regions = statements.attributes[REGION]
    for name in (ALL, *statements.groups(REGION)):
        for split in splits:
            train = split.train if name == ALL else split.train[regions[split.train] == name]
            rng = session.rng("etiquette", "balance", name, split.name)
            texts, labels = statements.texts[train].tolist(), statements.labels[train]
            yield name, split, balance_labels(texts, labels, settings.balance, rng)
