"""The texts that a separation compared, word by word: clouds, units, samples, and which point is of which word."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from geobias.clouds import TokenClouds
from geobias.corpora import Corpus, words_of
from geobias.errors import InputError
from geobias.measures.explaining import Spoken, words_at
from geobias.measures.separation import Dealt, SeparationSettings, common_diameter, deal_samples
from geobias.models import Encoder, TokenPlaces, token_places
from geobias.pipeline.embedding import Embeddings
from geobias.pipeline.materials import Materials
from geobias.pipeline.separable import clusters_of, separable_rows
from geobias.pipeline.session import Session
from geobias.suggest import nearest
from geobias.tables import TOKEN, WORD


@dataclass(frozen=True)
class ComparedTexts:
    """Of every group that a run compared, by its name.

    kind : "short" or "long". corpus : that `rows` are of, int64 (n,) each. units : int64 (n,), from 0.
    places : of every text its points' tokens. dealt, diameter : samples of the separation, and where schedules start.
    """

    kind: str
    corpus: Corpus
    rows: Mapping[str, np.ndarray]
    clouds: Mapping[str, TokenClouds]
    units: Mapping[str, np.ndarray]
    places: Mapping[str, list[TokenPlaces]]
    dealt: Dealt
    diameter: float

    @classmethod
    def of(
        cls, materials: Materials, embeddings: Embeddings, encoder: Encoder, separation: SeparationSettings,
        session: Session,
    ) -> ComparedTexts:  # fmt: skip
        """Those of the run, dealt as `separate` deals them.

        Raises
        ------
        InputError : the run compared no token clouds.
        """
        if not materials.separated:
            raise InputError(
                "the run must have measured Sinkhorn divergences between groups at one size",
                "it has measured none",
                "Run it with distance.sinkhorn=[short] and separation=default.",
            )
        kind = materials.separated[0]
        texts = materials.kinds[kind]
        rows, _ = separable_rows(materials, texts)
        clouds = {group: embeddings.clouds(texts.corpus, some) for group, some in rows.items()}
        clusters = clusters_of(materials, texts, rows)
        dealt = deal_samples(clouds, separation, clusters, session.seed)
        places, done, total = {}, 0, sum(map(len, rows.values()))
        with session.bar("Finding words", "texts") as progress:
            for group, some in rows.items():
                counts = clouds[group].counts.tolist()
                places[group] = token_places(encoder, texts.corpus.texts[some].tolist(), counts)
                done += len(some)
                progress(done, total)
        units = {group: np.unique(some, return_inverse=True)[1] for group, some in clusters.items()}
        diameter = common_diameter(list(dealt.samples.values()))
        return cls(kind, texts.corpus, rows, clouds, units, places, dealt, diameter)

    def check_pair(self, pair: tuple[str, str]) -> None:
        """InputError where these are no two groups that were compared."""
        for name in pair:
            if name not in self.rows:
                known = list(self.rows)
                raise InputError(
                    "--pair must name two groups that the run compared at one size",
                    f"'{name}' is none",
                    f"{nearest(name, known)}There are {known}.",
                )
        if pair[0] == pair[1]:
            raise InputError("--pair must name two groups", f"it names '{pair[0]}' twice", "Name another.")

    def texts(self, group: str) -> list[str]:
        return self.corpus.texts[self.rows[group]].tolist()

    def spoken(self, unit: str, encoder: Encoder) -> dict[str, Spoken]:
        """Every group by words, or by tokens."""
        of_group = {WORD: self._by_words, TOKEN: self._by_tokens}[unit]
        return {group: of_group(group, encoder) for group in self.rows}

    def _by_words(self, group: str, encoder: Encoder) -> Spoken:
        texts, places = self.texts(group), self.places[group]
        points = [word for text, at in zip(texts, places, strict=True) for word in words_at(text, at.spans)]
        said = [[word.word for word in words_of(text)] for text in texts]
        return Spoken(self.clouds[group], self.units[group], np.array(points, dtype=object), said)

    def _by_tokens(self, group: str, encoder: Encoder) -> Spoken:
        said = [encoder.tokenize.names(at.ids[at.ids >= 0].tolist()) for at in self.places[group]]
        flat = iter([name for text in said for name in text])
        ids = np.concatenate([at.ids for at in self.places[group]])
        points = [next(flat) if known else "" for known in (ids >= 0).tolist()]
        return Spoken(self.clouds[group], self.units[group], np.array(points, dtype=object), said)
