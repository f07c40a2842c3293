"""Whether printed scores of a multilabel run can be of whole numbers of right answers (a GRIM test).

Brown and Heathers (2017, The GRIM test) ask whether a printed mean can be one of so many whole numbers; here four
scores of one test set must come from the same counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

_NEAR = 3


@dataclass(frozen=True)
class MultilabelCounts:
    """scores : accuracy, precision, recall and F1 of the counts that come nearest. exact : whether they round to all
    that is printed."""

    scores: Mapping[str, float]
    exact: bool


def multilabel_counts(printed: Mapping[str, float], texts: int, labels: int, decimals: int) -> MultilabelCounts:
    """Right texts of `texts` for accuracy; right labels of `labels` for recall, and of those named for precision.

    >>> counts = multilabel_counts({"accuracy": 0.8571, "precision": 0.8864, "recall": 0.907, "f1": 0.8966}, 35, 43, 4)
    >>> counts.exact, round(counts.scores["recall"], 6)
    (True, 0.906977)
    """
    right = round(printed["accuracy"] * texts)
    found = [{"accuracy": right / texts} | scores for scores in _candidates(printed, labels)]

    def off(scores: Mapping[str, float]) -> tuple[int, float]:
        wrong = sum(round(value, decimals) != round(printed[name], decimals) for name, value in scores.items())
        return wrong, sum(abs(value - printed[name]) for name, value in scores.items())

    best = min(found, key=off)
    return MultilabelCounts(best, off(best)[0] == 0)


def _candidates(printed: Mapping[str, float], labels: int) -> Iterator[dict[str, float]]:
    nearest = round(printed["recall"] * labels)
    for right in range(max(1, nearest - _NEAR), min(labels, nearest + _NEAR) + 1):
        named = round(right / printed["precision"]) if printed["precision"] else right
        for count in range(max(right, named - _NEAR), named + _NEAR + 1):
            yield {"precision": right / count, "recall": right / labels, "f1": 2 * right / (count + labels)}
