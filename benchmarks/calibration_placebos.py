"""Is the placebo of alignment at level: the real groups' largest difference among those of groups dealt at random?

    python benchmarks/calibration_placebos.py               300 runs of each case, appended to results/calibration.csv
    python benchmarks/calibration_placebos.py --runs 50 --dry

Worlds of CREHate's size, by "latent", with 19 sets of groups dealt at random in each run: all groups aligned alike, and
a source that leans to one. Counted are runs in which the placebo's p is .05, and in which the dealt groups (the first
set of each run; the share of all sets is in the note) and those of parity have p_max <= .05.
"""

from __future__ import annotations

from dataclasses import replace

from alignment_worlds import CREHATE
from calibrating import calibrate, calibration_row
from tqdm import tqdm

from geobias.measures.alignment import AlignmentSettings, alignment_placebos
from geobias.seeds import generator
from geobias.tables import PARITY, REAL, RELABELLED

ALPHA, DRAWS = 0.05, 19
SETTINGS = AlignmentSettings(draws=999)
WORLDS = {
    "placebo: alike, CREHate's size": CREHATE,
    "placebo: planted, CREHate's size": replace(CREHATE, planted=0.3),
}


def rows_of(case: str, runs: int) -> list[dict]:
    world = WORLDS[case]
    found = {REAL: 0, RELABELLED: 0, PARITY: 0}
    dealt = 0
    for run in tqdm(range(runs), desc=case, disable=None):
        made = world.drawn(generator(5, "alignment", case, run))
        settings = replace(SETTINGS, seed=run)
        for row in alignment_placebos(made, ["group"], settings, draws=DRAWS).rows:
            small = row.pvalue <= ALPHA + 1e-9 if row.kind == REAL else row.p_max <= ALPHA
            dealt += row.kind == RELABELLED and small
            found[row.kind] += small and row.draw == 0
    share = f"{dealt / runs / DRAWS:.4f} of all {runs * DRAWS} sets"
    planted = f"r of {world.latent_r(0):.2f} and {world.latent_r(1):.2f}" if world.planted else ""
    names = {
        REAL: ("largest difference beyond all of 19 dealt sets", 0.8 if world.planted else ALPHA, planted),
        RELABELLED: ("dealt groups: any pair differs", ALPHA, share),
        PARITY: ("parity: the pair differs", ALPHA, ""),
    }
    return [
        calibration_row("alignment", case, name, runs, found[kind], nominal, note=note)
        for kind, (name, nominal, note) in names.items()
    ]


def main() -> None:
    calibrate(__doc__, list(WORLDS), rows_of, 300)


if __name__ == "__main__":
    main()
