"""Distances between groups at every layer that is named, one layer's vectors at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from geobias.measures import DistanceSettings, PositionShare, position_share
from geobias.measures.differences import DifferenceSettings
from geobias.measures.separation import SeparationSettings
from geobias.pipeline.differing import distances_of_means
from geobias.pipeline.embedding import Embeddings, discriminant_tables, keep_in
from geobias.pipeline.materials import Materials
from geobias.pipeline.progress import Bars
from geobias.pipeline.separable import separable_rows
from geobias.pipeline.separation import separate
from geobias.pipeline.session import Session
from geobias.tables import LDA, PairTable, Quantity

LAYER_METHODS = ("sinkhorn", "energy")
"""Separations that are measured at every layer, of those that the study measures."""


@dataclass(frozen=True)
class MeasuredLayer:
    """What was measured at one layer.

    own : whether it is the layer of the study itself, by which its verdict goes.
    tables : distances between groups, a table each. position : of the clouds' points; None where there are no clouds.
    """

    layer: int
    own: bool
    tables: list[PairTable]
    position: PositionShare | None


@dataclass(frozen=True)
class LayerMeasures:
    """How distances are measured at every layer: as the study measures its own, of corpus texts, without their tests.

    They are the squared Mahalanobis distance of means (where `difference` has statistics), the Sinkhorn excess and the
    energy distance (where `separation` names them), and cross-fitted LDA (where `distance` asks for it).
    """

    distance: DistanceSettings
    separation: SeparationSettings
    difference: DifferenceSettings

    def tables(self, materials: Materials, embeddings: Embeddings, session: Session) -> list[PairTable]:
        """One per quantity, to the bit as a study of this layer alone has it."""
        methods = tuple(name for name in self.separation.methods if name in LAYER_METHODS)
        untested = replace(self.separation, methods=methods, size_curve=(), permutations=1, vector_permutations=1)
        found = separate(materials, embeddings, [], untested, self.distance, session)
        means = distances_of_means(materials, embeddings, self.difference, session)
        tables = replace(found, differences=means).pair_tables(materials.pools.pooled_groups)
        texts = materials.kinds["short"]
        if texts.subsamples is None or self.distance.lda_folds < 2:
            return tables
        keep = keep_in(session, materials, embeddings)
        lda = discriminant_tables(texts, embeddings, self.distance, Quantity(LDA), session.seed, keep)
        return tables + [table for table in lda.values() if Quantity.parse(table.quantity).cross_fitted]


def measure_layers(
    materials: Materials, embeddings: Embeddings, layers: Sequence[int], measures: LayerMeasures, session: Session
) -> list[MeasuredLayer]:
    """Every layer, by its number from 0 and in that order.

    A layer's vectors are read when it is measured and let go before the next, so memory does not grow with their
    number. Texts that were joined to long ones take no part.
    """
    short = replace(materials, kinds={"short": materials.kinds["short"]})
    quiet, found = replace(session, bars=Bars(False)), []
    with session.bar("Distances at every layer", "layers") as progress:
        for number, layer in enumerate(sorted(layers)):
            own, here = layer == embeddings.identity["layer"], embeddings.at(layer)
            tables = measures.tables(short, here, quiet)
            found.append(MeasuredLayer(layer, own, tables, _position(short, here)))
            progress(number + 1, len(layers))
    return found


def _position(materials: Materials, embeddings: Embeddings) -> PositionShare | None:
    """Of the token clouds of all groups that are compared by them, read one group at a time."""
    if "short" not in materials.separated:
        return None
    texts = materials.kinds["short"]
    rows, _ = separable_rows(materials, texts)
    return position_share(embeddings.clouds(texts.corpus, some) for some in rows.values()) if rows else None
