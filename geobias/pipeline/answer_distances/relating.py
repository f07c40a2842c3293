"""Distances of answers related with distances on the axis."""

from __future__ import annotations

from collections.abc import Sequence

from geobias.pipeline.answer_distances.settings import AnswerGeometrySettings
from geobias.pipeline.related_distances import as_distance, relate_distances
from geobias.seeds import generator
from geobias.tables import PairTable, Relation, SeparationTable

SURVEY, WRITTEN = "survey", "written"


def related(
    tables: Sequence[SeparationTable],
    name: str,
    pairs: Sequence[PairTable],
    settings: AnswerGeometrySettings,
    seed: int,
) -> list[Relation]:
    """The judged relations of every distance with one side's two tables; none on fewer than three nations."""
    return relate_distances(
        [as_distance(table) for table in tables],
        pairs,
        settings,
        family=f"answers-{name}",
        noun="nations",
        declared=name == SURVEY,
        rng=generator(seed, "answer geometry", name),
    )
