"""How answers about etiquette are scored."""

from __future__ import annotations

from dataclasses import dataclass

from geobias.arguments import choice, number, whole
from geobias.measures.scores import check_metrics
from geobias.tables import COUNTED


@dataclass(frozen=True)
class EtiquetteSettings:
    """Settings of scores, gaps and their intervals.

    Attributes
    ----------
    metrics : scores of two labels as `geobias.measures.scores` names them: "accuracy", "f1_pos" (of the statements that
        a region accepts), "f1_macro", "precision_pos", "recall_neg" ...
    counted : what scores are taken over, of `COUNTED`: the answers, with abstentions wrong, with abstentions right.
    level : of intervals. replicates : of bootstraps. splits : random halvings, for the floor of a gap.
    margin : the smallest gap of interest, in percentage points. seed : of everything random here.

    Raises
    ------
    InputError : a score that there is not, a number out of range.
    """

    metrics: tuple[str, ...] = ("accuracy", "f1_pos", "f1_macro")
    counted: tuple[str, ...] = COUNTED
    level: float = 0.95
    replicates: int = 1_000
    splits: int = 200
    margin: float = 5.0
    seed: int = 0

    def __post_init__(self) -> None:
        check_metrics(self.metrics, "binary")
        for name in self.counted:
            choice("counted", name, COUNTED)
        number("level", self.level, "lie in (0, 1)", lambda v: 0 < v < 1, "Pass 0.95.")
        number("margin", self.margin, "lie in (0, 100]", lambda v: 0 < v <= 100, "Pass 5, in percentage points.")
        whole("replicates", self.replicates, 2)
        whole("splits", self.splits, 1)


DEFAULTS = EtiquetteSettings()
