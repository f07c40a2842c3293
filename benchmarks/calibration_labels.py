"""Do intervals of the shares of items that groups' majority labels agree on hold, over items and annotators?

    python benchmarks/calibration_labels.py                 500 runs of each case, appended to results/calibration.csv
    python benchmarks/calibration_labels.py --runs 50 --dry

Rows count intervals that miss the mean over all runs, beside Wilson's interval that takes items as independent.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

import numpy as np
from alignment_worlds import CREHATE, WORLDS
from calibrating import calibrate, calibration_row
from tqdm import tqdm

from geobias.measures.alignment import MajorityLabels
from geobias.seeds import generator
from geobias.stats import wilson_interval

CASES = {
    "labels: CREHate's size": CREHATE,
    "labels: CREHate's size, sterner annotators": replace(CREHATE, stern=1.0),
    "labels: 8 to 40 annotators, 200 items": WORLDS["binary answers, 8 to 40 annotators, 200 items"],
}
PAIRS = {"g0 and g1 differ": ("g0", "g1"), "g2 and g4 differ": ("g2", "g4")}


def rows_of(case: str, runs: int) -> list[dict]:
    found = defaultdict(list)
    for run in tqdm(range(runs), desc=case, disable=None):
        labels = MajorityLabels.of(CASES[case].drawn(generator(6, "alignment", case, run)), "group")
        for name, pair in PAIRS.items():
            found[name].append(labels.share(pair, lambda both: both[0] != both[1]))
        found["all alike"].append(labels.share(list(labels.labels), lambda all_: np.ptp(all_, axis=0) == 0))
    rows = []
    for name, shares in found.items():
        value = np.array([one.share for one in shares])
        ends = np.array([(one.low, one.high) for one in shares]).T
        naive = np.array(wilson_interval(value * shares[0].n_items, np.full(runs, shares[0].n_items)))
        design = np.mean([one.design for one in shares])
        for kind, (low, high) in (("items and annotators", ends), ("items alone", naive)):
            missed = int(((low > value.mean()) | (high < value.mean())).sum())
            note = (
                f"share {value.mean():.3f}, sd {value.std():.4f}, width {(high - low).mean():.4f}, design {design:.2f}"
            )
            note += ", for comparison" * (kind == "items alone")
            rows.append(
                calibration_row("alignment", case, f"{name}, over {kind}: interval misses", runs, missed, note=note)
            )
    return rows


def main() -> None:
    calibrate(__doc__, list(CASES), rows_of, 500)


if __name__ == "__main__":
    main()
