"""When the tests of a study's pairs stop drawing permutations: by what is decided of each pair."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from geobias.stats import RISK, Rule

Pair = tuple[str, str]


@dataclass(frozen=True)
class Stopping:
    """Permutations stop once they settle the verdict of a pair.

    alpha : the level of verdicts. pooled_groups : whose pairs get none; they stop where p is known to be on one side of
    alpha. risk : of one test, see `stats.sequential`.
    """

    alpha: float = 0.05
    pooled_groups: tuple[str, ...] = ()
    risk: float = RISK

    def rule(self, pair: Pair, pairs: Iterable[Pair]) -> Rule:
        """That of a pair whose verdict goes by Holm's correction over the pairs of regions among `pairs`.

        >>> Stopping(0.06, ("mixed",)).rule(("au", "ca"), [("au", "ca"), ("au", "nz"), ("au", "mixed")]).low
        0.03
        """
        judged = [one for one in pairs if not set(one) & set(self.pooled_groups)]
        low = self.alpha / len(judged) if pair in judged else self.alpha
        return Rule(low, self.alpha, self.risk)


def rule_of(stopping: Stopping | None, pair: Pair, pairs: Collection[Pair]) -> Rule | None:
    """The rule of a pair; None where all permutations are drawn."""
    return None if stopping is None else stopping.rule(pair, pairs)
