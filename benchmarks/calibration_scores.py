"""Do the intervals of scores and gaps cover what they name, do tests of gaps hold their level, is a floor a floor?

    python benchmarks/calibration_scores.py                 2,000 runs per case, appended to results/calibration.csv
    python benchmarks/calibration_scores.py --runs 200 --dry

Texts, authors and models are drawn from a law with known scores (`score_worlds.py`). A 95 % interval should miss in 5 %
of runs, within the 99 % band of the binomial law; one that misses more seldom is wider than it need be. That is to be
expected of Wilson's interval where several models disagree about a text (it takes their mean for one answer), and of
the pigeonhole bootstrap where every model sees a fold alone (texts then count among the models too). Between groups of
one law p and p_max (of the smallest pair) should be at most .05 in 5 % of runs, and the mean excess over the floor
should be 0; of groups as far apart as the margin, p_equivalent should be at most .05 in no more than 5 %. A gap of the
size `detectable` should be found in 80 %.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from zlib import crc32

import numpy as np
from calibrating import calibrate, calibration_row
from scipy.stats import ttest_1samp
from score_worlds import NAMES, World
from tqdm import tqdm

from geobias.measures.scores import WeightedGroups, score_uncertainty
from geobias.tables import GapInterval, ScoreInterval

REPLICATES, SPLITS = 400, 50  # halves are split where their excess is looked at
BLOCK = 40  # runs whose mean excess is tested together
MARGIN = 5.0
SIX, FEW_SIX = (60, 80, 100, 120, 150, 300), (12, 16, 20, 24, 30, 60)


@dataclass(frozen=True)
class Case:
    """A world and what is counted of it: "intervals", "floor" (and p), "p_max", "equivalence", "detectable"."""

    name: str
    world: World
    metrics: tuple[str, ...] = ("accuracy", "recall_pos")
    counted: str = "intervals"
    note: str = ""

    def measure(self, world: World, rng: np.random.Generator) -> tuple[list[ScoreInterval], list[GapInterval]]:
        predictions, rows, units = world.draw(rng)
        groups = WeightedGroups.of(predictions, rows, self.metrics, units=units)
        splits = SPLITS if self.counted == "floor" else 1
        found = score_uncertainty(groups, replicates=REPLICATES, splits=splits, margin=MARGIN, rng=rng)
        return list(found[0].rows), list(found[1].rows)


ONE_SET = {"sets": 1, "of_sets": 0.0}
LIKE = {"skills": (0.8, 0.8)}
FEW, FEWER = {"texts": ((5, 5),), "of_authors": 0.7}, {"texts": ((10, 10),), "of_authors": 0.7}
UNEVEN = {"texts": ((1, 20), (1, 4)), "of_authors": 0.7}
ONE = ("accuracy",)
CASES = (
    Case("5 sets x 5 folds, 200 texts", World()),
    Case("1 set x 5 folds, 200 texts", World(**ONE_SET), ("auc",)),
    Case("one model, 200 texts", World(sets=1, folds=1, of_sets=0.0, of_folds=0.0)),
    Case("1 set x 5 folds, 35 and 1,000 texts", World((35, 1000), **ONE_SET)),
    Case("second group held out by folds", World((200, 400), held_out=True), ONE),
    Case("models vary as much as texts do", World(of_sets=0.15), ONE, note="five training sets are few"),
    Case("25 authors x 5 texts", World((25, 25), **FEW), ("accuracy", "recall_pos", "auc")),
    Case("12 authors x 10 texts", World((12, 12), **FEWER), ("accuracy", "recall_pos", "auc")),
    Case("60 authors of 1 to 20 texts, 60 of 1 to 4", World((60, 60), **UNEVEN)),
    Case("30 authors x 5 texts and 150 x 5", World((30, 150), **FEW)),
    Case("equal laws, 60 and 1,000 texts", World((60, 1000), **LIKE), ONE, "floor"),
    Case("equal laws, 25 authors x 5 texts", World((25, 25), **LIKE, **FEW), ONE, "floor"),
    Case("equal laws, 12 authors x 10 texts", World((12, 12), **LIKE, **FEWER), ONE, "floor"),
    Case("equal laws, 60 authors of 1 to 20 texts, 60 of 1 to 4", World((60, 60), **LIKE, **UNEVEN), ONE, "floor"),
    Case("equal laws, 30 authors x 5 texts and 150 x 5", World((30, 150), **LIKE, **FEW), ONE, "floor"),
    Case("equal laws, 17 and 200 texts, nearly all right", World((17, 200), (2.0, 2.0), **ONE_SET), ONE, "floor"),
    Case("six groups of one law, 60 to 300 texts", World(SIX, (0.8,) * 6), ONE, "p_max"),
    Case("six groups of one law, 12 to 60 authors x 5", World(FEW_SIX, (0.8,) * 6, **FEW), ONE, "p_max"),
    Case("a gap of the margin, 800 texts", World((800, 800)).apart(MARGIN, *ONE), ONE, "equivalence"),
    Case("a gap of the margin, 200 authors x 5", World((200, 200), **FEW).apart(MARGIN, *ONE), ONE, "equivalence"),
    Case("the gap to be found, 200 texts", World(), ONE, "detectable"),
    Case("the gap to be found, 25 authors x 5 texts", World((25, 25), **FEW), ONE, "detectable"),
)  # fmt: skip


def run(case: Case, runs: int) -> list[dict[str, Any]]:
    """A row of results for every kind of interval or test of a case."""
    flags: dict[str, list[bool]] = {}
    excesses, world, nominal, note = [], case.world, 0.05, case.note
    if case.counted == "detectable":
        firsts = [case.measure(world, np.random.default_rng([1, seed]))[1][0] for seed in range(40)]
        gap = float(np.mean([row.detectable for row in firsts]))
        world, nominal, note = world.apart(gap, case.metrics[0]), 0.8, f"a gap of {gap:.1f} points"
    for seed in tqdm(range(runs), desc=case.name, disable=None):
        scores, gaps = case.measure(world, np.random.default_rng([crc32(case.name.encode()), seed]))
        for name, flag in _flags(case, world, scores, gaps):
            flags.setdefault(name, []).append(flag)
        excesses += [gap.excess for gap in gaps] if case.counted == "floor" else []
    found = [_row(case.name, name, runs, sum(some), nominal, note) for name, some in flags.items()]
    return [*found, *_floor_rows(case, np.array(excesses))]


def _flags(
    case: Case, world: World, scores: list[ScoreInterval], gaps: list[GapInterval]
) -> Iterator[tuple[str, bool]]:
    """What is counted of one run, by name."""
    if case.counted == "intervals":
        for row in scores:
            truth = world.truth(NAMES.index(row.group), row.metric)
            yield f"{row.method}: {row.metric} of {row.group}", not row.low <= truth <= row.high
        for gap in gaps:
            truth = 100 * (world.truth(0, gap.metric) - world.truth(1, gap.metric))
            yield f"crossed: gap of {gap.metric}", not gap.low <= truth <= gap.high
    elif case.counted == "floor":  # the interval leaves 0 out where p is small
        yield "p at most .05, one law", gaps[0].p <= 0.05
    elif case.counted == "p_max":
        yield "p_max of any of 15 pairs at most .05", min(gap.p_max for gap in gaps) <= 0.05
        yield "p of any of 15 pairs at most .05", min(gap.p for gap in gaps) <= 0.05
    elif case.counted == "equivalence":
        yield "p_equivalent at most .05 at the margin", gaps[0].p_equivalent <= 0.05
    else:
        yield "p at most .05 where the gap is the detectable one", gaps[0].p <= 0.05


def _floor_rows(case: Case, excesses: np.ndarray) -> Iterator[dict[str, Any]]:
    """Between groups of one law the mean excess is 0: t tests of it, one for every `BLOCK` runs."""
    blocks = excesses[: len(excesses) // BLOCK * BLOCK].reshape(-1, BLOCK)
    if len(blocks):
        rejected = int((ttest_1samp(blocks, 0.0, axis=1).pvalue <= 0.05).sum())
        z = excesses.mean() / (excesses.std(ddof=1) / np.sqrt(len(excesses)))
        note = f"mean excess {excesses.mean():.3f} points, z {z:.2f}, sd {excesses.std(ddof=1):.2f}"
        yield _row(case.name, f"mean excess over the floor of {BLOCK} runs is not 0", len(blocks), rejected, 0.05, note)


def _row(case: str, statistic: str, runs: int, rejected: int, nominal: float, note: str) -> dict[str, Any]:
    row = calibration_row("scores", case, statistic, runs, rejected, nominal, note)
    if nominal < 0.5 and row["rate"] < row["band_low"] and ":" in statistic:
        row["note"] = "; ".join(filter(None, [note, "covers more than it says"]))
    return row


def main() -> None:
    named = {case.name: case for case in CASES}
    calibrate(__doc__, list(named), lambda name, runs: run(named[name], runs), 2_000)


if __name__ == "__main__":
    main()
