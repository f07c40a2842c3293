"""How the reliability of tables and the intervals of their relations are measured."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from geobias.errors import InputError
from geobias.typed import check_least, check_share

DISTANCE = Literal["mahalanobis", "energy", "mmd"]
DISTANCES: tuple[DISTANCE, ...] = ("mahalanobis", "energy", "mmd")


@dataclass(frozen=True)
class ReliabilitySettings:
    """Halvings and resamples of the units behind pairwise tables.

    Attributes
    ----------
    distances : that are measured again on every half and resample.
    splits : halvings of every group's units that a reliability is the mean of.
    replicates : resamples of units and models, and of groups, for intervals.
    level : of the intervals.
    fewest_groups : that groups are resampled from; with fewer, intervals speak of these groups alone.
    largest_group : units of a group at most, drawn at random. most_texts : texts of all groups together, the same way;
        time and memory grow with its square. Scores keep all their texts.
    """

    distances: tuple[DISTANCE, ...] = DISTANCES
    splits: int = 100
    replicates: int = 200
    level: float = 0.95
    fewest_groups: int = 8
    largest_group: int = 1_000
    most_texts: int = 6_000

    def __post_init__(self) -> None:
        unknown = [name for name in self.distances if name not in DISTANCES]
        if unknown:
            raise InputError(
                f"reliability.distances must be among {list(DISTANCES)}", f"{unknown[0]!r} is none", "Leave it out."
            )
        check_least(self, "reliability", splits=1, replicates=20, fewest_groups=4, largest_group=8, most_texts=32)
        check_share(self, "reliability", "level")
