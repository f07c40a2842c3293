"""How far apart groups are said to be: sizes, blocks, permutations and intervals of the separations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from geobias.errors import InputError

METHOD = Literal["sinkhorn", "energy", "mmd", "crossnobis"]
METHODS: tuple[METHOD, ...] = ("sinkhorn", "energy", "mmd", "crossnobis")


@dataclass(frozen=True)
class SeparationSettings:
    """What a separation is measured with.

    Attributes
    ----------
    methods : quantities to measure; "sinkhorn" between token clouds, the others between document vectors.
    size : clusters of every sample that Sinkhorn compares, m, one number for all groups and at most half of the
        smallest; None = the largest that leaves the smallest group `least_blocks` samples, and at most `largest_size`.
    largest_size, least_blocks : see `size`. With 6 blocks per group the smallest p is .002; an interval needs 3.
    tokens : "alike" = every sample is thinned at random to as many tokens as the smallest of all groups has, so that a
        group of long texts is not compared by larger clouds; "all" = samples keep what their texts have.
    blocks : samples of a group at most; more cost in their square and make the interval narrower.
    permutations : permutations of the samples of a pair (all of them where there are fewer); they cost next to nothing.
    size_curve : further sizes at which value, floor and excess are measured, e.g. (10, 20, 40); none by default.
    largest_group : clusters of a group at most that the unbiased quantities take, drawn at random; time and memory grow
        with its square.
    vector_permutations : permutations of clusters for the unbiased quantities.
    jackknife_blocks : blocks of clusters, each left out in turn, for the intervals of energy and MMD.
    folds : folds of the crossnobis distance, which its interval leaves out in turn.
    bandwidth : of MMD's Gaussian kernel; None = the median distance between documents of all groups.
    level : of the intervals.
    """

    methods: tuple[METHOD, ...] = METHODS
    size: int | None = None
    largest_size: int = 50
    least_blocks: int = 6
    tokens: Literal["alike", "all"] = "alike"
    blocks: int = 16
    permutations: int = 9_999
    size_curve: tuple[int, ...] = ()
    largest_group: int = 1_000
    vector_permutations: int = 9_999
    jackknife_blocks: int = 20
    folds: int = 10
    bandwidth: float | None = None
    level: float = 0.95

    def __post_init__(self) -> None:
        unknown = [name for name in self.methods if name not in METHODS]
        if unknown:
            raise InputError(f"methods must be among {list(METHODS)}", f"{unknown[0]!r} is none", "Leave it out.")
        if self.tokens not in ("alike", "all"):
            raise InputError("tokens must be 'alike' or 'all'", f"it is {self.tokens!r}", "Pass tokens='alike'.")
        if not 0 < self.level < 1:
            raise InputError("level must lie between 0 and 1", f"it is {self.level}", "Pass level=0.95.")
        least = {"largest_size": 1, "least_blocks": 2, "blocks": 2, "permutations": 1, "largest_group": 4}
        least |= {"vector_permutations": 1, "jackknife_blocks": 3, "folds": 2, "size": 1}
        for name, smallest in least.items():
            value = getattr(self, name)
            if value is not None and value < smallest:
                raise InputError(f"{name} must be at least {smallest}", f"it is {value}", "Raise it.")
        if self.bandwidth is not None and self.bandwidth <= 0:
            raise InputError("bandwidth must be positive", f"it is {self.bandwidth}", "Pass bandwidth=None.")
        if any(size < 1 for size in self.size_curve):
            raise InputError("size_curve must hold sizes of 1 or more", f"it is {list(self.size_curve)}", "Raise them.")

    def at_sizes(self) -> list[SeparationSettings]:
        """The same at each of the further sizes."""
        return [replace(self, size=size) for size in self.size_curve]

    def common_size(self, counts: Mapping[str, int]) -> int:
        """m for groups of so many clusters. InputError where m > n / 2.

        >>> SeparationSettings().common_size({"us": 810, "za": 250})
        41
        """
        smallest = min(counts, key=lambda group: counts[group])
        n = counts[smallest]
        wanted = self.size
        if wanted is None:
            wanted = max(1, min(self.largest_size, n // self.least_blocks))
        if wanted < 1 or 2 * wanted > n:
            raise InputError(
                f"samples must hold from 1 to {n // 2} clusters, half of the smallest group, '{smallest}'",
                f"their size is {wanted}",
                "Change separation.size or size_curve, or leave the group out.",
            )
        return wanted
