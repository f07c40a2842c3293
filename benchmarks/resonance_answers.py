"""Calibration of what is stated beside what is written, of the answers needed for a precision, and of the geometry of
answers; run by `calibration_resonance.py`."""

from __future__ import annotations

from collections import defaultdict
from itertools import product

import numpy as np
from calibrating import calibration_row
from resonance_worlds import VALUES
from tqdm import tqdm

from geobias.measures.resonance import (
    AnswerVariances,
    Projections,
    ResonanceScores,
    StatedScores,
    answers_needed,
    clustered_mean,
    ends,
    nested_variances,
    stated_agreement,
    stated_values,
)
from geobias.measures.separation import SeparationSettings
from geobias.pipeline import AnswerClouds, AnswerGeometrySettings, answer_geometry
from geobias.seeds import generator
from geobias.tables import DIFFERENT, SUPPORTED

NATIONS, PERSONAS, SAMPLES = 8, 12, 4


def _sides(agree: float, rng: np.random.Generator) -> tuple[StatedScores, ResonanceScores]:
    """Nations and personas lean on both sides with this correlation; stated places are normal, texts have labels."""
    people = list(product(range(NATIONS), range(PERSONAS)))
    nation = np.array(people)[:, 0]
    mix = np.linalg.cholesky([[1, agree], [agree, 1]])
    lean = (mix @ (0.6 * rng.standard_normal((2, NATIONS))))[:, nation]
    lean = lean + mix @ (0.5 * rng.standard_normal((2, len(people))))
    places = np.tanh(lean[0][:, None] + 0.2 * rng.standard_normal((len(people), 5)))
    rows = np.repeat(np.arange(len(people)), SAMPLES)
    said = lean[1][rows][:, None] * np.array([1, -1])[:, None, None] + rng.standard_normal((2, len(rows), 5))
    labels = (said > 0.7).astype(int) - (said < -0.7)
    names = tuple(f"n{n}" for n, _ in people), tuple(f"a{a}" for _, a in people)
    fields = dict(zip(("nation", "age"), names, strict=True))
    taken = {name: tuple(column[at] for at in rows) for name, column in fields.items()}
    sample = np.tile(np.arange(SAMPLES), len(people))
    blank = ("",) * len(rows)
    written = ResonanceScores(VALUES, labels[0], labels[1], tuple(map(str, rows)), sample, blank, taken)
    return StatedScores(VALUES, places, ("",) * len(people), fields), written


def stated(case: str, runs: int) -> list[dict]:
    """Intervals of agreement that miss the average over runs, and p of sides that do not agree."""
    out = []
    for agree in (0.0, 0.7):
        found, small = defaultdict(list), defaultdict(int)
        for run in tqdm(range(runs), desc=f"{case}, {agree:g}", disable=None):
            sides = _sides(agree, generator(6, "resonance", case, run))
            for row in stated_agreement(*sides).rows:
                if not row.value:
                    found[f"r between {row.between}"].append((np.arctanh(row.r), *np.arctanh([row.low, row.high])))
                    small[row.between] += row.p <= 0.05
        for name, values in found.items():
            value, low, high = np.array(values).T
            missed = int(((low > value.mean()) | (high < value.mean())).sum())
            note = f"held to {np.tanh(value.mean()):.2f}"
            out.append(calibration_row("resonance", case, f"leanings agree by {agree:g}, {name}: interval misses", runs,
                                       missed, note=note))  # fmt: skip
        if not agree:
            for between, count in small.items():
                out.append(calibration_row("resonance", case, f"no agreement between {between}: p <= .05", runs, count))
    return out


def stated_differences(case: str, runs: int) -> list[dict]:
    """Intervals of stated, written and their difference of one nation that miss; its personas are drawn anew."""
    found = defaultdict(list)
    for run in tqdm(range(runs), desc=case, disable=None):
        sides = _sides(0.7, generator(0, "resonance", case))
        rng = generator(7, "resonance", case, run)
        lean = 0.4 + 0.5 * rng.standard_normal((2, NATIONS * PERSONAS))
        places = np.tanh(lean[0][:, None] + 0.2 * rng.standard_normal((NATIONS * PERSONAS, 5)))
        said = lean[1].repeat(SAMPLES)[:, None] + rng.standard_normal((NATIONS * PERSONAS * SAMPLES, 5))
        labels = (said > 0.7).astype(int) - (said < -0.7)
        one = StatedScores(VALUES, places, sides[0].design, sides[0].fields)
        other = ResonanceScores(VALUES, labels, -labels, sides[1].prompt, sides[1].sample, sides[1].design,
                                sides[1].fields)  # fmt: skip
        row = next(row for row in stated_values(one, other).rows if row.nation == "n0" and not row.value)
        for name in ("stated", "written", "difference"):
            found[name].append([getattr(row, name + end) for end in ("", "_low", "_high")])
    rows = []
    for name, values in found.items():
        value, low, high = np.array(values).T
        missed = int(((low > value.mean()) | (high < value.mean())).sum())
        note = f"held to {value.mean():.2f}; {PERSONAS} personas"
        rows.append(calibration_row("resonance", case, f"{name}: interval misses", runs, missed, note=note))
    return rows


