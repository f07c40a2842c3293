"""How far apart groups are beyond how far a group is from itself: separations of token clouds and document vectors."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from geobias.clouds import TokenClouds
from geobias.measures.geometry import DistanceSettings
from geobias.measures.separation import (
    ResamplingSpread,
    SeparationSettings,
    resampling_spread,
    sinkhorn_separation,
    size_curve,
    unbiased_separation,
)
from geobias.pipeline.embedding import Embeddings, Keeping
from geobias.pipeline.materials import Materials, Texts
from geobias.pipeline.session import Session
from geobias.relations import judge_separations
from geobias.sampling import Pools
from geobias.tables import PairTable, SeparationTable

LEAST_UNITS = 8
"""Of fewer a group no shuffle could survive a correction over 15 pairs."""
_COPIED = 0.1


@dataclass(frozen=True)
class Separations:
    """One table a quantity, all pairs at one size; `curves` at the further sizes asked for.

    spreads : quantity -> how the nested repeats of a distance scatter.
    """

    tables: list[SeparationTable] = field(default_factory=list)
    curves: list[SeparationTable] = field(default_factory=list)
    spreads: dict[str, ResamplingSpread] = field(default_factory=dict)

    def judged(self, unions: tuple[str, ...], alpha: float) -> Separations:
        """The same with a verdict on every pair, at this level."""
        return replace(self, tables=[judge_separations(table, unions, alpha) for table in self.tables])

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
    separation: SeparationSettings,
    distance: DistanceSettings,
    session: Session,
) -> Separations:
    """Every quantity of `separation.methods`, for every kind of text; and the spread of the distances' repeats."""
    found = Separations(spreads=_spreads(materials, distances))
    for kind, texts in materials.kinds.items():
        rows = _compared(materials, kind, session)
        if rows is None:
            continue
        units = _units(materials, texts, rows)
        suffix = "" if kind == "short" else f"_{kind}"
        if kind in materials.separated:
            clouds = {group: embeddings.clouds(texts.corpus, some) for group, some in rows.items()}
            keep = Keeping.of(materials, embeddings, session).options(pools=dict(rows))
            options = {"units": units, "distance": distance, "quantity": f"sinkhorn{suffix}", **keep}
            _sinkhorn(found, clouds, separation, options, session)
        vectors = embeddings.vectors(texts.corpus)
        methods = [name for name in separation.methods if name != "sinkhorn"]
        with session.bar(f"Unbiased distances, {kind} texts", "quantities") as progress:
            for number, method in enumerate(methods):
                found.tables.append(
                    unbiased_separation(
                        {group: vectors(some) for group, some in rows.items()},
                        separation,
                        method=method,
                        units=units,
                        seed=session.seed,
                        quantity=method + suffix,
                        workers=session.workers,
                    )
                )
                progress(number + 1, len(methods))
    return found


def _compared(materials: Materials, kind: str, session: Session) -> dict[str, np.ndarray] | None:
    """The rows of the groups that are compared, and a notice of those that are not; None where fewer than two are."""
    texts = materials.kinds[kind]
    rows, few = separable_rows(materials, texts)
    setting = "sampling.unit" if texts.blocks is None else "sampling.long_blocks"
    if sum(group in rows for group in texts.pools.regions) < 2:
        session.notice(
            f"Nothing is said of the separation of {kind} texts: two regions must have at least {LEAST_UNITS} "
            f"units ({setting})."
        )
        return None
    if few:
        named = ", ".join(f"{group} ({count})" for group, count in few.items())
        session.notice(
            f"Left out of the separation of {kind} texts, with fewer than {LEAST_UNITS} units ({setting}): {named}."
        )
    return rows


def _sinkhorn(
    found: Separations,
    clouds: Mapping[str, TokenClouds],
    separation: SeparationSettings,
    options: dict[str, Any],
    session: Session,
) -> None:
    """Adds the table at one size, and those at the further sizes that are asked for."""
    with session.bar("Divergences at one size", "divergences") as progress:
        found.tables.append(sinkhorn_separation(clouds, separation, seed=session.seed, progress=progress, **options))
    if separation.size_curve:
        with session.bar("Divergences at further sizes", "divergences") as progress:
            found.curves.append(size_curve(clouds, separation, seed=session.seed, progress=progress, **options))


def separable_rows(materials: Materials, texts: Texts) -> tuple[dict[str, np.ndarray], dict[str, int]]:
    """The rows of the groups that are compared, and how many units those have that are too small to be."""
    rows = separable(texts.pools, texts.corpus.texts)
    units = _units(materials, texts, rows) or rows
    counts = {group: len(np.unique(some)) for group, some in units.items()}
    few = {group: count for group, count in counts.items() if count < LEAST_UNITS}
    return {group: some for group, some in rows.items() if group not in few}, few


def check_sizes(materials: Materials, separation: SeparationSettings) -> None:
    """InputError where samples of a size asked for are larger than a group allows, before anything is encoded."""
    for kind, texts in materials.kinds.items():
        rows, _ = separable_rows(materials, texts)
        if kind in materials.separated and len(rows) > 1:
            units = _units(materials, texts, rows) or rows
            counts = {group: len(np.unique(some)) for group, some in units.items()}
            for size in (None, *separation.size_curve):
                separation.common_size(counts, size)


def separable(pools: Pools, texts: np.ndarray) -> dict[str, np.ndarray]:
    """Groups that may be tested against one another: the regions, and others that share no text with them.

    texts : of the corpus. A few that two groups have in common, as any two have, are no reason against it.
    """
    out = {group: pools.rows[group] for group in pools.regions}
    taken = np.concatenate(list(out.values()))
    for group in pools.unions:
        rows = pools.rows[group]
        if not np.isin(rows, taken).any() and np.isin(texts[rows], texts[taken]).mean() < _COPIED:
            out[group] = rows
            taken = np.concatenate([taken, rows])
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
