"""Entailments: for pairs of premise and hypothesis, the probabilities of three relations and the label they give."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

RELATIONS = ("contradiction", "neutral", "entailment")
"""What the three probabilities are of, in their order; the labels are -1, 0 and 1."""


@dataclass(frozen=True, eq=False)
class Entailments:
    """What a back end says of pairs.

    Attributes
    ----------
    probabilities : float64 (premises, hypotheses, 3), or (pairs, 3): of `RELATIONS`, which sum to one.
    name, fingerprint : of the entailer that gave them.
    knows_contradiction : false for a model of two outputs, entailment or not: its probability of contradiction is 0 and
        no label -1. A contradicted statement is then found by the entailment of its inversion, a hypothesis of its own.
    threshold : see `labels`.
    """

    probabilities: np.ndarray
    name: str
    fingerprint: str
    knows_contradiction: bool = True
    threshold: float | None = None

    @property
    def labels(self) -> np.ndarray:
        """int8 (premises, hypotheses) or (pairs,): 1 entailed, -1 contradicted, 0 neither.

        Without a threshold the relation that is more probable than both others, as models of NLI are evaluated (Bowman
        et al. 2015); 0 where two are equal. With one, the more probable of entailment and contradiction if it reaches
        the threshold.
        """
        against, neutral, for_ = np.moveaxis(self.probabilities, -1, 0)
        if self.threshold is None:
            entailed, contradicted = for_ > np.maximum(neutral, against), against > np.maximum(neutral, for_)
        else:
            entailed = (for_ >= self.threshold) & (for_ > against)
            contradicted = (against >= self.threshold) & (against > for_)
        return entailed.astype(np.int8) - contradicted.astype(np.int8)

    @property
    def balance(self) -> np.ndarray:
        """Probability of entailment less that of contradiction, float64 in -1..1, of the shape of `labels`."""
        return self.probabilities[..., 2] - self.probabilities[..., 0]
