"""Does the whole resonance study find the order that was planted in a model, and refuse where nothing was?

    python benchmarks/resonance_study.py                20 planted runs, 200 of nothing, to results/calibration.csv
    python benchmarks/resonance_study.py --runs 10 --dry --cases "nothing planted"

Every run is `study=resonance` as it comes, of the general question alone and without the geometry of answers: the
made-up responder is asked, its answers are judged by the trained entailer, and by words alone, items are stated, and
the certificate is judged. Seeds of what designs do, of what is said and of the respondents are those of the run. A
rejection is, where leanings are planted, a run whose order of nations goes with them by a Spearman coefficient of .9 or
more; where none are (`responder.effects=0`), one that certifies any of the 28 pairs. About 2 CPU seconds a run.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from calibrating import calibrate, calibration_row
from scipy import stats
from tqdm import tqdm

from geobias.corpora import load_surveyed
from geobias.models.generation import LEANINGS, load_responder
from geobias.pipeline import Session
from geobias.studies.resonance import SETTINGS, Measured, Read, in_words_of, measure
from geobias.tables import DIFFERENT

LEAST, PLANTED_RUNS = 0.9, 20
PLANTED, NOTHING = "planted leanings, as they come", "nothing planted"
SURVEYED = {PLANTED: "synthetic_survey", NOTHING: "no_survey"}
"""Nothing is judged on respondents where nothing is planted."""


class Study:
    """The study at many seeds; what no seed changes is read once."""

    def __init__(self, case: str, effects: float):
        self.case, self.effects = case, effects
        self.read = Read.of(self._settings(0, "unused"))

    def run(self, seed: int) -> Measured:
        """All that it measures with this seed, in a store of its own."""
        with TemporaryDirectory() as store:
            settings = self._settings(seed, store)
            survey = load_surveyed(settings.corpus)
            if survey is not None:
                survey = in_words_of(self.read.interviewed.interview, survey)
            read = replace(self.read, responder=load_responder(settings.responder), survey=survey)
            found = measure(settings, read, Session.unkept(settings))
        assert found is not None
        return found

    def _settings(self, seed: int, store: str) -> Any:
        corpus: Mapping[str, Any] = {"name": SURVEYED[self.case]}
        if self.case == PLANTED:
            corpus = {**corpus, "seed": seed}
        return SETTINGS.build(
            {
                "seed": seed,
                "responder": {"name": "leaning", "effects": self.effects, "seed": seed},
                "interview": {"questions": ["general"]},
                "corpus": corpus,
                "resonance": {"flips": 999, "draws": 999},  # no verdict rests on them
                "geometry": {"methods": []},
                "store": str(Path(store)),
                "progress": False,
            }
        )


def planted(case: str, runs: int) -> list[dict]:
    """Runs that find the planted order: by all designs, and by the study's own prompts alone."""
    study, found, shares, wrong = Study(case, 1.0), [], [], 0
    leanings = LEANINGS["nation"]
    for seed in tqdm(range(min(runs, PLANTED_RUNS)), desc=case, disable=None):
        measured = study.run(seed)
        assert measured.table is not None
        assert measured.certified is not None
        means = dict(zip(measured.table.nations, measured.table.by_design.mean(1), strict=True))
        found.append(stats.spearmanr([means[name] for name in leanings], list(leanings.values())).statistic)
        certified = [row for row in measured.certified.pairs.rows if row.verdict == DIFFERENT]
        shares.append(len(certified) / len(measured.certified.pairs.rows))
        wrong += any(row.difference * (leanings[row.group_a] - leanings[row.group_b]) < 0 for row in certified)
    note = f"median {np.median(found):.3f}, least {min(found):.3f}; certified {np.mean(shares):.2f} of 28 pairs"
    good = sum(value >= LEAST for value in found)
    return [
        calibration_row("resonance", case, "order found, Spearman .9", len(found), good, 1.0, note=note),
        calibration_row("resonance", case, "a pair certified the wrong way round", len(found), wrong, note="decides"),
    ]


def nothing(case: str, runs: int) -> list[dict]:
    """Runs in which anything is certified, though nations differ by nothing but what designs do to each."""
    study, certified, without_care = Study(case, 0.0), 0, 0
    for seed in tqdm(range(runs), desc=case, disable=None):
        measured = study.run(seed)
        assert measured.certified is not None
        rows = measured.certified.pairs.rows
        certified += any(row.verdict == DIFFERENT for row in rows)
        without_care += any(row.p_holm <= 0.05 for row in rows)
    return [
        calibration_row("resonance", case, "certified: any pair differs", runs, certified, note="decides"),
        calibration_row(
            "resonance", case, "all designs, sign aside: any pair differs", runs, without_care, note="for comparison"
        ),
    ]


CASES = {PLANTED: planted, NOTHING: nothing}


def main() -> None:
    calibrate(__doc__, list(CASES), lambda case, runs: CASES[case](case, runs), 200)


if __name__ == "__main__":
    main()
