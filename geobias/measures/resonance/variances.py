"""AnswerVariances: how far answers to one prompt lie apart, and prompts of one nation; assumed, or estimated."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from geobias.arguments import choice, number
from geobias.errors import InputError, require
from geobias.measures.resonance.scores import BOTH, ResonanceScores
from geobias.measures.resonance.statements import prompts_of
from geobias.measures.resonance.values import Value


@dataclass(frozen=True)
class AnswerVariances:
    """within : variance of the projections of answers to one prompt. between : of what prompts of one nation expect.
    basis : where they are from, in words."""

    within: float
    between: float
    basis: str

    def __post_init__(self) -> None:
        for name in ("within", "between"):
            number(name, getattr(self, name), "be a variance, 0 or more", lambda v: v >= 0, "Pass 0 for none.")

    def half_width(self, answers: float, prompts: int, level: float = 0.95, difference: bool = False) -> float:
        """Half of Student's interval of a mean of so many prompts with so many answers each, or of a difference of two.

        t sqrt((between + within / answers) / prompts) with prompts - 1 degrees of freedom; of a difference of two
        independent means the variance and the degrees of freedom are twice that. NaN with one prompt.

        >>> round(AnswerVariances(1.2, 0.1, "assumed").half_width(50, 12), 3)
        0.224
        """
        law = require("scipy.stats", extra="study", purpose="intervals of means")
        number("level", level, "lie in (0, 1)", lambda v: 0 < v < 1, "Pass 0.95.")
        if prompts < 2:
            return math.nan
        sides = 2 if difference else 1
        quantile = float(law.t.ppf((1 + level) / 2, sides * (prompts - 1)))
        return quantile * math.sqrt(sides * (self.between + self.within / answers) / prompts)


def assumed_variances(
    values: Sequence[Value], *, alike: float = 0.1, law: Literal["even", "worst"] = "even"
) -> AnswerVariances:
    """Variances without an answer at hand.

    "even": an answer is equally likely to lie at either end of a value or between, values are independent, and
    inversions mirror; the variance is 2/3 of the sum of squared loadings. "worst": every answer lies at one end in all
    values, either as often, the largest variance that there can be (Popoviciu 1935): the squared sum of loadings.

    Parameters
    ----------
    alike : share of the variance that answers to one prompt have in common (intraclass correlation), 0 to 1.

    >>> found = assumed_variances([Value("a", "", "A.", "B.", 0.6), Value("b", "", "C.", "D.", 0.8)])
    >>> round(found.within, 3), round(found.between, 3)
    (0.6, 0.067)
    """
    choice("law", law, ("even", "worst"))
    number("alike", alike, "lie between 0 and 1", lambda v: 0 <= v <= 1, "Pass 0.1.")
    loadings = np.array([value.loading for value in values])
    total = float((loadings**2).sum() * 2 / 3 if law == "even" else np.abs(loadings).sum() ** 2)
    return AnswerVariances((1 - alike) * total, alike * total, f"assumed, {law}, {alike:g} of it between prompts")


def answer_variances(scores: ResonanceScores, scoring: str = BOTH, nation: str = "nation") -> AnswerVariances:
    """The same estimated from answers, for prompts that vary within a nation.

    Analysis of variance of unequal numbers (Searle, Casella and McCulloch 1992, Variance Components, 3.6): `within` is
    pooled over prompts; `between` the mean square between prompts of a nation, less that, over the mean number of
    answers; 0 where that is negative.

    Raises `InputError` unless a prompt has two answers and a nation two prompts.
    """
    y, prompt = scores.projection(scoring), prompts_of(scores)
    within, between = nested_variances(y, prompt, scores.labels(nation))
    return AnswerVariances(within, between, f"estimated from {len(y)} answers to {int(prompt.max()) + 1} prompts")


def nested_variances(y: np.ndarray, prompt: np.ndarray, nation: np.ndarray) -> tuple[float, float]:
    """within, between of `answer_variances`. prompt : int64 (n,) from 0, each of one nation. nation : (n,) labels."""
    sizes = np.bincount(prompt)
    means = np.bincount(prompt, y) / sizes
    of = np.zeros(len(sizes), dtype=np.int64)
    of[prompt] = np.unique(nation.astype(str), return_inverse=True)[1]
    in_nation = np.bincount(of, sizes)
    df_within, df_between = len(y) - len(sizes), len(sizes) - len(in_nation)
    if not df_within or not df_between:
        got = "every prompt has one answer" if not df_within else "every nation has one prompt"
        raise InputError(
            "variances need a prompt with two answers and a nation with two prompts", got,
            "Pass more answers, or assumed_variances.",
        )  # fmt: skip
    within = float(((y - means[prompt]) ** 2).sum() / df_within)
    centre = np.bincount(of, sizes * means) / in_nation
    square = float((sizes * (means - centre[of]) ** 2).sum() / df_between)
    size = (len(y) - float((np.bincount(of, sizes**2.0) / in_nation).sum())) / df_between
    return within, max(0.0, (square - within) / size)
