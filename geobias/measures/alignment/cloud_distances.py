"""Distances between groups by what they judge differently: Sinkhorn divergences of weighted clouds of items."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from geobias.arguments import choice, whole
from geobias.corpora import Judgements, joint_name
from geobias.distances import SinkhornOptions
from geobias.errors import InputError
from geobias.means import known_mean
from geobias.measures.alignment.cloud_solver import ItemSolver
from geobias.measures.alignment.clouds import SIDES, GroupPanel, Side
from geobias.measures.alignment.published import Suppression
from geobias.measures.alignment.settings import AlignmentSettings
from geobias.seeds import generator
from geobias.tables import EXCESS, FLOOR, VALUE, PairTable, Quantity

ITEM_DISTANCE = "item_sinkhorn"
"""The kind of these quantities; the attribute stands in brackets: "item_sinkhorn_excess[region]"."""
PERMUTATION_P = "p_permutation"


@dataclass(frozen=True)
class ItemDistanceSettings:
    """How the clouds of items of two groups are compared.

    Attributes
    ----------
    sides : items judged "higher", "lower", or both, whose distances are then averaged.
    relabelled : how often annotators are dealt among the groups, for floor and p.
    replicates : how often annotators and items are weighted anew, for the spread of distances.
    sinkhorn : p, blur and the rest, see `geobias.distances.sinkhorn_divergence`.
    suppression : which groups are not told.
    seed : of dealing and weighting.
    """

    sides: tuple[Side, ...] = SIDES
    relabelled: int = 39
    replicates: int = 10
    sinkhorn: SinkhornOptions = field(default_factory=SinkhornOptions)
    suppression: Suppression = field(default_factory=Suppression)
    seed: int = 0

    def __post_init__(self) -> None:
        if not self.sides:
            raise InputError("sides must name one side or both", "there is none", f"Pass {SIDES}.")
        for side in self.sides:
            choice("sides", side, SIDES)
        whole("relabelled", self.relabelled, 1)
        whole("replicates", self.replicates, 1)


@dataclass(frozen=True)
class ItemDistances:
    """Distances between the groups of one attribute, each a `PairTable` of the same G groups.

    Attributes
    ----------
    value : (1, G, G), as measured.
    floor : (relabelled, G, G), of the same annotators dealt among groups of these sizes.
    excess : (replicates, G, G), value less mean floor, plus what each replicate deviates from all of them: the mean is
        the distance without what few annotators alone make of it, the spread that over annotators and items.
    pvalue : (1, G, G), the share of floors, the value among them, that are as large.
    """

    value: PairTable
    floor: PairTable
    excess: PairTable
    pvalue: PairTable


def item_distances(
    judgements: Judgements,
    attribute: str | Sequence[str],
    vectors: Any,
    settings: ItemDistanceSettings | None = None,
) -> ItemDistances:
    """How far apart, in an embedding, the items lie that two groups judge differently from everybody.

    Every group is a cloud: all items, each weighing how much higher (lower) the group judges it, see `item_clouds`.
    The distance of two is the debiased Sinkhorn divergence of their clouds. Few annotators judge items differently by
    chance, so clouds of random groups lie apart too: read `excess` and `pvalue`, not `value`. Replicates weight
    annotators and items by exponential draws (Rubin 1981, The Bayesian bootstrap), so that no group is ever empty.

    Parameters
    ----------
    vectors : float (I, d), array or tensor, one an item; a row of NaN leaves the item out, as one without a text.

    Raises
    ------
    InputError : vectors of another shape or not finite; fewer than two groups that are told.
    """
    chosen = settings or ItemDistanceSettings()
    panel = GroupPanel.of(judgements, attribute, AlignmentSettings(suppression=chosen.suppression))
    name = attribute if isinstance(attribute, str) else joint_name(attribute)
    if len(panel.groups) < 2:
        raise InputError(
            f"distances need two groups of {name!r} that are told", f"there are {list(panel.groups)}",
            "Join small groups, or lower suppression.",
        )  # fmt: skip
    solver = ItemSolver.of(vectors, len(judgements.items), chosen.sides, chosen.sinkhorn)
    value = solver.table(panel.apart())
    rng = generator(chosen.seed, "item distances", name)
    floor = np.stack([solver.table(panel.apart(panel.dealt(rng))) for _ in range(chosen.relabelled)])
    weighted = []
    for _ in range(chosen.replicates):
        annotators, items = (rng.standard_exponential(size) for size in (panel.members.shape[1], panel.n_items))
        weighted.append(solver.table(panel.apart(weights=annotators), items))
    spread = np.stack(weighted) - known_mean(np.stack(weighted), 0)
    as_large = 1 + (~(floor < value)).sum(0)  # dealt groups without a distance count against the real ones
    p = np.where(np.isnan(value), np.nan, as_large / (1 + chosen.relabelled))
    excess = value - known_mean(floor, 0) + spread
    made = {VALUE: value[None], FLOOR: floor, EXCESS: excess, PERMUTATION_P: p[None]}
    sizes = dict(zip(panel.groups, panel.members.sum(1).tolist(), strict=True))
    details = {"attribute": name, "sides": list(chosen.sides), "blur": chosen.sinkhorn.blur, "p": chosen.sinkhorn.p}
    tables = {
        word: PairTable(
            panel.groups, values, Quantity(ITEM_DISTANCE, name, estimate=word), sizes=sizes, details=details
        )
        for word, values in made.items()
    }
    return ItemDistances(tables[VALUE], tables[FLOOR], tables[EXCESS], tables[PERMUTATION_P])
