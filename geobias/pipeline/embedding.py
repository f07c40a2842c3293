"""Embeddings of the materials' texts, and distances measured on them: Sinkhorn of token clouds, LDA of documents."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import numpy as np

from geobias.clouds import TokenClouds
from geobias.corpora import Corpus
from geobias.measures import (
    DistanceSettings,
    Documents,
    Keeping,
    discriminant_points,
    lda_tables,
    sinkhorn_table,
)
from geobias.models import EmbeddingStore, Encoder, extract, token_clouds
from geobias.pipeline.materials import Materials, Texts
from geobias.pipeline.session import Session
from geobias.tables import LDA, PairTable, Quantity


@dataclass(frozen=True)
class Embeddings:
    """Vectors of everything a study drew, read from the store; token vectors perhaps straight from the encoder.

    direct : the encoder, where token vectors are not stored.
    """

    store: EmbeddingStore
    pooling: str
    identity: dict[str, Any]
    encoded: int
    direct: Encoder | None = None

    @classmethod
    def extract(
        cls, encoder: Encoder, materials: Materials, store: str, session: Session, *, direct: bool = False
    ) -> Embeddings:
        """Encode what the store lacks of the materials' texts; all processes call this alike and share the work.

        Parameters
        ----------
        store : folder of the embeddings, also of the other layers that the encoder's settings name: see `at`.
        direct : token vectors are not stored, but encoded when they are needed.
        """
        stores = {layer: EmbeddingStore(store, encoder.identity_at(layer)) for layer in encoder.stored_layers}
        kept = stores[encoder.layer]
        pooled = materials.texts_to_encode()
        clouds = [] if direct else materials.texts_for_clouds()
        with session.bar("Encoding texts", "texts") as progress:
            encoded = extract(
                encoder,
                stores,
                [*pooled, *clouds],
                token_texts=set(clouds),
                workers=session.workers,
                progress=progress,
                processes=session.processes,
            )
        session.notice(*(notice for at in stores.values() for notice in at.notices))
        return cls(kept, encoder.settings.pooling, encoder.identity, encoded, encoder if direct else None)

    def add(self, encoder: Encoder, texts: Sequence[str], session: Session) -> None:
        """Encode further texts, such as changed ones, whose token vectors are wanted; stored ones stay."""
        if self.direct is None:
            with session.bar("Encoding further texts", "texts") as progress:
                extract(encoder, self.store, texts, token_texts=set(texts), workers=session.workers, progress=progress)

    def of_texts(self, texts: Sequence[str]) -> TokenClouds:
        """Token clouds of texts that were encoded, in order."""
        if self.direct:
            return token_clouds(self.direct, texts, layer=self.identity["layer"])
        return self.store.clouds(texts)

    def at(self, layer: int) -> Embeddings:
        """The same of another layer that was stored in the same pass, by its index from 0."""
        identity = {**self.identity, "layer": layer}
        return replace(self, store=EmbeddingStore(self.store.folder.parent, identity), identity=identity)

    def clouds(self, corpus: Corpus, rows: np.ndarray) -> TokenClouds:
        """Token clouds of some rows, in order."""
        return self.of_texts(corpus.texts[rows].tolist())

    def vectors(self, corpus: Corpus) -> Callable[[np.ndarray], np.ndarray]:
        """rows -> float32 (rows, d), each row's vector read from the store once."""
        known: dict[int, np.ndarray] = {}

        def look_up(rows: np.ndarray) -> np.ndarray:
            new = [row for row in np.unique(rows) if row not in known]
            if new:
                known.update(zip(new, self.store.vectors(corpus.texts[new].tolist(), self.pooling), strict=True))
            return np.stack([known[row] for row in rows])

        return look_up


@dataclass(frozen=True)
class Distances:
    """What distances between groups were measured.

    tables : one per quantity and kind of text.
    points : kind of text -> (groups (n,), coordinates (n, 2)) of the discriminant figure.
    """

    tables: list[PairTable] = field(default_factory=list)
    points: dict[str, tuple[np.ndarray, np.ndarray]] = field(default_factory=dict)


def measure_distances(
    materials: Materials, embeddings: Embeddings, distance: DistanceSettings, session: Session
) -> Distances:
    """Sinkhorn and discriminant distances of every kind of text that was drawn."""
    found = Distances()
    keep = keep_in(session, materials, embeddings)
    for kind, texts in materials.kinds.items():
        lda = Quantity(LDA, texts=kind)
        if texts.bootstrap is not None:
            with session.bar(f"Sinkhorn divergences, {kind} texts", "problems") as progress:
                table = sinkhorn_table(
                    texts.bootstrap,
                    partial(embeddings.clouds, texts.corpus),
                    distance,
                    quantity=Quantity("sinkhorn", texts=kind),
                    pooled_groups=texts.pools.pooled_groups,
                    keeping=keep.telling(progress),
                )
            found.tables.append(table)
        if texts.subsamples is not None:
            with session.bar(f"Discriminant distances, {kind} texts", "repeats") as progress:
                tables = discriminant_tables(texts, embeddings, distance, lda, session.seed, keep.telling(progress))
            if lda not in tables:
                session.notice(_left_out(kind, tables))
            found.tables.extend(tables.values())
            found.points[kind] = discriminant_points(texts.subsamples, embeddings.vectors(texts.corpus))
    session.directory.record(distance_details={table.quantity: dict(table.details) for table in found.tables})
    return found


def discriminant_tables(
    texts: Texts, embeddings: Embeddings, distance: DistanceSettings, quantity: str, seed: int, keeping: Keeping
) -> dict[str, PairTable]:
    """Quantity -> distances between centroids in discriminant space, of texts that have draws for it."""
    blocks, draws = texts.blocks, texts.subsamples
    assert draws is not None
    return lda_tables(
        draws,
        Documents(embeddings.vectors(texts.corpus), None if blocks is None else lambda rows: blocks[rows]),
        distance,
        quantity=quantity,
        seed=seed,
        pooled_groups=[name for name in texts.pools.pooled_groups if name in draws.groups],
        keeping=keeping,
    )


def keep_in(session: Session, materials: Materials, embeddings: Embeddings) -> Keeping:
    """Measures of the embeddings are kept in the session's folder, under what decides the materials' vectors."""
    return Keeping(session.directory.memo, memo_inputs(materials, embeddings), session.workers)


def memo_inputs(materials: Materials, embeddings: Embeddings) -> dict[str, Any]:
    """What decides the vectors of a study's texts."""
    return {
        "corpus": materials.corpus_sha256,
        "encoder": embeddings.identity,
        "pooling": embeddings.pooling,
        "direct": embeddings.direct is not None,
        "long": {kind: texts.corpus.digest() for kind, texts in materials.kinds.items() if kind != "short"},
    }


def _left_out(kind: str, found: dict[str, PairTable]) -> str:
    if not found:
        return f"LDA of {kind} texts was left out: there are too few of them."
    details = next(iter(found.values())).details
    return (
        f"In-sample LDA of {kind} texts was left out: {details['documents']} documents in {details['width']} "
        "dimensions are separated whatever they say. The cross-fitted distances stand."
    )
