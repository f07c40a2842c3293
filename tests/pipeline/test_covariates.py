"""Covariates: made of what groups are like, as far as the corpus says."""

from __future__ import annotations

import numpy as np
import pytest

from geobias.pipeline import covariates as making
from geobias.pipeline.covariates import covariates

FACTS = [
    {"group": "au", "mean_tokens": 12.0, "positive_share": 0.5, "label_cardinality": np.nan, "sampled": 50},
    {"group": "ca", "mean_tokens": 15.0, "positive_share": 0.4, "label_cardinality": np.nan, "sampled": 100},
]
CLASSES = [
    {"group": "au", "label": "earn", "count": 1}, {"group": "au", "label": "acq", "count": 3},
    {"group": "ca", "label": "earn", "count": 3}, {"group": "ca", "label": "acq", "count": 1},
]  # fmt: skip


class Materials:
    class pools:
        pooled_groups = ()


def test_covariates_are_made_of_what_groups_are_like(monkeypatch):
    monkeypatch.setattr(making, "group_rows", lambda materials: FACTS)
    monkeypatch.setattr(making, "class_rows", lambda materials: CLASSES)
    wanted = ("length", "prevalence", "cardinality", "topics", "size")
    found = covariates(Materials, wanted)
    assert {table.quantity: table.vector().tolist() for table in found} == {
        "difference[length]": [3.0],
        "difference[prevalence]": [pytest.approx(0.1)],
        "total_variation[topics]": [0.5],
        "inverse_sum[size]": [pytest.approx(1 / 50 + 1 / 100)],
    }  # without cardinality, which these groups have not
