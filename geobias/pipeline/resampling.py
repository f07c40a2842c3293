"""Distances and gaps on halves and resamples of the texts: what their noise lets a relation show."""

from __future__ import annotations

from geobias.measures.reliability import ReliabilitySettings, ResampledTables, UnitSample, resampled_tables
from geobias.pipeline.differing import unit_groups
from geobias.pipeline.embedding import Embeddings
from geobias.pipeline.materials import Materials
from geobias.pipeline.performance import Performance
from geobias.pipeline.session import Session

LEAST_REGIONS = 3
"""Of which a relation can be computed at all."""


def resample_tables(
    materials: Materials,
    embeddings: Embeddings,
    performance: Performance | None,
    settings: ReliabilitySettings,
    session: Session,
) -> ResampledTables | None:
    """The tables of the regions under weights of their units and models; None where nothing is to be related."""
    if performance is None or not settings.distances:
        return None
    groups, rows = unit_groups(materials, embeddings, clouds=False)
    regions = {name: group for name, group in groups.items() if name in materials.pools.regions}
    if len(regions) < LEAST_REGIONS:
        return None
    names = materials.units.of_text
    with session.bar("Reliability of tables", "steps") as progress:
        found = resampled_tables(
            UnitSample(
                regions,
                {name: names[[rows[name][unit[0]] for unit in group.units]] for name, group in regions.items()},
                performance.weighted,
                names,
                performance.documents_of_halves,
            ),
            settings,
            seed=session.seed,
        )
        progress(1, 1)
    return found
