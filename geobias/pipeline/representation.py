"""Representation: the share of each region in the reference set against its distance from that set.

Where the reference set holds texts of the region itself, the region is near because it is compared with itself. So the
distance is also taken from the reference set without them.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from geobias.measures import DistanceSettings, sinkhorn_table
from geobias.pipeline.corpus_statistics import region_rows, shares
from geobias.pipeline.embedding import Embeddings, keep_in
from geobias.pipeline.materials import Materials
from geobias.pipeline.session import Session
from geobias.sampling import Draws
from geobias.stats import RepresentationResult, share_against_distance
from geobias.tables import PairTable

LEFT_IN, LEFT_OUT = "left in", "left out"


@dataclass(frozen=True)
class Representation:
    """Rows (group, share, quantity, distance, own_texts), and quantity -> how share and distance go together."""

    rows: list[dict[str, Any]] = field(default_factory=list)
    tests: dict[str, tuple[RepresentationResult, ...]] = field(default_factory=dict)


def represent(
    materials: Materials,
    embeddings: Embeddings,
    distances: list[PairTable],
    distance: DistanceSettings,
    session: Session,
    *,
    coefficient: str = "spearman",
) -> Representation:
    """Every distance of the regions from the reference set; nothing where there is no such group."""
    found, of_set = Representation(), shares(materials)
    own = {group: _shared(materials, rows) for group, rows in region_rows(materials).items()}
    for table in distances:
        if materials.pools.baseline not in table.groups:
            continue
        mean, reference = table.mean(), table.groups.index(materials.pools.baseline)
        regions = table.base_groups
        measured = {group: float(mean[table.groups.index(group), reference]) for group in regions}
        kinds = {LEFT_IN if any(len(own[group]) for group in regions) else LEFT_OUT: measured}
        if LEFT_IN in kinds and table.quantity == "sinkhorn":
            owned = {group: own[group] for group in regions}
            kinds[LEFT_OUT] = _without_own(materials, embeddings, owned, distance, session)
        for kind, values in kinds.items():
            named = {"share_of": of_set.of, "quantity": table.quantity, "own_texts": kind}
            found.rows.extend({"group": g, "share": of_set[g], **named, "distance": values[g]} for g in regions)
        given = [[kinds[kind][g] for g in regions] if kind in kinds else None for kind in (LEFT_IN, LEFT_OUT)]
        options = {"coefficient": coefficient, "rng": session.seed}
        found.tests[table.quantity] = _tests([of_set[g] for g in regions], given, options)
    return found


def _tests(
    of_set: list[float], given: list[list[float] | None], options: dict[str, Any]
) -> tuple[RepresentationResult, ...]:
    """Of the distances with the region's own texts and without, those that were measured."""
    tests = []
    for kind, values in zip((LEFT_IN, LEFT_OUT), given, strict=True):
        if values is not None:
            tests += [replace(one, own_texts=kind) for one in share_against_distance(of_set, values, **options)]
    return tuple(tests)


def _shared(materials: Materials, rows: np.ndarray) -> np.ndarray:
    """Positions in the baseline's pool of a region's own texts."""
    pools = materials.pools
    reference = pools.rows[pools.baseline] if pools.baseline else np.zeros(0, np.int64)
    return np.flatnonzero(np.isin(reference, rows))


def _without_own(
    materials: Materials,
    embeddings: Embeddings,
    own: dict[str, np.ndarray],
    distance: DistanceSettings,
    session: Session,
) -> dict[str, float]:
    """Mean divergence of each region from the baseline's drawn texts without its own, with the region's draws.

    NaN where all of these are the region's own.
    """
    texts = materials.kinds["short"]
    draws: Draws = texts.bootstrap  # type: ignore[assignment]
    reference: str = texts.pools.baseline  # type: ignore[assignment]
    drawn = np.unique(draws.positions[reference])
    pool, out = texts.pools.rows[reference], {}
    repeats, size = draws.positions[reference].shape
    keep = keep_in(session, materials, embeddings)
    with session.bar("Distances without a region's own texts", "regions") as progress:
        for number, (group, theirs) in enumerate(own.items()):
            rest = pool[np.setdiff1d(drawn, theirs)]
            progress(number, len(own))
            if not len(rest):
                out[group] = np.nan
                continue
            rng = session.rng("standard set without", group)
            pair = Draws(
                {group: draws.pools[group], reference: rest},
                {group: draws.positions[group], reference: rng.integers(len(rest), size=(repeats, size))},
                draws.outer,
            )
            measured = sinkhorn_table(
                pair,
                lambda rows: embeddings.clouds(texts.corpus, rows),
                distance,
                quantity=f"sinkhorn-without-{group}",
                keeping=keep,
            )
            out[group] = float(measured.vector()[0])
    return out
