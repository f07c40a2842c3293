"""How often does the audit point a group out for its share or mean where all groups are of one law?

    python benchmarks/calibration_audit.py                 4,000 runs per case, appended to results/calibration.csv
    python benchmarks/calibration_audit.py --runs 500 --dry --cases "six groups of 300"

Every departure of the audit (`geobias.audit.departures`) should point any group out in .001 of checks at most. Its
margins make it rarer still, so that shares are drawn twice, with the margin of ten points and with none, and so are
means, with the ratio of 1.25 and with none. Lengths are lognormal words; "synthetic corpus" takes lengths and labels
of texts of `make_synthetic` at strength 0, whose authors wrote several texts each.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
from calibrating import calibrate, calibration_row
from tqdm import tqdm

from geobias.audit import LEVEL, Departure, odd_means, odd_shares
from geobias.corpora import make_synthetic

SIZES = {
    "six groups of 300": (300,) * 6,
    "six groups of 30": (30,) * 6,
    "30 to 4,000 texts": (30, 300, 300, 300, 1000, 4000),
    "500, 500 and 20 texts": (500, 500, 20),
}
SYNTHETIC = "synthetic corpus at strength 0, six groups of 40"
SHARES = (0.3, 0.05, 0.02, 0.005)
MARGIN, RATIO = 0.10, 1.25  # the audit's own

Groups = Mapping[str, np.ndarray]
Checks = dict[str, Callable[[Groups], Mapping[str, Departure]]]
OF_SHARES: Checks = {
    f"share, margin {margin:g}": lambda groups, margin=margin: odd_shares(groups, margin) for margin in (0.0, MARGIN)
}
OF_MEANS: Checks = {
    f"mean length, ratio {ratio:g}": lambda groups, ratio=ratio: odd_means(groups, ratio) for ratio in (1.0, RATIO)
}


def drawn(case: str, rng: np.random.Generator) -> list[tuple[str, Groups, Checks]]:
    """Groups of one law by what is looked at, with the checks that they go through."""
    sizes = SIZES[case]
    found: list[tuple[str, Groups, Checks]] = [
        (f" of {share:g}", {str(at): rng.random(size) < share for at, size in enumerate(sizes)}, OF_SHARES)
        for share in SHARES
    ]
    lengths = {str(at): np.ceil(rng.lognormal(2.3, 0.8, size)) for at, size in enumerate(sizes)}
    return [*found, ("", lengths, OF_MEANS)]


def synthetic(seed: int) -> list[tuple[str, Groups, Checks]]:
    """The same of texts that were made up."""
    corpus = make_synthetic(documents=40, baseline_documents=0, strength=0.0, seed=seed)
    regions = corpus.attributes["region"]
    rows = {name: np.flatnonzero(regions == name) for name in np.unique(regions)}
    lengths = np.array([len(text.split()) for text in corpus.texts])
    positive = {name: corpus.labels[some] == 1 for name, some in rows.items()}
    return [(" of labels", positive, OF_SHARES), ("", {name: lengths[some] for name, some in rows.items()}, OF_MEANS)]


def run(case: str, runs: int) -> list[dict[str, object]]:
    pointed_out: dict[str, int] = {}
    for seed in tqdm(range(runs), case):
        made = synthetic(seed) if case == SYNTHETIC else drawn(case, np.random.default_rng(seed))
        for of, groups, checks in made:
            for name, check in checks.items():
                odd = any(found.odd for found in check(groups).values())
                statistic = f"{name.partition(',')[0]}{of},{name.partition(',')[2]}"
                pointed_out[statistic] = pointed_out.get(statistic, 0) + odd
    return [calibration_row("audit", case, name, runs, count, LEVEL) for name, count in pointed_out.items()]


if __name__ == "__main__":
    calibrate(__doc__, [*SIZES, SYNTHETIC], run, 4000)
