"""How often a relation between pairwise tables is found by permuting groups, and how many groups it takes."""

from __future__ import annotations

import math
from statistics import NormalDist

from geobias.arguments import number, whole
from geobias.errors import InputError
from geobias.stats.intervals import check_level
from geobias.stats.rank import check_alternative
from geobias.stats.split_half import STEPPED, spearman_brown

LEAST_GROUPS = 5
"""With four groups a p takes few values and the normal law says nothing."""
MOST_GROUPS = 10_000
"""Groups, and times as many texts, beyond which no number is given."""
_SHARED = 0.25  # correlation of two values of a table whose pairs share a group
_LESS = {"pearson": 0, "spearman": 2}  # pairs that a coefficient is worse off by
_NORMAL = NormalDist()


def relation_power(
    coefficient: float,
    n_groups: int,
    *,
    name: str = "spearman",
    alternative: str = "greater",
    alpha: float = 0.05,
) -> float:
    """The share of cases in which two tables with this expected coefficient give p <= alpha by permuting groups.

    coefficient : expected of the tables as they are measured: the true one times the ceiling that their noise leaves.
    name : "pearson" or "spearman", which is turned into Pearson's of a normal law (Pearson 1907). n_groups : 5 or more.

    Fisher's z of the coefficient is taken as normal, with variance 1 / E (1 / (E - 2) of Spearman's, as simulation has
    it). E = P / (1 + 2 (G - 2) c^2) of the P = G (G - 1) / 2 pairs would be worth as much if they shared no groups,
    where c is the correlation of two values of a table that have a group in common. c = 1/4 is exact for squared
    distances of points of a normal law, in any number of dimensions; of absolute differences of a normal variable it
    is .22. What two such pairs add to the coefficient correlates by c^2, whatever the coefficient is.

    Of tables of a normal law, 5 to 20 groups, it is within .07 of the share that the permutation test finds; of squared
    distances with absolute differences within .09, but where the test is two-sided up to .16 below it: such tables are
    skewed, and most of the labellings that reach as far as the true one lie on its side.

    Raises InputError for other coefficients, |coefficient| > 1 and fewer than 5 groups.

    >>> round(relation_power(0.4, 6), 2), round(relation_power(0.4, 20), 2)
    (0.35, 0.95)
    """
    n_groups = whole("n_groups", n_groups, LEAST_GROUPS)
    shift = math.atanh(_pearson(coefficient, name)) / _error(n_groups, name)
    critical = _critical(alternative, alpha)
    if alternative == "two-sided":
        return _NORMAL.cdf(shift - critical) + _NORMAL.cdf(-shift - critical)
    return _NORMAL.cdf((shift if alternative == "greater" else -shift) - critical)


def groups_for_power(
    coefficient: float,
    *,
    power: float = 0.8,
    name: str = "spearman",
    alternative: str = "greater",
    alpha: float = 0.05,
) -> int | None:
    """The least number of groups, 5 or more, with such a power; None where 10,000 have not (see `relation_power`).

    >>> groups_for_power(0.7), groups_for_power(0.3), groups_for_power(-0.7)
    (6, 21, None)
    """
    power = check_level(power, "power")

    def enough(groups: int) -> bool:
        return relation_power(coefficient, groups, name=name, alternative=alternative, alpha=alpha) >= power

    if not enough(MOST_GROUPS):
        return None
    low, high = LEAST_GROUPS - 1, MOST_GROUPS
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high


def texts_for_power(
    true: float,
    reliability_x: float,
    reliability_y: float,
    n_groups: int,
    *,
    power: float = 0.8,
    name: str = "spearman",
    alternative: str = "greater",
    alpha: float = 0.05,
) -> float | None:
    """How many times as many texts of every group would give such a power at the true coefficient, by Spearman-Brown.

    Both reliabilities are stepped up by that factor, which is below 1 where fewer texts would do; None where not even
    10,000 times as many would: then groups are lacking. Noise of squared distances and of small gaps falls faster than
    the formula takes it to, so the factor errs to the high side.

    >>> round(texts_for_power(0.7, 0.3, 0.2, 10), 1), texts_for_power(0.7, 0.3, 0.2, 5)
    (6.9, None)
    """
    reliabilities = [number("reliability", one, "lie in (0, 1]", lambda v: 0 < v <= 1, "Take one that is positive.")
                     for one in (reliability_x, reliability_y)]  # fmt: skip
    power = check_level(power, "power")

    def enough(log_factor: float) -> bool:
        x, y = spearman_brown(reliabilities, math.exp(log_factor))
        expected = true * math.sqrt(float(x) * float(y))
        return relation_power(expected, n_groups, name=name, alternative=alternative, alpha=alpha) >= power

    low, high = -math.log(MOST_GROUPS), math.log(MOST_GROUPS)
    if not enough(high):
        return None
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return math.exp(high)


def _pearson(coefficient: float, name: str) -> float:
    """The coefficient as Pearson's of a normal law, short of 1 so that its z is finite."""
    if name not in STEPPED:
        raise InputError(f"name must be one of {list(STEPPED)}", f"it is {name!r}", "Of these power is known.")
    value = number("coefficient", coefficient, "lie in [-1, 1]", lambda v: -1 <= v <= 1, "Pass the expected one.")
    as_pearson = 2 * math.sin(math.pi * value / 6) if name == "spearman" else value
    return max(-1 + 1e-12, min(1 - 1e-12, as_pearson))


def _error(n_groups: int, name: str) -> float:
    """The standard deviation of Fisher's z of tables of so many groups."""
    pairs = n_groups * (n_groups - 1) / 2
    alone = pairs / (1 + 2 * (n_groups - 2) * _SHARED**2)
    return 1 / math.sqrt(alone - _LESS[name])


def _critical(alternative: str, alpha: float) -> float:
    check_alternative(alternative)
    alpha = check_level(alpha, "alpha")
    return _NORMAL.inv_cdf(1 - alpha / (2 if alternative == "two-sided" else 1))
