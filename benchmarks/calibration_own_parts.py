"""Do intervals of variance components, of the own share and of own parts hold, and is a part found where there is none?

    python benchmarks/calibration_own_parts.py              500 runs of each case, appended to results/calibration.csv
    python benchmarks/calibration_own_parts.py --runs 50 --dry

Worlds are those of `alignment_worlds`. Rows count intervals that miss: of own parts by "latent" the planted part, of
components the planted ones where answers have no grades, elsewhere their mean over all runs. Beside them stands how
often any group has an own part by p_max <= .05 where none has.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

import numpy as np
from alignment_worlds import UNGRADED, WORLDS, World
from calibrating import calibrate, calibration_row
from tqdm import tqdm

from geobias.measures.alignment import AlignmentSettings, crossed_model, own_parts
from geobias.seeds import generator
from geobias.tables import GROUP_ITEM, ITEM, OWN_SHARE

ALPHA = 0.05
SETTINGS = AlignmentSettings(draws=1999)
PLANTED = "graded answers, a source that leans to the largest group"
GRADED = {name: world for name, world in WORLDS.items() if not world.skewed} | {PLANTED: World(planted=0.4)}

Found = Mapping[str, list[tuple[float, float, float]]]


def components(case: str, world: World, runs: int) -> list[dict]:
    """Intervals of components and of the own share that miss."""
    found = defaultdict(list)
    for run in tqdm(range(runs), desc=case, disable=None):
        made = world.drawn(generator(3, "alignment", case, run))
        for row in crossed_model(made, ["group"]).rows:
            if row.component in (ITEM, GROUP_ITEM, OWN_SHARE):
                found[row.component].append((row.value, row.low, row.high))
    own = world.own**2
    true = {ITEM: 1.0, GROUP_ITEM: own, OWN_SHARE: own / (1 + own)} if world.ungraded else {}
    return _missed(case, found, true)


def parts(case: str, world: World, runs: int) -> list[dict]:
    """Intervals of own parts that miss, of the largest and of the smallest group with the first source."""
    found, any_found = defaultdict(list), 0
    for run in tqdm(range(runs), desc=case, disable=None):
        made = world.drawn(generator(4, "alignment", case, run))
        rows = own_parts(made, ["group"], SETTINGS).rows
        any_found += any(row.p_max <= ALPHA for row in rows)
        for row in rows:
            if row.group in ("g0", "g4") and row.source == "source 0":
                found[f"own part of {row.group}"].append((row.own, row.low, row.high))
    r = [world.latent_r(group) for group in range(len(world.sizes))]
    true = {f"own part of g{group}": r[group] - float(np.mean(np.delete(r, group))) for group in (0, 4)}
    name = "own parts: any group has one"
    note = "one has" if world.planted else "none has"
    return [
        *_missed(case, found, true),
        calibration_row("alignment", case, name, runs, any_found, 1.0 if world.planted else ALPHA, note=note),
    ]


def _missed(case: str, found: Found, true: Mapping[str, float]) -> list[dict]:
    rows = []
    for name, values in found.items():
        value, low, high = np.array(values).T
        told = ~np.isnan(low)
        truth = true.get(name, float(value[told].mean()))
        missed = int(((low > truth) | (high < truth))[told].sum())
        note = f"mean {value[told].mean():.3f}, truth {truth:.3f}, width {(high - low)[told].mean():.3f}"
        rows.append(calibration_row("alignment", case, f"{name}: interval misses", int(told.sum()), missed, note=note))
    return rows


CASES = [
    *(f"components: {name}" for name in {**UNGRADED, **{n: w for n, w in GRADED.items() if not w.planted}}),
    *(f"own parts: {name}" for name in GRADED),
]


def rows_of(case: str, runs: int) -> list[dict]:
    kind, name = case.split(": ", 1)
    return (components if kind == "components" else parts)(case, (UNGRADED | GRADED)[name], runs)


def main() -> None:
    calibrate(__doc__, CASES, rows_of, 500)


if __name__ == "__main__":
    main()
