"""What is halved and resampled: the units of every group, with vectors, with scored documents, or with both."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from geobias.errors import InputError
from geobias.measures.differences import UnitGroup
from geobias.measures.reliability.settings import ReliabilitySettings
from geobias.measures.scores import WeightedGroups
from geobias.seeds import generator


@dataclass(frozen=True)
class UnitSample:
    """Groups by their units, as distances and as scores see them.

    Attributes
    ----------
    groups : group -> its units with the vectors of their texts.
    ids : group -> int64 (units,), the name of each of these units in the whole corpus.
    scored : the documents that scores are computed on, and which scores; None = distances alone.
    unit_of : int64, the unit's name of every row of the corpus; needed where there are scores.
    m : documents of a half, for gaps at m; None = half of the smallest group.
    sets : the training set of every model, see `pigeonhole_bootstrap`.
    """

    groups: Mapping[str, UnitGroup]
    ids: Mapping[str, np.ndarray]
    scored: WeightedGroups | None = None
    unit_of: np.ndarray | None = None
    m: int | None = None
    sets: np.ndarray | None = None

    def __post_init__(self) -> None:
        unlike = [name for name, group in self.groups.items() if len(self.ids.get(name, ())) != len(group)]
        if unlike:
            raise InputError(
                "ids must name every unit of every group",
                f"{unlike[0]} has {len(self.groups[unlike[0]])} units and {len(self.ids.get(unlike[0], ()))} names",
                "Give one per unit, in their order.",
            )
        if self.scored is not None and self.unit_of is None:
            raise InputError(
                "unit_of must be given with scores", "it is None", "Pass the unit of every row of the corpus."
            )

    @property
    def base_groups(self) -> tuple[str, ...]:
        """Those that have vectors and, where there are scores, scored documents, without pooled groups."""
        if self.scored is None:
            return tuple(self.groups)
        scored, pooled = self.scored.at, self.scored.pooled_groups
        return tuple(name for name in self.groups if name not in pooled and len(scored.get(name, ())))

    def documents(self, name: str) -> np.ndarray:
        """The unit's name of every scored document of a group, int64 (documents,)."""
        if self.scored is None or self.unit_of is None:
            return np.empty(0, np.int64)
        return self.unit_of[self.scored.predictions.rows[self.scored.at[name]]]

    def units(self) -> dict[str, np.ndarray]:
        """Group -> names of all its units, of vectors or of scores, each once; int64, sorted."""
        return {name: np.unique(np.concatenate([self.ids[name], self.documents(name)])) for name in self.base_groups}

    def thinned(self, settings: ReliabilitySettings, seed: int) -> tuple[UnitSample, float]:
        """With no more units than settings allow, and how many times as many there were.

        Scores keep all their documents: they cost little.
        """
        names = self.base_groups
        texts = min((len(unit) for name in names for unit in self.groups[name].units), default=1)
        most = min(settings.largest_group, max(8, settings.most_texts // max(1, len(names) * texts)))
        chosen = {
            name: generator(seed, "reliability units", name).permutation(len(self.groups[name]))[:most]
            for name in names
        }
        before, after = sum(len(self.groups[name]) for name in names), sum(map(len, chosen.values()))
        thinner = replace(
            self,
            groups={name: self.groups[name].some(at) for name, at in chosen.items()},
            ids={name: self.ids[name][at] for name, at in chosen.items()},
        )
        return thinner, before / max(1, after)
