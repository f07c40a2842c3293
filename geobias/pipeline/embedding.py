"""The second and third measurements: Sinkhorn distances between token clouds, LDA distances between documents."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from geobias.clouds import TokenClouds
from geobias.corpora import Corpus
from geobias.measures.discriminants import discriminant_points, lda_tables
from geobias.measures.geometry import sinkhorn_table
from geobias.models.direct import token_clouds
from geobias.models.encoder import Encoder
from geobias.models.extract import extract
from geobias.models.store import EmbeddingStore
from geobias.pipeline.materials import Materials, Texts, distinct_texts
from geobias.pipeline.progress import Bars
from geobias.pipeline.run_directory import RunDirectory
from geobias.pipeline.settings import RegionalSettings
from geobias.processes import Processes
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
        cls, encoder: Encoder, materials: Materials, settings: RegionalSettings, bars: Bars, processes: Processes
    ) -> Embeddings:
        """Encode what the store lacks of the study's texts; all processes call this alike and share the work."""
        store = EmbeddingStore(settings.store, encoder.identity)
        pooled = distinct_texts(materials.texts_to_encode())
        direct = settings.distance.clouds == "direct"
        clouds = [] if direct else distinct_texts(materials.texts_for_clouds())
        with bars.bar("Encoding texts", "texts") as progress:
            encoded = extract(
                encoder,
                store,
                [*pooled, *clouds],
                token_texts=set(clouds),
                workers=settings.workers,
                progress=progress,
                processes=processes,
            )
        kept = encoder if direct else None
        return cls(store, settings.encoder.pooling, encoder.identity, encoded, kept)

    def clouds(self, corpus: Corpus, rows: np.ndarray) -> TokenClouds:
        """Token clouds of some rows, in order."""
        texts = corpus.texts[rows].tolist()
        return token_clouds(self.direct, texts) if self.direct else self.store.clouds(texts)

    def vectors(self, corpus: Corpus) -> Callable[[np.ndarray], np.ndarray]:
        """rows -> float32 (rows, d), each row's vector read from the store once."""
        known: dict[int, np.ndarray] = {}

        def look_up(rows: np.ndarray) -> np.ndarray:
            new = [row for row in np.unique(rows) if row not in known]
            if new:
                known.update(zip(new, self.store.vectors(corpus.texts[new].tolist(), self.pooling), strict=True))
            return np.stack([known[row] for row in rows])

        return look_up


def measure_distances(
    materials: Materials,
    embeddings: Embeddings,
    settings: RegionalSettings,
    directory: RunDirectory,
    bars: Bars,
) -> tuple[list[PairTable], dict[str, tuple[np.ndarray, np.ndarray]]]:
    """All distance tables, and per kind of text the points of the LDA figure (groups, coordinates)."""
    tables: list[PairTable] = []
    points = {}
    for kind, texts in materials.kinds.items():
        lda = Quantity(LDA, texts=kind)
        common: dict[str, Any] = {
            "memo": directory.memo,
            "inputs": memo_inputs(materials, embeddings),
            "workers": settings.workers,
        }
        if texts.bootstrap is not None:
            with bars.bar(f"Sinkhorn divergences, {kind} texts", "problems") as progress:
                clouds_of = partial(embeddings.clouds, texts.corpus)
                table = sinkhorn_table(
                    texts.bootstrap,
                    clouds_of,
                    settings.distance,
                    quantity=Quantity("sinkhorn", texts=kind),
                    unions=texts.pools.unions,
                    progress=progress,
                    **common,
                )
            tables.append(table)
        if texts.subsamples is not None:
            with bars.bar(f"Discriminant distances, {kind} texts", "repeats") as progress:
                found = _discriminant(texts, embeddings, settings, lda, progress, common)
            if lda not in found:
                directory.notice(_left_out(kind, found))
            tables += found.values()
            points[kind] = discriminant_points(texts.subsamples, embeddings.vectors(texts.corpus))
    return tables, points


def _discriminant(
    texts: Texts,
    embeddings: Embeddings,
    settings: RegionalSettings,
    quantity: str,
    progress: Callable[[int, int], None],
    common: dict[str, Any],
) -> dict[str, PairTable]:
    blocks = texts.blocks
    return lda_tables(
        texts.subsamples,  # type: ignore[arg-type]
        embeddings.vectors(texts.corpus),
        settings.distance,
        quantity=quantity,
        seed=settings.seed,
        unions=[name for name in texts.pools.unions if name in texts.subsamples.groups],  # type: ignore[union-attr]
        blocks_of=None if blocks is None else lambda rows: blocks[rows],
        progress=progress,
        **common,
    )


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
