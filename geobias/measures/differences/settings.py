"""How the differences of groups are tested and sized."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from geobias.errors import InputError
from geobias.typed import check_least, check_share

STATISTIC = Literal["energy", "mmd", "contrast", "classifier", "sinkhorn"]
STATISTICS: tuple[STATISTIC, ...] = ("energy", "mmd", "contrast", "classifier", "sinkhorn")


@dataclass(frozen=True)
class DifferenceSettings:
    """The omnibus test of every pair of groups, and the size of what it finds.

    Attributes
    ----------
    statistics : what takes part: energy distance, MMD over `bandwidths`, the studentised contrast of means, the
        cross-fitted classifier's AUC, the Sinkhorn excess.
    permutations : of units between the two groups; p cannot be below 1 / (permutations + 1).
    bandwidths : of MMD's Gaussian kernels, in median distances.
    folds : of the classifier.
    largest_group : units of a group at most, drawn at random; time and memory grow with its square.
    sinkhorn_samples, sinkhorn_size, sinkhorn_blur : samples of a group, units of a sample and blur of the Sinkhorn
        divergence that takes part; None = by the data's scale.
    level : of the intervals.
    smallest_auc : the smallest difference of interest, as the AUC of the best linear rule; below it groups are
        equivalent. 0.64 is what means half a standard deviation apart give.
    adjust : what the groups are brought to one distribution of: "length", "label", or attributes of the corpus. Labels
        and values that fewer than 20 units of all groups have count as one.
    adjusted : whether the verdict goes by adjusted differences: "warned" (where the audit warns of groups that differ
        in what `adjust` names), "always" or "never".
    placebo : parts of one group that differ in length alone are compared as groups are.
    """

    statistics: tuple[STATISTIC, ...] = STATISTICS
    permutations: int = 1_999
    bandwidths: tuple[float, ...] = (0.5, 1.0, 2.0)
    folds: int = 5
    largest_group: int = 1_000
    sinkhorn_samples: int | None = None
    sinkhorn_size: int | None = None
    sinkhorn_blur: float | None = None
    level: float = 0.95
    smallest_auc: float = 0.64
    adjust: tuple[str, ...] = ("length", "label")
    adjusted: Literal["warned", "always", "never"] = "warned"
    placebo: bool = True

    def __post_init__(self) -> None:
        unknown = [name for name in self.statistics if name not in STATISTICS]
        if unknown:
            raise InputError(
                f"difference.statistics must be among {list(STATISTICS)}", f"{unknown[0]!r} is none", "Leave it out."
            )
        check_least(self, "difference", permutations=1, folds=2, largest_group=8, sinkhorn_samples=3, sinkhorn_size=1)
        check_share(self, "difference", "level")
        if not 0.5 < self.smallest_auc < 1:
            raise InputError(
                "difference.smallest_auc must lie between 0.5 and 1", f"it is {self.smallest_auc}", "Pass 0.64."
            )
        if not self.bandwidths or any(not width > 0 for width in self.bandwidths):
            raise InputError(
                "difference.bandwidths must be positive, at least one",
                f"they are {list(self.bandwidths)}",
                "Pass [0.5,1,2].",
            )
        if self.sinkhorn_blur is not None and not self.sinkhorn_blur > 0:
            raise InputError(
                "difference.sinkhorn_blur must be positive",
                f"it is {self.sinkhorn_blur}",
                "Pass null, the data's own scale.",
            )
