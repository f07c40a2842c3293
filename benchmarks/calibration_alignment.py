"""Does "more aligned with A than with B" come out where all are aligned alike, and do intervals of alignment hold?

    python benchmarks/calibration_alignment.py              500 runs of each case, appended to results/calibration.csv
    python benchmarks/calibration_alignment.py --runs 50 --dry

In every world five groups are aligned with the sources alike, but differ in sensitivity, noise, numbers of annotators
and of answers of an item, and items differ in difficulty. Rejections of a coefficient are runs in which any of the ten
pairs with any source has p_max <= .05. Beside them stands what raw r says: how often the group of most answers and no
shift ranks first (one in five would be fair), and how often r of any two differs by the textbook test. Rows of coverage
count intervals that miss: of "latent" the planted r, of the others their mean over all runs; of differences, where a
source leans to the first group by far, the planted difference.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from alignment_worlds import CREHATE, WORLDS, World
from calibrating import calibrate, calibration_row
from tqdm import tqdm

from geobias.measures.alignment import AlignmentSettings, alignment_differences, alignment_intervals
from geobias.seeds import generator

ALPHA = 0.05
PLANTED = {"planted, CREHate's size": 0.3, "planted more, CREHate's size": 0.4}  # r of .77 and .79 beside .69
APART = {
    "differences: graded answers, a source that leans": World(items=150, planted=1.0),
    "differences: binary answers, a source that leans": World(items=150, planted=1.0, binary=True),
}
SETTINGS = AlignmentSettings(draws=1999)
FEWER = replace(SETTINGS, statistics=("r", "matched", "latent"))  # at CREHate's size, where a run takes a second


def null(case: str, world: World, runs: int) -> list[dict]:
    """Rejections where nothing differs, by each coefficient, and by raw ranking."""
    settings = FEWER if world is CREHATE else SETTINGS
    found = dict.fromkeys(settings.statistics, 0)
    first = naive = 0
    for run in tqdm(range(runs), desc=case, disable=None):
        made = world.drawn(generator(0, "alignment", case, run))
        table = alignment_differences(made, ["group"], settings).rows
        for statistic in found:
            found[statistic] += any(row.p_max <= ALPHA for row in table if row.statistic == statistic)
        raw = [row for row in table if row.statistic == "r" and row.source == "source 0"]
        first += all(row.difference > 0 for row in raw if row.group_a == "g0")
        naive += any(abs(np.arctanh(row.a) - np.arctanh(row.b)) > 1.96 * (2 / (row.n_items - 3)) ** 0.5 for row in raw)
    outside = "outside what it assumes" if world.skewed else ""
    decisive = outside or "decides"
    rows = [
        calibration_row(
            "alignment", case, f"{name}: any pair differs", runs, count,
            note=decisive if name == "latent" else outside or "for comparison",
        )
        for name, count in found.items()
    ]  # fmt: skip
    return [
        *rows,
        calibration_row("alignment", case, "textbook test of r: any pair differs", runs, naive, note="for comparison"),
        calibration_row("alignment", case, "raw ranking: g0 is first", runs, first, 0.2, note="for comparison"),
    ]  # fmt: skip


def coverage(case: str, world: World, runs: int) -> list[dict]:
    """Intervals that miss: of the largest and of the smallest group with the first source."""
    found: dict[tuple[str, str], list[tuple[float, float, float]]] = {}
    for run in tqdm(range(runs), desc=case, disable=None):
        made = world.drawn(generator(1, "alignment", case, run))
        for row in alignment_intervals(made, ["group"], SETTINGS).rows:
            if row.group in ("g0", "g4") and row.source in ("", "source 0"):
                found.setdefault((row.statistic, row.group), []).append((row.value, row.low, row.high))
    rows = []
    for (statistic, group), values in found.items():
        value, low, high = np.array(values).T
        told = ~np.isnan(value)
        true = world.latent_r(int(group[1])) if statistic == "latent" else float(value[told].mean())
        missed = int(((low > true) | (high < true))[told].sum())
        note = f"mean {value[told].mean():.3f}, truth {true:.3f}, width {(high - low)[told].mean():.3f}"
        name = f"{statistic} of {group}: interval misses"
        rows.append(calibration_row("alignment", case, name, int(told.sum()), missed, note=note))
    return rows


def power(case: str, runs: int) -> list[dict]:
    """How often a source that leans to the first group is found to, by p_max over the ten pairs, at CREHate's size."""
    world = replace(CREHATE, planted=PLANTED[case])
    found = {name: np.zeros(4) for name in FEWER.statistics}
    for run in tqdm(range(runs), desc=case, disable=None):
        made = world.drawn(generator(2, "alignment", case, run))
        for row in alignment_differences(made, ["group"], FEWER).rows:
            if row.group_a == "g0":
                found[row.statistic][int(row.group_b[1]) - 1] += row.difference > 0 and row.p_max <= ALPHA
    note = f"r of {world.latent_r(0):.2f} and {world.latent_r(1):.2f}; of the four pairs "
    return [
        calibration_row(
            "alignment", case, f"{name}: found, the worst pair", runs, int(counts.min()), 0.8,
            note=note + ", ".join(f"{share:.2f}" for share in counts / runs),
        )
        for name, counts in found.items()
    ]  # fmt: skip


def planted_coverage(case: str, runs: int) -> list[dict]:
    """Intervals of differences that miss: of the first group with each other one, where the source leans to it."""
    world = APART[case]
    missed, told = np.zeros(4, dtype=int), np.zeros(4, dtype=int)
    latent = replace(SETTINGS, statistics=("latent",))
    for run in tqdm(range(runs), desc=case, disable=None):
        made = world.drawn(generator(3, "alignment", case, run))
        for row in alignment_differences(made, ["group"], latent).rows:
            if row.group_a == "g0" and row.source == "source 0" and not np.isnan(row.low):
                place = int(row.group_b[1]) - 1
                true = world.latent_r(0) - world.latent_r(place + 1)
                missed[place] += not row.low <= true <= row.high
                told[place] += 1
    note = f"true difference {world.latent_r(0) - world.latent_r(1):.2f}"
    return [
        calibration_row(
            "alignment", case, f"latent of g0 and g{place + 1}: interval of the difference misses", int(told[place]),
            int(missed[place]), note=note,
        )
        for place in range(4)
    ]  # fmt: skip


CASES = [*(f"alike: {name}" for name in WORLDS), *(f"intervals: {name}" for name in WORLDS), *PLANTED, *APART]


def rows_of(case: str, runs: int) -> list[dict]:
    if case in PLANTED:
        return power(case, runs)
    if case in APART:
        return planted_coverage(case, runs)
    kind, name = case.split(": ", 1)
    return (null if kind == "alike" else coverage)(case, WORLDS[name], runs)


def main() -> None:
    calibrate(__doc__, CASES, rows_of, 500)


if __name__ == "__main__":
    main()
