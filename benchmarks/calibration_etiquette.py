"""Do intervals of answers about etiquette hold, and are gaps of regions found where there is none?

    python benchmarks/calibration_etiquette.py               200 runs of each case, appended to results/calibration.csv
    python benchmarks/calibration_etiquette.py --runs 50 --dry

Five regions of 80 statements, half of them in families of two near-duplicates whose answers go together, are answered
by a model of known accuracy; some it does not answer. A rejection is an interval that misses the truth, or a run in
which any of the ten gaps is called different where none differs.
"""

from __future__ import annotations

import numpy as np
from calibrating import calibrate, calibration_row
from tqdm import tqdm

from geobias.measures.etiquette import (
    EtiquetteAnswers,
    EtiquetteSettings,
    GeneratedPairs,
    RegionNamings,
    alignment_scores,
    etiquette_scores,
    ordered_pairs,
    region_bias,
    region_gaps,
    word_odds,
)
from geobias.relations import judge_gaps
from geobias.seeds import generator
from geobias.tables import ANSWERED, AS_RIGHT, AS_WRONG, BIAS_FOR, DIFFERENT, PREFERENCE

REGIONS, PER_REGION = 5, 80
SETTINGS = EtiquetteSettings(metrics=("accuracy", "f1_pos"), replicates=500, splits=2)
ALIKE = {f"r{place}": 0.75 for place in range(REGIONS)}
UNLIKE = {"r0": 0.95, "r1": 0.85, "r2": 0.75, "r3": 0.65, "r4": 0.55}


def _answers(accuracy: dict[str, float], rng: np.random.Generator, silent: float = 0.1) -> EtiquetteAnswers:
    """Statements 0 and 1, 2 and 3 ... of a region's first half are near-duplicates: answered alike, or not at all."""
    n = REGIONS * PER_REGION
    regions = np.repeat(np.array(list(accuracy), dtype=object), PER_REGION)
    within = np.tile(np.arange(PER_REGION), REGIONS)
    units = np.where(within < PER_REGION // 2, within // 2, within) + PER_REGION * np.repeat(
        np.arange(REGIONS), PER_REGION
    )
    first = np.unique(units, return_index=True)[1]
    place = np.searchsorted(units[first], units)
    truth = rng.choice(np.array([1, -1], dtype=np.int8), len(first))[place]
    right = (rng.random(len(first)) < np.array([accuracy[name] for name in regions[first]]))[place]
    quiet = (rng.random(len(first)) < silent)[place]
    said = np.where(quiet, 0, np.where(right, truth, -truth)).astype(np.int8)
    blank = np.full(n, "", dtype=object)
    return EtiquetteAnswers(truth, said, regions, blank, units, blank)


def scores(case: str, runs: int) -> list[dict]:
    """Intervals that miss. An answer is right with the accuracy whatever is true, so that is the F1 in the long run."""
    missed: dict[tuple[str, str, str], int] = {}
    for run in tqdm(range(runs), desc=case, disable=None):
        found = etiquette_scores(_answers(UNLIKE, generator(0, "etiquette", case, run)), SETTINGS)
        for region, accuracy in (("r0", 0.95), ("r2", 0.75), ("", 0.75)):
            truths = {ANSWERED: accuracy, AS_WRONG: 0.9 * accuracy, AS_RIGHT: 0.9 * accuracy + 0.1}
            for counted, truth in truths.items():
                for metric in ("accuracy", "f1_pos"):
                    row = found.one(metric, counted, region)
                    key = (metric, counted, region)
                    missed[key] = missed.get(key, 0) + (not row.low <= truth <= row.high)
    return [
        calibration_row("etiquette", case, f"{metric} ({counted}) of {region or 'all'}: interval misses", runs, count)
        for (metric, counted, region), count in missed.items()
        if metric == "accuracy" or counted == ANSWERED
    ]


