"""Are gaps found between regions whose labels are random, by models that train on so few statements?

    python benchmarks/calibration_trained.py               300 runs of each case, appended to results/calibration.csv
    python benchmarks/calibration_trained.py --runs 50 --dry

Three regions of N statements, each accepted or not by a coin, with vectors of 384 dimensions that know neither region
nor label. As the etiquette study does, a probe for each region and one for all are trained on four fifths and answer
the rest. A rejection is a run in which any of the three gaps in accuracy is called different, as the study judges them
and, for comparison, as if answers did not depend on each other and 8 statements of a region were enough.
"""

from __future__ import annotations

from collections import Counter

import numpy as np
from calibrating import calibrate, calibration_row
from tqdm import tqdm

from geobias.corpora import Etiquette
from geobias.errors import InputError
from geobias.measures.etiquette import EtiquetteSettings, region_gaps
from geobias.models import ProbeJob, probe_probabilities
from geobias.parallel import one_blas_thread
from geobias.pipeline import Session
from geobias.relations import judge_gaps
from geobias.seeds import generator
from geobias.studies.etiquette import EtiquetteStudySettings, Lessons, ProbedSettings, dependence_of, least_units
from geobias.tables import DIFFERENT

SETTINGS = EtiquetteSettings(metrics=("accuracy",), replicates=300, splits=2)
REGIONS, DIMENSIONS = 3, 384
SIZES = (10, 13, 20, 30, 40, 60, 80, 160)


def _run(size: int, run: int) -> dict[tuple[str, str], bool]:
    """(model, how it is judged) -> whether any gap of its accuracy is called different."""
    statements, lessons, features = _world(size, run)
    tested = [lessons.own[job.split.test] for job in lessons.jobs]
    jobs = [ProbeJob(job.name, job.train, rows) for job, rows in zip(lessons.jobs, tested, strict=True)]
    chances = probe_probabilities(features, lessons.labels, jobs, workers=1)
    accepted = [chances[place, rows] >= 0.5 for place, rows in enumerate(tested)]
    units = np.arange(len(statements))
    found = {}
    for answers in lessons.answers(statements, units, accepted).models(statements, units):
        by_study = dependence_of(answers.model), least_units(answers.model)
        for name, (dependence, least) in {"": by_study, "2, from 8 on": (2.0, 8), "1, from 8 on": (1.0, 8)}.items():
            rows = judge_gaps(region_gaps(answers, SETTINGS, dependence=dependence), (), least_units=least).rows
            found[answers.model, name] = any(row.verdict == DIFFERENT for row in rows if row.metric == "accuracy")
    return found


def _world(size: int, run: int) -> tuple[Etiquette, Lessons, np.ndarray]:
    """Statements of regions, what models train on, and a vector of every text of that."""
    rng = generator(0, "trained", size, run)
    n = REGIONS * size
    labels = rng.choice(np.array([1, -1], dtype=np.int8), n)
    # A spectrum that falls, as that of sentence vectors does.
    vectors = rng.normal(size=(n, DIMENSIONS)) / np.sqrt(1 + np.arange(DIMENSIONS))
    names = np.array([f"s{place}" for place in range(n)], dtype=object)
    regions = np.repeat(np.array([f"r{place}" for place in range(REGIONS)], dtype=object), size)
    statements = Etiquette(names, names, labels, {"region": regions})
    session = Session.unkept(EtiquetteStudySettings(seed=run))
    lessons = Lessons.of(statements, np.arange(n), ProbedSettings(name="probe"), session)
    return statements, lessons, vectors[[int(text[1:]) for text in lessons.texts]]


def gaps(size: int, runs: int) -> list[dict]:
    """Runs whose labels are all alike in a training set cannot be trained on, and are left out."""
    rejected: Counter[tuple[str, str]] = Counter()
    done = 0
    with one_blas_thread():
        for run in tqdm(range(runs), desc=f"{size} statements", disable=None):
            try:
                found = _run(size, run)
            except InputError:
                continue
            done += 1
            rejected.update({key: int(apart) for key, apart in found.items()})
    case = f"random labels, {size} statements a region"
    return [
        calibration_row(
            "trained", case, f"{model}: any of three gaps different", done, count,
            note=f"for comparison: dependence {how}" if how else "",
        )
        for (model, how), count in rejected.items()
    ]  # fmt: skip


def main() -> None:
    calibrate(__doc__, [str(size) for size in SIZES], lambda name, runs: gaps(int(name), runs), 300)


if __name__ == "__main__":
    main()
