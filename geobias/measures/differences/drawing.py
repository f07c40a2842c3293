"""Which units of a group are compared, and which texts of each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from geobias.errors import InputError
from geobias.measures.differences.groups import UnitGroup
from geobias.measures.differences.settings import DifferenceSettings
from geobias.sampling import like_texts
from geobias.seeds import generator


@dataclass(frozen=True)
class LikeUnits:
    """The units of one group that are compared, with as many texts each.

    points : float32 (units, k, d). documents : int64 (units, k), positions in the group's clouds. strata : int64
    (units,), or None.
    """

    points: np.ndarray
    documents: np.ndarray
    strata: np.ndarray | None = None

    def __len__(self) -> int:
        return len(self.points)


def strata_of(pair: tuple[LikeUnits, LikeUnits]) -> np.ndarray | None:
    """Strata of the units of both, one after the other; None where they have none."""
    codes = [group.strata for group in pair if group.strata is not None]
    return np.concatenate(codes) if len(codes) == len(pair) else None


def alike_over_strata(units: tuple[LikeUnits, LikeUnits]) -> bool:
    """Whether no stratum's share of the two groups differs by more than a unit of the smaller one."""
    codes, owners = strata_of(units), np.repeat([0, 1], [len(group) for group in units])
    if codes is None:
        return True
    _, place = np.unique(codes, return_inverse=True)
    shares = [np.bincount(place[owners == g], minlength=place.max() + 1) / len(units[g]) for g in (0, 1)]
    return bool(np.abs(shares[0] - shares[1]).max() <= 1 / min(len(group) for group in units) + 1e-12)


def draw(
    name: str,
    group: UnitGroup,
    texts: int,
    settings: DifferenceSettings,
    strata: Mapping[str, np.ndarray] | None,
    seed: int,
) -> LikeUnits:
    """The group's units that are compared, at most `settings.largest_group`, with so many texts each."""
    codes = None if strata is None else np.asarray(strata[name])
    if codes is not None and codes.shape != (len(group),):
        raise InputError(
            f"strata of group '{name}' must be one per unit ({len(group)})", f"their shape is {codes.shape}", "Align."
        )
    documents = like_texts(group.units, texts, generator(seed, "omnibus texts", name))
    drawn = np.sort(generator(seed, "omnibus units", name).permutation(len(group))[: settings.largest_group])
    documents = documents[drawn]
    return LikeUnits(group.vectors[documents], documents, None if codes is None else codes[drawn])
