"""What every document adds to the sums that scores are made of, and those sums, each document once or weighted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import torch

from geobias.parallel import single_threaded
from geobias.tables import Predictions


@dataclass(frozen=True)
class LabelAnswers:
    """Of texts with L labels each: bool `used` (M, k), all labels and this model's probabilities known; `said` and
    `true` (M, k, L), False where the text is not used."""

    used: np.ndarray
    said: np.ndarray
    true: np.ndarray

    @classmethod
    def of(cls, probabilities: np.ndarray, labels: np.ndarray, threshold: float | np.ndarray) -> LabelAnswers:
        """probabilities (M, k, L), labels (k, L); a threshold, or (M, 1, 1), or (M, k, 1)."""
        used = ~np.isnan(probabilities).any(-1) & (labels >= 0).all(-1)
        return cls(used, used[..., None] & (probabilities >= threshold), used[..., None] & (labels == 1))

    @property
    def parts(self) -> dict[str, np.ndarray]:
        """What each document adds: 1 where it is matched (all its labels right) and used, its labels hit, said, true;
        float64 (M, k)."""
        counted = {"hits": self.said & self.true, "said": self.said, "true": self.true}
        return {
            "matched": (self.used & (self.said == self.true).all(-1)).astype(np.float64),
            "used": self.used.astype(np.float64),
            **{name: flags.sum(-1, dtype=np.float64) for name, flags in counted.items()},
        }

    @property
    def label_counts(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Texts on which each label is hit, said and true; float64 (M, L)."""
        hits, said, true = (part.sum(1, dtype=np.float64) for part in (self.said & self.true, self.said, self.true))
        return hits, said, true


def binary_parts(probabilities: np.ndarray, labels: np.ndarray, threshold: float | np.ndarray) -> dict[str, np.ndarray]:
    """What each text with one of two labels adds to the four counts and to the squared errors; float64 (M, k).

    probabilities (M, k) of the positive label, labels (k,); 0 where one of both is not known.
    """
    used = ~np.isnan(probabilities) & (labels >= 0)
    said, true = probabilities >= threshold, labels == 1
    flags = {
        "true_pos": used & said & true,
        "false_pos": used & said & ~true,
        "true_neg": used & ~said & ~true,
        "false_neg": used & ~said & true,
    }
    squares = np.where(used, (probabilities.astype(np.float64) - true) ** 2, 0.0)
    return {**{name: flag.astype(np.float64) for name, flag in flags.items()}, "squares": squares}


def document_parts(predictions: Predictions, at: np.ndarray) -> dict[str, np.ndarray]:
    """What the documents at some places add to each sum of their task, float64 (M, k)."""
    given = predictions.probabilities[:, at], predictions.labels[at], predictions.thresholds(at)
    return LabelAnswers.of(*given).parts if predictions.multilabel else binary_parts(*given)


def totals(parts: Mapping[str, np.ndarray], weights: np.ndarray | None) -> dict[str, np.ndarray]:
    """Sums of parts (M, k) over the documents, float64 (M,); or (B, M) under rows of weights (B, k)."""
    return {name: part.sum(-1) if weights is None else _product(weights, part) for name, part in parts.items()}


def _product(weights: np.ndarray, part: np.ndarray) -> np.ndarray:
    """weights times part transposed, on one thread: the same bits on any number of cores."""
    with single_threaded():
        return (torch.from_numpy(weights) @ torch.from_numpy(part).T).numpy()
