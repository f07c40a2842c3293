"""Does a test that stops say something else than with all its permutations as rarely as stated, and reject as rarely?

    python benchmarks/calibration_stopping.py                200,000 runs per case, appended to results/calibration.csv
    python benchmarks/calibration_stopping.py --runs 20000 --dry

Permutations are independent hits with probability p, of which every look counts those so far. "another answer" is
that of the first permutations beside that of all of them, at the border where it is most likely or over uniform p;
under one law p is uniform, and a test at .05 rejects in 5 % of runs. The note has the share that was drawn.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from calibrating import calibrate, calibration_row

from geobias.stats import RISK, Rule, holm

ALPHA, PAIRS = 0.05, 15
CASES = {
    "9,999 permutations, one level": (9_999, Rule(ALPHA, ALPHA)),
    "1,999 permutations, one level": (1_999, Rule(ALPHA, ALPHA)),
    "9,999 permutations, Holm over 15": (9_999, Rule(ALPHA / PAIRS, ALPHA)),
    "99 partitions": (99, Rule(ALPHA, ALPHA, first=12)),
}


def followed(rule: Rule, total: int, p: np.ndarray, rng: np.random.Generator) -> tuple[np.ndarray, ...]:
    """p of all permutations, p where the rule stops, and permutations drawn until then, for hits of these p (runs,)."""
    limits = rule.boundaries(total)
    ends = np.append(limits.looks, total)
    counts = np.cumsum([rng.binomial(step, p) for step in np.diff(ends, prepend=0)], axis=0)
    inside = (limits.below[:, None] < counts[:-1]) & (counts[:-1] < limits.above[:, None])
    at = np.where(inside.all(0), len(limits.looks), (~inside).argmax(0))
    stopped = np.take_along_axis(counts, at[None], axis=0)[0]
    return (counts[-1] + 1) / (total + 1), (stopped + 1) / (ends[at] + 1), ends[at]


def at_border(rule: Rule, total: int, reached: int, runs: int, rng: np.random.Generator) -> np.ndarray:
    """Whether the answer is another one where exactly so many of all permutations are hits."""
    limits, at = rule.boundaries(total), 0
    count, open_, other = np.zeros(runs, np.int64), np.ones(runs, bool), np.zeros(runs, bool)
    p = (reached + 1) / (total + 1)
    for look, below, above in zip(limits.looks, limits.below, limits.above, strict=True):
        left = reached - count
        count = count + rng.hypergeometric(left, total - at - left, int(look) - at)
        low, high, at = count <= below, count >= above, int(look)
        other |= open_ & ((low & (p > rule.low)) | (high & (p <= rule.high)))
        open_ &= ~(low | high)
    return other


def border_rows(name: str, runs: int, rng: np.random.Generator) -> list[dict[str, Any]]:
    total, rule = CASES[name]
    rows = []
    for level in sorted({rule.low, rule.high}):
        allowed = int(level * (total + 1) + 1e-9) - 1
        for reached in (allowed, allowed + 1):
            other = at_border(rule, total, reached, runs, rng)
            what = f"another answer, p of all {(reached + 1) / (total + 1):.4f}"
            rows.append(calibration_row("stopping", name, what, runs, int(other.sum()), RISK, "most that is stated"))
    return rows


def uniform_rows(name: str, runs: int, rng: np.random.Generator) -> list[dict[str, Any]]:
    total, rule = CASES[name]
    every, stopped, drawn = followed(rule, total, rng.random(runs), rng)
    other = ((every <= rule.low) != (stopped <= rule.low)) | ((every <= rule.high) != (stopped <= rule.high))
    share, some = f"{drawn.mean() / total:.3f} drawn", "p <= .05 where nothing is there"
    return [
        calibration_row("stopping", name, "another answer, p uniform", runs, int(other.sum()), RISK, share),
        calibration_row("stopping", name, some, runs, int((stopped <= ALPHA).sum()), ALPHA, share),
        calibration_row("stopping", name, "the same by all permutations", runs, int((every <= ALPHA).sum()), ALPHA),
    ]


def family_rows(runs: int, rng: np.random.Generator) -> list[dict[str, Any]]:
    """Families of 15 pairs, a third of which differ: the words of Holm's correction by either p."""
    total, rule = CASES["9,999 permutations, Holm over 15"]
    families = runs // PAIRS
    p = rng.random((families, PAIRS))
    p[:, : PAIRS // 3] **= 8
    every, stopped, drawn = followed(rule, total, p.ravel(), rng)
    words, again = (
        np.array([holm(row) <= ALPHA for row in values.reshape(families, PAIRS)]) for values in (every, stopped)
    )
    note = f"{drawn.mean() / total:.3f} drawn; of single pairs"
    return [
        calibration_row("stopping", "families of 15 pairs, 5 differ", "another word after Holm", families * PAIRS,
                        int((words != again).sum()), RISK, note),
        calibration_row("stopping", "families of 15 pairs, 5 differ", "any false word after Holm", families,
                        int(again[:, PAIRS // 3 :].any(1).sum()), ALPHA, "of the 10 that do not"),
    ]  # fmt: skip


def rows_of(name: str, runs: int) -> list[dict[str, Any]]:
    rng = np.random.default_rng(0)
    if name == FAMILY:
        return family_rows(runs, rng)
    return [*border_rows(name, runs, rng), *uniform_rows(name, runs, rng)]


FAMILY = "families"

if __name__ == "__main__":
    calibrate(__doc__, [*CASES, FAMILY], rows_of, 200_000)