def gaps(case: str, runs: int) -> list[dict]:
    """Any pair different where none is, and intervals of planted gaps that miss."""
    found, missed, seen = dict.fromkeys(("accuracy", "accuracy_all", "coverage"), 0), 0, 0
    for run in tqdm(range(runs), desc=case, disable=None):
        rng = generator(1, "etiquette", case, run)
        rows = judge_gaps(region_gaps(_answers(ALIKE, rng), SETTINGS), ()).rows
        for metric in found:
            found[metric] += any(row.verdict == DIFFERENT for row in rows if row.metric == metric)
        planted = region_gaps(_answers(UNLIKE, rng), SETTINGS).rows
        (row,) = (row for row in planted if (row.metric, row.group_a, row.group_b) == ("accuracy", "r0", "r4"))
        missed += not row.low <= 40 <= row.high
        seen += row.p_max <= 0.05
    return [
        *(
            calibration_row("etiquette", case, f"{name}: any of ten gaps different", runs, n)
            for name, n in found.items()
        ),
        calibration_row(
            "etiquette", case, "accuracy, gap of 40 points: interval misses", runs, missed, note=f"found {seen}"
        ),
    ]


def _namings(rng: np.random.Generator) -> RegionNamings:
    """Half of the answers are right; the others, and a second name now and then, fall on any region alike."""
    own = np.repeat(np.arange(REGIONS), PER_REGION)
    said = np.where(rng.random(len(own)) < 0.5, own, rng.integers(0, REGIONS, len(own)))
    named = np.eye(REGIONS, dtype=bool)[said] | (rng.random((len(own), REGIONS)) < 0.05)
    return RegionNamings(tuple(f"r{place}" for place in range(REGIONS)), own, named[None], np.arange(len(own)))


def namings(case: str, runs: int) -> list[dict]:
    """Regions whose score is not as expected where there is no bias, single ones and any of five."""
    single, every = dict.fromkeys((PREFERENCE, BIAS_FOR), 0), dict.fromkeys((PREFERENCE, BIAS_FOR), 0)
    for run in tqdm(range(runs), desc=case, disable=None):
        rows = region_bias(_namings(generator(2, "etiquette", case, run)), SETTINGS).rows
        for name in single:
            apart = [not row.excess_low <= 0 <= row.excess_high for row in rows if row.score == name and row.region]
            single[name] += apart[0]
            every[name] += any(apart)
    rows = []
    for name in single:
        rows.append(calibration_row("etiquette", case, f"{name} of one region: interval misses", runs, single[name]))
        of, note = f"{name} of any of five: interval misses", "five intervals at once, uncorrected"
        rows.append(calibration_row("etiquette", case, of, runs, every[name], 1 - 0.95**5, note))
    return rows


def generated(case: str, runs: int) -> list[dict]:
    """Intervals of alignment scores that miss: statements that are odd by themselves contradict all others."""
    first, second = ordered_pairs(["a"] * 30)
    missed, truth = 0, 0.7**2
    for run in tqdm(range(runs), desc=case, disable=None):
        rng = generator(3, "etiquette", case, run)
        odd = rng.random(30) < 0.3
        relations = np.where(odd[first] | odd[second], -1, np.where(rng.random(len(first)) < 0.2, 0, 1))
        relations = np.where((relations == -1) & (rng.random(len(first)) < 0.2), 0, relations)
        (row,) = alignment_scores(
            GeneratedPairs(np.full(len(first), "a", dtype=object), first, second, relations), SETTINGS
        ).rows
        missed += not row.low <= truth <= row.high
    return [calibration_row("etiquette", case, "30 statements: interval misses", runs, missed)]


def words(case: str, runs: int) -> list[dict]:
    """Odds ratios that are called different where texts are of one law, words coming in bursts within a text."""
    p_small = any_q = tested = 0
    for run in tqdm(range(runs), desc=case, disable=None):
        rng = generator(4, "etiquette", case, run)
        mixes = rng.dirichlet(np.full(40, 0.3), 120)
        texts = [" ".join(f"w{word}" for word in rng.choice(40, 12, p=mix)) for mix in mixes]
        rows = word_odds(texts, ["a"] * 60 + ["b"] * 60).rows
        p_small += rows[0].p <= 0.05
        any_q += any(row.q <= 0.05 for row in rows)
        tested = len(rows)
    return [
        calibration_row("etiquette", case, "p of one word at most .05", runs, p_small),
        calibration_row("etiquette", case, "q of any word at most .05", runs, any_q, note=f"{tested} words"),
    ]


CASES = {
    "scores with near-duplicates": scores,
    "gaps with near-duplicates": gaps,
    "namings without bias": namings,
    "generated statements": generated,
    "words in bursts": words,
}


def main() -> None:
    calibrate(__doc__, list(CASES), lambda name, runs: CASES[name](name, runs), 200)


if __name__ == "__main__":
    main()
