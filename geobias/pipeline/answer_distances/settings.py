"""Settings of the geometry of answers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from geobias.measures import DistanceSettings
from geobias.measures.separation import SeparationSettings

SINKHORN: Literal["sinkhorn"] = "sinkhorn"


@dataclass(frozen=True)
class AnswerGeometrySettings:
    """How answers are compared, and their distances related with a survey's.

    Attributes
    ----------
    separation, distance : see these; of `separation.methods` "sinkhorn" is measured where token clouds are there.
    coefficients : the first is the one that the verdict goes by. alternative : "greater" asks whether nations whose
        answers lie further apart lie further apart in the survey. n_resamples, exact_limit : permutations of nations.
    alpha : of verdicts. true_coefficient : for which the nations that would find it are counted.
    """

    separation: SeparationSettings = field(default_factory=lambda: SeparationSettings(methods=("energy", SINKHORN)))
    distance: DistanceSettings = field(default_factory=DistanceSettings)
    coefficients: tuple[str, ...] = ("spearman", "pearson")
    alternative: str = "greater"
    n_resamples: int = 9_999
    exact_limit: int = 50_000
    alpha: float = 0.05
    true_coefficient: float = 0.7
