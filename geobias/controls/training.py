"""The training once more: which texts train and which are evaluated is dealt anew, alike for all groups.

Where the study's models learned from the texts of some groups more than from others, its gaps are of the training and
not of the groups; they go away when every group gives the same share of its texts to train.
"""

from __future__ import annotations

import numpy as np

from geobias.controls.dealing import Usable
from geobias.controls.distances import Comparison
from geobias.controls.negative import Key, Negative, metrics_of, statistics
from geobias.controls.placebo import Progress, gaps_of
from geobias.controls.regions import Regions
from geobias.controls.repeated import Repeated, fate_of
from geobias.corpora import normalise_text
from geobias.models import ProbeJob, one_hot, probe_probabilities
from geobias.pipeline import Materials, Performance, ProbeSettings
from geobias.sampling import Fold, training_folds
from geobias.seeds import generator
from geobias.stats import control_pvalue
from geobias.tables import Predictions


def repeat_training(
    materials: Materials,
    regions: Regions,
    performance: Performance,
    negative: Negative,
    compare: Comparison,
    progress: Progress,
) -> list[Repeated]:
    """Every gap and every relation, as the study has it and where training was dealt anew.

    In each of `control.trainings` repetitions the same models are scored on the true groups and on random ones of their
    sizes. `p_again` is that of the median over the true ones among the random ones, for which it is too large if
    anything: a median scatters less than one value.

    Raises InputError where too few texts are left to train.
    """
    usable, count, plan = Usable.of(materials, regions), compare.plan.control.trainings, compare.plan
    task = plan.task
    assert isinstance(task, ProbeSettings)  # `ControlPlan` refuses others
    true: dict[Key, list[float]] = {}
    placebo: dict[Key, list[float]] = {}
    for number in range(count):
        rng = generator(compare.seed, "control training", number)
        evaluated, rows = usable.deal(rng)
        folds = folds_of(materials, task, rows, evaluated.rows, rng)
        predictions = predicted(materials, task, folds, evaluated, compare.keeping.workers)
        assignments = np.stack([evaluated.owners, rng.permutation(evaluated.owners)])
        seed = int(rng.integers(2**31))
        gaps = gaps_of(evaluated, predictions, assignments, metrics_of(performance), plan.splits, seed)
        for key, values in statistics(compare.on_vectors(evaluated, assignments), gaps, plan).items():
            true.setdefault(key, []).append(values[0])
            placebo.setdefault(key, []).append(values[1])
        progress(number + 1, count)
    wanted = [key for key in true if key in negative.results and (key[1] or key[0] in negative.gaps)]
    return [_row(key, np.array(true[key]), np.array(placebo[key]), negative, compare) for key in wanted]


def _row(key: Key, true: np.ndarray, placebo: np.ndarray, negative: Negative, compare: Comparison) -> Repeated:
    plan, study = compare.plan, negative.results[key]
    known = true[~np.isnan(true)]
    low, again, high = np.quantile(known, [0.05, 0.5, 0.95]) if len(known) else np.full(3, np.nan)
    alternative = plan.relation.alternative if key[1] else "greater"
    p_again = control_pvalue(again, placebo, alternative=alternative).pvalue
    fate = fate_of(study.observed, study.pvalue, again, p_again, plan.relation.alpha)
    about = ("training", plan.coefficient if key[1] else "mean", *key, "", "")
    return Repeated(
        *about, study.observed, study.pvalue, float(again), float(low), float(high), p_again=p_again, fate=fate
    )


def folds_of(
    materials: Materials, task: ProbeSettings, rows: np.ndarray, evaluated: np.ndarray, rng: np.random.Generator
) -> list[Fold]:
    """Folds of those rows that are labelled, each text once, and none a copy of an evaluated one."""
    corpus, pools = materials.corpus, materials.pools
    rows = rows[corpus.labelled[rows]]
    texts = np.array([normalise_text(text) for text in corpus.texts[rows]])
    taken = {normalise_text(text) for text in corpus.texts[evaluated]}
    once = np.zeros(len(rows), dtype=bool)
    once[np.unique(texts, return_index=True)[1]] = True
    rows = rows[once & ~np.isin(texts, list(taken))]
    families = dict(zip(pools.training.tolist(), pools.families.tolist(), strict=True))
    return training_folds(
        rows,
        sets=task.sets,
        folds=task.folds,
        documents=task.documents,
        seed=int(rng.integers(2**31)),
        families=np.array([families.get(row, -1 - row) for row in rows.tolist()], dtype=np.int64),
    )


def predicted(
    materials: Materials, task: ProbeSettings, folds: list[Fold], evaluated: Regions, workers: int | None
) -> Predictions:
    """What probes trained on the folds say of the evaluated texts."""
    corpus = materials.corpus
    wanted = np.sort(evaluated.rows)
    rows = np.union1d(wanted, np.concatenate([fold.train for fold in folds]))
    jobs = [ProbeJob(fold.name, np.searchsorted(rows, fold.train), np.searchsorted(rows, wanted)) for fold in folds]
    labels, classes = corpus.labels[rows], len(corpus.label_names)  # type: ignore[index]
    found = probe_probabilities(
        evaluated.vectors(rows), labels, jobs, classes=classes, inverse_penalty=task.inverse_penalty, workers=workers
    )
    at = np.searchsorted(rows, wanted)
    known, exclusive = labels[at], materials.task == "multiclass"
    known = one_hot(known, classes) if exclusive else known
    names = tuple(fold.name for fold in folds)
    return Predictions(names, wanted, known, found[:, at], corpus.label_names, task.threshold, exclusive)
