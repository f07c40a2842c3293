"""How far apart groups are beyond how far a group is from itself: separations of token clouds and document vectors."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from geobias.clouds import TokenClouds
from geobias.measures import DistanceSettings, Keeping, Stopping
from geobias.measures.separation import (
    ResamplingSpread,
    SeparationSettings,
    resampling_spread,
    sinkhorn_separation,
    size_curve,
    unbiased_separation,
)
from geobias.pipeline.embedding import Embeddings, keep_in
from geobias.pipeline.materials import Materials
from geobias.pipeline.separable import LEAST_CLUSTERS, clusters_of, separable_rows
from geobias.pipeline.session import Session
from geobias.relations import judge_differences, judge_separations
from geobias.tables import DifferenceTable, PairTable, Quantity, SeparationTable


@dataclass(frozen=True)
class Separations:
    """One table per quantity, all pairs at one size; `curves` at the further sizes asked for.

    spreads : quantity -> how the nested repeats of a distance scatter. differences : the omnibus test of every pair.
    """

    tables: list[SeparationTable] = field(default_factory=list)
    curves: list[SeparationTable] = field(default_factory=list)
    spreads: dict[str, ResamplingSpread] = field(default_factory=dict)
    differences: DifferenceTable = field(default_factory=lambda: DifferenceTable(()))

    def judged(self, pooled_groups: tuple[str, ...], alpha: float) -> Separations:
        """The same with a verdict on every pair, at this level."""
        return replace(
            self,
            tables=[judge_separations(table, pooled_groups, alpha) for table in self.tables],
            differences=judge_differences(self.differences, pooled_groups, alpha),
        )

    @property
    def decisive(self) -> DifferenceTable:
        """The differences that the answer goes by."""
        rows = tuple(row for row in self.differences.rows if row.decisive)
        return replace(self.differences, rows=rows)

    def pair_tables(self, pooled_groups: tuple[str, ...]) -> list[PairTable]:
        """The estimates as tables that relations take: a Sinkhorn excess, or an unbiased distance; the omnibus' own
        distance is the first."""
        out = [self.differences.pair_table(pooled_groups=pooled_groups)] if self.differences.rows else []
        for table in self.tables:
            floored = not np.isnan(table.rows[0].floor)
            made = table.pair_table("excess" if floored else "value")
            quantity = made.quantity if floored else table.rows[0].quantity
            out.append(
                replace(
                    made, quantity=quantity, pooled_groups=tuple(name for name in pooled_groups if name in made.groups)
                )
            )
        return out


def separate(
    materials: Materials,
    embeddings: Embeddings,
    distances: list[PairTable],
    separation: SeparationSettings,
    distance: DistanceSettings,
    session: Session,
    stopping: Stopping | None = None,
) -> Separations:
    """Every quantity of `separation.methods`, for every kind of text; and the spread of the distances' repeats.

    stopping : when permutations of units are no longer drawn; those of samples cost nothing, and are all drawn.
    """
    found = Separations(spreads=_spreads(materials, distances))
    for kind, texts in materials.kinds.items():
        rows = _compared(materials, kind, session)
        if rows is None:
            continue
        clusters = clusters_of(materials, texts, rows)
        if kind in materials.separated:
            clouds = {group: embeddings.clouds(texts.corpus, some) for group, some in rows.items()}
            keep = keep_in(session, materials, embeddings).under(pools=dict(rows))
            options = {"clusters": clusters, "distance": distance, "quantity": Quantity("sinkhorn", texts=kind)}
            _sinkhorn(found, clouds, separation, options, keep, session)
        vectors = embeddings.vectors(texts.corpus)
        methods = [name for name in separation.methods if name != "sinkhorn"]
        with session.bar(f"Unbiased distances, {kind} texts", "quantities") as progress:
            for number, method in enumerate(methods):
                found.tables.append(
                    unbiased_separation(
                        {group: vectors(some) for group, some in rows.items()},
                        separation,
                        method=Quantity(method, texts=kind),
                        clusters=clusters,
                        seed=session.seed,
                        workers=session.workers,
                        stopping=stopping,
                    )
                )
                progress(number + 1, len(methods))
    return found


def _compared(materials: Materials, kind: str, session: Session) -> dict[str, np.ndarray] | None:
    """The rows of the groups that are compared, and a notice of those that are not; None where fewer than two are."""
    texts = materials.kinds[kind]
    rows, few = separable_rows(materials, texts)
    setting = "sampling.cluster" if texts.blocks is None else "sampling.long_blocks"
    if sum(group in rows for group in texts.pools.regions) < 2:
        session.notice(
            f"Nothing is said of the separation of {kind} texts: two regions must have at least {LEAST_CLUSTERS} "
            f"clusters ({setting})."
        )
        return None
    if few:
        named = ", ".join(f"{group} ({count})" for group, count in few.items())
        session.notice(
            f"Left out of the separation of {kind} texts, with fewer than {LEAST_CLUSTERS} clusters ({setting}): "
            f"{named}."
        )
    return rows


def _sinkhorn(
    found: Separations,
    clouds: Mapping[str, TokenClouds],
    separation: SeparationSettings,
    options: dict[str, Any],
    keep: Keeping,
    session: Session,
) -> None:
    """Adds the table at one size, and those at the further sizes that are asked for."""
    options = {"seed": session.seed, **options}
    with session.bar("Divergences at one size", "divergences") as progress:
        found.tables.append(sinkhorn_separation(clouds, separation, keeping=keep.telling(progress), **options))
    if separation.size_curve:
        with session.bar("Divergences at further sizes", "divergences") as progress:
            found.curves.append(size_curve(clouds, separation, keeping=keep.telling(progress), **options))


def _spreads(materials: Materials, distances: list[PairTable]) -> dict[str, ResamplingSpread]:
    out = {}
    for table in distances:
        quantity = Quantity.parse(table.quantity)
        kind = quantity.texts if (quantity.kind, quantity.estimate) == ("sinkhorn", "") else None
        draws = materials.kinds[kind].bootstrap if kind else None
        counts = np.unique(draws.outer, return_counts=True)[1] if draws is not None else np.zeros(1)
        if len(counts) > 1 and counts.min() > 1:
            out[table.quantity] = resampling_spread(table, draws.outer)  # type: ignore[union-attr]
    return out
