"""UnitGroup: one group's texts by units, as vectors and as token clouds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from geobias.clouds import TokenClouds


@dataclass(frozen=True)
class UnitGroup:
    """The texts of one group that are compared, by units (texts, authors, days).

    Attributes
    ----------
    vectors : float32 (texts, d), a vector of each text.
    units : for every unit the positions of its texts in `vectors` and `clouds`, int64.
    clouds : token vectors of the same texts; None = none are compared.
    """

    vectors: np.ndarray
    units: Sequence[np.ndarray]
    clouds: TokenClouds | None = None

    def __len__(self) -> int:
        return len(self.units)

    def some(self, units: np.ndarray) -> UnitGroup:
        """The same with some of its units, by position."""
        return UnitGroup(self.vectors, [self.units[at] for at in units], self.clouds)


def texts_per_unit(groups: Mapping[str, UnitGroup]) -> int:
    """What every unit of all groups has at least: so many texts of each are compared, so that units are alike."""
    return min(len(unit) for group in groups.values() for unit in group.units)
