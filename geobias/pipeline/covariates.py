"""Covariates: what groups are like besides their distance, as tables of pairs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from geobias.pipeline.corpus_statistics import class_rows, group_rows
from geobias.pipeline.materials import Materials
from geobias.relations import pair_covariate
from geobias.tables import PairTable


def covariates(materials: Materials, names: Sequence[str]) -> list[PairTable]:
    """What groups are like besides their distance: a table for each name that the corpus says enough for."""
    statistics = {record["group"]: record for record in group_rows(materials)}
    numbers = {
        "length": ("mean_tokens", "difference"),
        "prevalence": ("positive_share", "difference"),
        "cardinality": ("label_cardinality", "difference"),
        "truncation": ("truncated_share", "difference"),
        "empty": ("empty_share", "difference"),
        "size": ("sampled", "inverse_sum"),
    }
    out = []
    for name in names:
        if name == "topics":
            out += _topics(materials)
            continue
        column, kind = numbers[name]
        values = {group: float(record[column]) for group, record in statistics.items()}
        if not any(np.isnan(value) for value in values.values()):
            out.append(pair_covariate(values, kind, name=name, pooled_groups=materials.pools.pooled_groups))
    return out


def _topics(materials: Materials) -> list[PairTable]:
    counts: dict[str, list[float]] = {}
    for record in class_rows(materials):
        counts.setdefault(record["group"], []).append(record["count"])
    if not counts or not all(map(sum, counts.values())):
        return []
    return [pair_covariate(counts, "total_variation", name="topics", pooled_groups=materials.pools.pooled_groups)]
