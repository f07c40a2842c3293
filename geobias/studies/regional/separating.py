"""How far apart groups are beyond how far a group is from itself: separations of token clouds and document vectors."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from geobias.measures.separation import (
    ResamplingSpread,
    resampling_spread,
    sinkhorn_separation,
    size_curve,
    unbiased_separation,
)
from geobias.relations import judge_separations
from geobias.sampling import Pools
from geobias.studies.progress import Bars
from geobias.studies.regional.embedding import Embeddings, memo_inputs
from geobias.studies.regional.materials import Materials, Texts
from geobias.studies.regional.settings import RegionalSettings
from geobias.studies.run import RunDirectory
from geobias.tables import PairTable
from geobias.tables_separation import SeparationTable

LEAST_UNITS = 8
"""Of fewer a group no shuffle could survive a correction over 15 pairs."""


@dataclass(frozen=True)
class Separations:
    """One table a quantity, all pairs at one size; `curves` at the further sizes asked for.

    spreads : quantity -> how the nested repeats of a distance scatter.
    """

    tables: list[SeparationTable] = field(default_factory=list)
    curves: list[SeparationTable] = field(default_factory=list)
    spreads: dict[str, ResamplingSpread] = field(default_factory=dict)

    def pair_tables(self, unions: tuple[str, ...]) -> list[PairTable]:
        """The estimates as tables that relations take: a Sinkhorn excess, or an unbiased distance."""
        out = []
        for table in self.tables:
            floored = not np.isnan(table.rows[0].floor)
            made = table.pair_table("excess" if floored else "value")
            quantity = made.quantity if floored else table.rows[0].quantity
            out.append(replace(made, quantity=quantity, unions=tuple(name for name in unions if name in made.groups)))
        return out


def separate(
    materials: Materials,
    embeddings: Embeddings,
    distances: list[PairTable],
    settings: RegionalSettings,
    directory: RunDirectory,
    bars: Bars,
) -> Separations:
    """Every quantity of `settings.separation`, for every kind of text; and the spread of the repeats."""
    found = Separations(spreads=_spreads(materials, distances))
    for kind, texts in materials.kinds.items():
        rows = separable(texts.pools)
        if len(rows) < 2:
            directory.notice(f"The {kind} texts' groups share texts, so nothing is said of their separation.")
            continue
        units = _units(materials, texts, rows)
        if units and min(len(np.unique(some)) for some in units.values()) < LEAST_UNITS:
            directory.notice(
                f"Nothing is said of the separation of {kind} texts: a group has fewer than {LEAST_UNITS} units"
                + (" (sampling.long_blocks)." if texts.blocks is not None else ".")
            )
            continue
        suffix = "" if kind == "short" else f"_{kind}"
        if kind in materials.separated:
            _sinkhorn(found, texts, rows, units, suffix, materials, embeddings, settings, directory, bars)
        vectors = embeddings.vectors(texts.corpus)
        methods = [name for name in settings.separation.methods if name != "sinkhorn"]
        with bars.bar(f"Unbiased distances, {kind} texts", "quantities") as progress:
            for number, method in enumerate(methods):
                found.tables.append(
                    unbiased_separation(
                        {group: vectors(some) for group, some in rows.items()},
                        settings.separation,
                        method=method,
                        units=units,
                        seed=settings.seed,
                        quantity=method + suffix,
                        workers=settings.workers,
                    )
                )
                progress(number + 1, len(methods))
    judged = [judge_separations(table, materials.pools.unions, settings.relation.alpha) for table in found.tables]
    return replace(found, tables=judged)


def _sinkhorn(
    found: Separations,
    texts: Texts,
    rows: Mapping[str, np.ndarray],
    units: Mapping[str, Any] | None,
    suffix: str,
    materials: Materials,
    embeddings: Embeddings,
    settings: RegionalSettings,
    directory: RunDirectory,
    bars: Bars,
) -> None:
    clouds = {group: embeddings.clouds(texts.corpus, some) for group, some in rows.items()}
    options: dict[str, Any] = {
        "units": units,
        "distance": settings.distance,
        "seed": settings.seed,
        "quantity": f"sinkhorn{suffix}",
        "memo": directory.memo,
        "inputs": memo_inputs(materials, embeddings) | {"pools": dict(rows)},
        "workers": settings.workers,
    }
    with bars.bar("Divergences at one size", "divergences") as progress:
        found.tables.append(sinkhorn_separation(clouds, settings.separation, progress=progress, **options))
    if settings.separation.size_curve:
        with bars.bar("Divergences at further sizes", "divergences") as progress:
            found.curves.append(size_curve(clouds, settings.separation, progress=progress, **options))


def separable(pools: Pools) -> dict[str, np.ndarray]:
    """Groups that may be tested against one another: the regions, and others that share no text with them."""
    regions = {group: rows for group, rows in pools.rows.items() if group not in pools.unions}
    taken = np.concatenate(list(regions.values()))
    out = dict(regions)
    for group in pools.unions:
        if group in pools.rows and not np.isin(pools.rows[group], taken).any():
            out[group] = pools.rows[group]
            taken = np.concatenate([taken, pools.rows[group]])
    return {group: out[group] for group in pools.rows if group in out}


def _units(materials: Materials, texts: Texts, rows: Mapping[str, np.ndarray]) -> dict[str, Any] | None:
    """Blocks that share no source for long texts; for short ones what the corpus says, if it does."""
    of_texts = materials.units if texts.blocks is None else texts.blocks
    return None if of_texts is None else {group: of_texts[some] for group, some in rows.items()}


def _spreads(materials: Materials, distances: list[PairTable]) -> dict[str, ResamplingSpread]:
    out = {}
    for table in distances:
        kind = {"sinkhorn": "short", "sinkhorn_long": "long"}.get(table.quantity)
        draws = materials.kinds[kind].bootstrap if kind else None
        counts = np.unique(draws.outer, return_counts=True)[1] if draws is not None else np.zeros(1)
        if len(counts) > 1 and counts.min() > 1:
            out[table.quantity] = resampling_spread(table, draws.outer)  # type: ignore[union-attr]
    return out