def precision(case: str, runs: int) -> list[dict]:
    """Intervals of a nation's mean with as many answers as are said to be needed: misses, and their half width."""
    rows = []
    for label, pilot in (("variances known", 0), ("variances from a pilot of 4 answers a prompt", 4)):
        missed, halves, asked = 0, [], []
        for run in tqdm(range(runs), desc=f"{case}, {label}", disable=None):
            rng = generator(8, "resonance", case, label, run)
            variances = AnswerVariances(1.2, 0.05, "planted")
            if pilot:
                prompt = np.repeat(np.arange(NATIONS * PERSONAS), pilot)
                y = rng.normal(0, 0.05**0.5, NATIONS * PERSONAS)[prompt] + rng.normal(0, 1.2**0.5, len(prompt))
                variances = AnswerVariances(*nested_variances(y, prompt, prompt // PERSONAS), "a pilot")
            needed = answers_needed(variances, 0.25, prompts=PERSONAS)
            count = int(min(needed, 500))
            prompt = np.repeat(np.arange(PERSONAS), count)
            y = rng.normal(0, 0.05**0.5, PERSONAS)[prompt] + rng.normal(0, 1.2**0.5, len(prompt))
            low, high = (float(end[0]) for end in ends(clustered_mean(y[:, None], prompt), 0.95))
            missed += not low <= 0 <= high
            halves.append((high - low) / 2)
            asked.append(count)
        note = f"half width {np.mean(halves):.3f} on average, .25 wanted; {np.median(asked):.0f} answers in the median"
        rows.append(calibration_row("resonance", case, f"{label}: interval misses", runs, missed, note=note))
    return rows


def geometry(case: str, runs: int) -> list[dict]:
    """Verdicts on the relation of distances of answers with a survey's, and on pairs of nations."""
    separation = SeparationSettings(methods=("energy",), vector_permutations=1999)
    settings = AnswerGeometrySettings(separation, coefficients=("spearman",), n_resamples=999, exact_limit=1000)
    worlds = {
        "nations alike": (0.0, 0.0),
        "nations differ, otherwise than in the survey": (0.5, 0.0),
        "nations differ as in the survey": (0.5, 1.0),
    }
    rows = []
    for name, (effect, follows) in worlds.items():
        related = apart = 0
        for run in tqdm(range(runs), desc=f"{case}, {name}", disable=None):
            rng = generator(9, "resonance", case, name, run)
            lean = rng.standard_normal(NATIONS)
            other = rng.standard_normal((NATIONS, 5))
            other[:, 0] = follows * lean + (1 - follows) * other[:, 0]
            other[:, 1:] *= 1 - 0.7 * follows
            of = np.repeat(np.arange(NATIONS), PERSONAS * SAMPLES)
            prompt = np.repeat(np.arange(NATIONS * PERSONAS), SAMPLES)
            points = effect * other[of] + 0.3 * rng.standard_normal((NATIONS * PERSONAS, 5))[prompt]
            points += 0.5 * rng.standard_normal(points.shape)
            names = np.array([f"n{at}" for at in range(NATIONS)], dtype=object)
            answers = AnswerClouds(points, names[of], prompt.astype(str).astype(object))
            people = np.repeat(np.arange(NATIONS), 100)
            side = Projections(lean[people] + rng.standard_normal(len(people)), {"nation": list(names[people])})
            found = answer_geometry(answers, side, settings=settings, seed=run)
            related += next(row for row in found.relations.rows if row.primary).verdict == SUPPORTED
            apart += any(row.verdict == DIFFERENT for row in found.distances.rows)
        note = "" if follows == 0 else "power"
        nominal = 0.8 if follows else 0.05
        rows.append(
            calibration_row("resonance", case, f"{name}: relation supported", runs, related, nominal, note=note)
        )
        if not effect:
            rows.append(calibration_row("resonance", case, f"{name}: any pair different", runs, apart))
    return rows


ANSWERS = {
    "stated and written, agreement": stated,
    "stated and written, means": stated_differences,
    "answers needed": precision,
    "geometry of answers": geometry,
}
