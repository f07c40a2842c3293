"""Does the certificate refuse where no nation differs, does it find planted orders, and do its intervals hold?

    python benchmarks/calibration_resonance.py              200 runs of each case, appended to results/calibration.csv
    python benchmarks/calibration_resonance.py --runs 50 --dry

Where no nation differs, designs move all nations, and each nation by itself; a rejection is a run in which any of the
28 pairs is certified. Beside it stands what the published way would say, which asks by one wording: any pair differs by
a t test of responses, or of prompts, Bonferroni over pairs. Where an order is planted a rejection is a run whose order
of nations goes with it by a Spearman correlation of .9 or more. Rows of coverage count intervals that miss.
What is stated beside what is written, answers needed and the geometry of answers are in `resonance_answers.py`.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np
from calibrating import calibrate, calibration_row
from resonance_answers import ANSWERS
from resonance_worlds import NATIONS, WORLDS, World
from scipy import stats
from tqdm import tqdm

from geobias.measures.resonance import (
    Cells,
    DesignMeans,
    ResonanceScores,
    ResonanceSettings,
    design_means_of,
    nation_fits,
    stability,
    stability_components,
)
from geobias.relations import judge_resonances
from geobias.seeds import generator
from geobias.tables import DIFFERENT

ALPHA, LEAST = 0.05, 0.9
SETTINGS = ResonanceSettings(flips=999, replicates=499)
PLANTED = {
    "planted: leanings from -.6 to .6": World(effect=0.6, unequal=True),
    "planted: leanings from -1 to 1": World(effect=1.0, unequal=True),
    "planted: leanings from -1 to 1, five designs": World(effect=1.0, unequal=True, designs=5),
    "planted: leanings from -1 to 1, 16 designs": World(effect=1.0, unequal=True, designs=16),
}
COMPONENTS = {
    "nation": 0.5, "demographic": 0.2, "design": 0.3, "nation x demographic": 0.1, "nation x design": 0.2,
    "demographic x design": 0.05, "prompt": 0.15, "answer": 0.8,
}  # fmt: skip


def null(case: str, world: World, runs: int) -> list[dict]:
    """Runs in which anything is found where there is nothing."""
    found = dict.fromkeys(("certified", "all designs, sign aside", "flips alone", "t of responses", "t of prompts"), 0)
    for run in tqdm(range(runs), desc=case, disable=None):
        scores = world.drawn(generator(0, "resonance", case, run))
        rows = judge_resonances(stability(design_means_of(scores), SETTINGS).pairs).rows
        found["certified"] += any(row.verdict == DIFFERENT for row in rows)
        found["all designs, sign aside"] += any(row.p_holm <= ALPHA for row in rows)
        found["flips alone"] += any(row.p_max <= ALPHA for row in rows)
        for name, by_prompt in (("t of responses", False), ("t of prompts", True)):
            found[name] += _of_one_wording(scores, by_prompt)
    notes = {"certified": "decides", "t of responses": "published way", "t of prompts": "published way"}
    return [
        calibration_row(
            "resonance", case, f"{name}: any pair differs", runs, count, note=notes.get(name, "for comparison")
        )
        for name, count in found.items()
    ]  # fmt: skip


def _of_one_wording(scores: ResonanceScores, by_prompt: bool) -> bool:
    """Whether any two nations differ by the first design alone."""
    one = scores.where(design="d0")
    y, nation, prompt = one.projection(), one.labels("nation"), one.labels("prompt")
    groups = []
    for name in np.unique(nation.astype(str)):
        own = nation == name
        groups.append([y[own & (prompt == p)].mean() for p in set(prompt[own])] if by_prompt else y[own])
    least = min(stats.ttest_ind(a, b).pvalue for a, b in combinations(groups, 2))
    return bool(least * NATIONS * (NATIONS - 1) / 2 <= ALPHA)


def order(case: str, runs: int) -> list[dict]:
    """Runs whose order of nations is the planted one, how many pairs are certified, and whether any wrongly."""
    world, good, shares, wrong = PLANTED[case], 0, [], 0
    for run in tqdm(range(runs), desc=case, disable=None):
        found = stability(design_means_of(world.drawn(generator(1, "resonance", case, run))), SETTINGS)
        means = {row.nation: row.mean for row in found.nations.rows}
        planted = [means[f"n{at}"] for at in range(NATIONS)]
        good += stats.spearmanr(planted, world.leanings).statistic >= LEAST
        certified = [row for row in judge_resonances(found.pairs).rows if row.verdict == DIFFERENT]
        shares.append(len(certified) / len(found.pairs.rows))
        wrong += any(row.difference > 0 for row in certified)  # the first of a pair leans to the other end
    note = f"certified {np.mean(shares):.2f} of 28 pairs"
    return [
        calibration_row("resonance", case, "order found, Spearman .9", runs, int(good), 0.95, note=note),
        calibration_row("resonance", case, "a pair certified the wrong way round", runs, wrong, note="decides"),
    ]


def _normal(rng: np.random.Generator, answers: int = 4, shape: tuple[int, int, int] = (8, 12, 8)) -> DesignMeans:
    """A table of means with the components of `COMPONENTS`."""
    axes = ((0,), (1,), (2,), (0, 1), (0, 2), (1, 2), (0, 1, 2))
    means = np.zeros(shape)
    for part, variance in zip(axes, COMPONENTS.values(), strict=False):
        size = [shape[axis] if axis in part else 1 for axis in range(3)]
        means = means + np.sqrt(variance) * rng.normal(size=size)
    df, within = means.size * (answers - 1), COMPONENTS["answer"]
    means = means + np.sqrt(within / answers) * rng.normal(size=shape)
    names = (tuple(f"{kind}{at}" for at in range(size)) for kind, size in zip("ncd", shape, strict=True))
    return DesignMeans(*names, means, np.full(shape, float(answers)), within * rng.chisquare(df) / df, df)


def components(case: str, runs: int) -> list[dict]:
    """Intervals of variance components that miss the planted ones, and of the nations' share."""
    missed, values = dict.fromkeys([*COMPONENTS, "share of nation"], 0), {name: [] for name in COMPONENTS}
    share = COMPONENTS["nation"] / sum(COMPONENTS.values())
    for run in tqdm(range(runs), desc=case, disable=None):
        for row in stability_components(_normal(generator(2, "resonance", case, run)), SETTINGS).rows:
            missed[row.component] += not row.low <= COMPONENTS[row.component] <= row.high
            values[row.component].append(row.value)
            if row.component == "nation":
                missed["share of nation"] += not row.share_low <= share <= row.share_high
    rows = []
    for name, count in missed.items():
        note = (
            f"mean {np.mean(values[name]):.3f}, truth {COMPONENTS[name]:g}" if name in values else f"truth {share:.3f}"
        )
        rows.append(calibration_row("resonance", case, f"{name}: interval misses", runs, count, note=note))
    return rows


