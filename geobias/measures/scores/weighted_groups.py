"""Groups of distinct documents, ready to be scored under any weights."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from geobias.errors import InputError
from geobias.measures.scores.documents import common_prevalence, group_places
from geobias.measures.scores.names import check_metrics, weighted_names
from geobias.measures.scores.scores_by_model import scores_at
from geobias.tables import Predictions


@dataclass(frozen=True)
class WeightedGroups:
    """G groups by the places of their documents among the predictions, each once, and the scores wanted of them.

    at : group -> int64 (k,). units : group -> int64 (k,), the unit (author, day) of each document, numbered alike
    in all groups. pooled_groups : those made of other groups' texts. prevalence : the common one, taken as given.
    dependence : the variance of scores over units, as a multiple of what it is where units do not depend on each other.
    """

    predictions: Predictions
    at: dict[str, np.ndarray]
    units: dict[str, np.ndarray]
    metrics: tuple[str, ...]
    pooled_groups: tuple[str, ...]
    prevalence: float
    dependence: float = 1.0

    @classmethod
    def of(
        cls,
        predictions: Predictions,
        rows: Mapping[str, np.ndarray],
        metrics: Sequence[str] | None = None,
        pooled_groups: Sequence[str] = (),
        prevalence: float | None = None,
        units: np.ndarray | None = None,
        counted: np.ndarray | None = None,
    ) -> WeightedGroups:
        """Of all documents of the rows that are labelled.

        Parameters
        ----------
        rows : group -> int64 rows of the corpus, e.g. `distinct_rows(draws)`; a repeated one counts once.
        metrics : among `weighted_names`; None = all of them.
        pooled_groups, prevalence : see `score`; None = the common one of the groups that are no pooled groups.
        units : (texts of the corpus,), strings or integers, whose texts are resampled together; None = each alone.
        counted : bool (texts of the corpus,), False for a copy that is left out; None = all count.

        Raises InputError where units or counted do not reach to the last row.
        """
        wanted = weighted_names(predictions.task) if metrics is None else tuple(metrics)
        check_metrics(wanted, predictions.task)
        _check_reach(predictions, units=units, counted=counted)
        if counted is not None:
            rows = {group: some[counted[some]] for group, some in rows.items()}
        prevalence = (
            common_prevalence(predictions, [rows], pooled_groups=pooled_groups) if prevalence is None else prevalence
        )
        at = group_places(predictions, rows)
        # A text of its own is numbered by its place.
        codes = None if units is None else np.unique(np.asarray(units), return_inverse=True)[1]
        of_units = at if codes is None else {group: codes[predictions.rows[some]] for group, some in at.items()}
        return cls(predictions, at, of_units, wanted, tuple(pooled_groups), prevalence)

    def scores(self, weights: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
        """metric -> float64 (B, M, G), under weights (B, k) of each group's documents."""
        found = [
            scores_at(self.predictions, some, self.prevalence, weights[group], self.metrics)
            for group, some in self.at.items()
        ]
        return {name: np.stack([scores[name] for scores in found], axis=-1) for name in self.metrics}


def _check_reach(predictions: Predictions, **given: np.ndarray | None) -> None:
    last = int(predictions.rows.max(initial=-1))
    for name, values in given.items():
        if values is not None and len(values) <= last:
            raise InputError(
                f"{name} must have a value for every text of the corpus",
                f"there are {len(values)}, and row {last} is predicted",
                "Pass one per text.",
            )
