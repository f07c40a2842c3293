"""Agreement between back ends: Cohen's kappa of the labels that they give the same pairs, as a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from itertools import combinations
from typing import Any

import numpy as np

from geobias.arrays import generator
from geobias.errors import InputError
from geobias.models.entailment.entailments import Entailments
from geobias.stats import Seed, cohen_kappa
from geobias.tables import RaterAgreement, RaterAgreementTable

LABELS = (-1, 0, 1)


def rater_agreement(
    entailments: Mapping[str, Entailments],
    *,
    clusters: Sequence[object] | None = None,
    weights: Sequence[str] = ("none", "quadratic"),
    level: float = 0.95,
    replicates: int = 2000,
    rng: Seed = None,
) -> RaterAgreementTable:
    """Cohen's kappa of every two back ends on the same pairs.

    Parameters
    ----------
    entailments : name -> what a back end said, of one shape: (premises, hypotheses, 3) or (pairs, 3).
    clusters : the premise of every pair, needed for (pairs, 3): what is said of one text goes together, so intervals
        resample premises. Of (premises, hypotheses, 3) it is known; there it names what premises belong to, if to
        something larger, (premises,).
    weights : "none" (labels are equal or not), "linear", "quadratic" (-1 against 1 counts four times -1 against 0).
    level, replicates, rng : see `geobias.stats.cohen_kappa`.

    Raises
    ------
    InputError : there are less than two back ends, or their shapes differ; or clusters are missing.
    """
    labels = {name: said.labels for name, said in entailments.items()}
    shapes = {name: values.shape for name, values in labels.items()}
    if len(labels) < 2 or len(set(shapes.values())) != 1:
        raise InputError(
            "agreement needs two back ends or more that judged the same pairs",
            f"there are {shapes}",
            "Judge them alike.",
        )
    shape = next(iter(shapes.values()))
    units = _clusters(shape, clusters)
    how: dict[str, Any] = {
        "categories": LABELS,
        "clusters": units,
        "level": level,
        "replicates": replicates,
        "rng": generator("rng", rng),
    }

    def row(one: str, other: str, kind: str) -> RaterAgreement:
        found = cohen_kappa(labels[one].ravel(), labels[other].ravel(), weights=kind, **how)
        alone = [name for name in (one, other) if len(np.unique(labels[name])) == 1]
        note = f"{' and '.join(alone)} gave one label alone" if alone else ""
        return RaterAgreement(one, other, kind, note=note, **asdict(found))

    return RaterAgreementTable(tuple(row(*pair, kind) for pair in combinations(labels, 2) for kind in weights))


def _clusters(shape: tuple[int, ...], clusters: Sequence[object] | None) -> np.ndarray:
    """What every pair belongs to, (pairs,)."""
    if clusters is None and len(shape) == 2:
        return np.repeat(np.arange(shape[0]), shape[1])
    if clusters is None or len(clusters) != shape[0]:
        raise InputError(
            "clusters must name the premise of every pair, or what every premise belongs to",
            f"there are {0 if clusters is None else len(clusters)} for {shape[0]}",
            "Pass one for each.",
        )
    return np.repeat(np.asarray(clusters), shape[1] if len(shape) == 2 else 1)