def differences(case: str, runs: int) -> list[dict]:
    """Intervals of a difference of two nations that miss it, with designs drawn anew in every run."""
    effects, missed, tested = np.linspace(-1, 1, 4), 0, 0
    for run in tqdm(range(runs), desc=case, disable=None):
        rng = generator(3, "resonance", case, run)
        means = effects[:, None, None] + 0.5 * rng.normal(size=(4, 1, 8)) + 0.3 * rng.normal(size=(4, 12, 8))
        names = (tuple(f"{kind}{at}" for at in range(size)) for kind, size in zip("ncd", means.shape, strict=True))
        table = DesignMeans(*names, means, np.full(means.shape, 4.0), 0.36, 1152)
        row = stability(table, SETTINGS).pairs.rows[0]
        missed += not row.low <= effects[0] - effects[1] <= row.high
        tested += 1
    return [calibration_row("resonance", case, "difference of two nations: interval misses", tested, missed)]


def fits(case: str, runs: int) -> list[dict]:
    """Intervals that miss: RMSE of the cells without noise, R2 and slope of the average over runs."""
    rng = generator(4, "resonance", case)
    names = [(f"n{nation}", f"a{age}", f"s{sex}") for nation in range(3) for age in range(6) for sex in range(2)]
    of, age = np.repeat(np.arange(3), 12), np.tile(np.repeat(np.linspace(-0.5, 0.5, 6), 2), 3)
    x = 1.5 + 0.6 * age + 0.1 * rng.normal(size=36)
    y = np.array([1.2, 0.3, -0.8])[of] + np.array([0.3, -0.2, 0.6])[of] * age + 0.1 * rng.normal(size=36)
    columns, n = list(zip(*names, strict=True)), np.full(36, 50)
    model, survey = (Cells(*columns, values, np.full(36, error), n) for values, error in ((x, 0.08), (y, 0.06)))
    truth = {row.nation: row for row in nation_fits(model, survey, SETTINGS).rows}
    names_of = [(nation, name) for nation in truth for name in ("rmse", "r2", "slope") if nation or name != "slope"]
    found: dict[tuple[str, str], list[tuple[float, float, float]]] = {key: [] for key in names_of}
    for run in tqdm(range(runs), desc=case, disable=None):
        drawn = generator(5, "resonance", case, run)
        noisy = [replace(c, mean=c.mean + c.error * drawn.standard_normal(36)) for c in (model, survey)]
        for row in nation_fits(*noisy, SETTINGS).rows:
            for name in ("rmse", "r2", "slope")[: 3 if row.nation else 2]:
                found[row.nation, name].append(tuple(getattr(row, name + end) for end in ("", "_low", "_high")))
    rows = []
    for (nation, name), values in found.items():
        value, low, high = np.array(values).T
        exact = getattr(truth[nation], name)
        true = exact if name == "rmse" else float(value.mean())
        missed = int(((low > true) | (high < true)).sum())
        note = f"held to {true:.2f}, of the cells without noise {exact:.2f}"
        rows.append(calibration_row("resonance", case, f"{name} of {nation or 'all'}: interval misses", runs, missed,
                                    note=note))  # fmt: skip
    return rows


OTHERS = {"components": components, "differences": differences, "fits to a survey": fits, **ANSWERS}
CASES = [*(f"no nation differs: {name}" for name in WORLDS), *PLANTED, *OTHERS]


def rows_of(case: str, runs: int) -> list[dict]:
    if case in OTHERS:
        return OTHERS[case](case, runs)
    if case in PLANTED:
        return order(case, runs)
    return null(case, WORLDS[case.split(": ", 1)[1]], runs)


def main() -> None:
    calibrate(__doc__, CASES, rows_of, 200)


if __name__ == "__main__":
    main()
