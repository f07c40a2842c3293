"""Intervals of a run's predictions: units and copies are those of the materials, the margin that of the settings."""

from dataclasses import replace

import numpy as np
import pytest

from geobias.errors import InputError
from geobias.pipeline import IntervalSettings, measure_performance
from geobias.pipeline.predicting import Predicted
from geobias.pipeline.session import Session
from geobias.sampling import Units
from geobias.studies.regional import RegionalSettings
from geobias.tables import Predictions

QUICK = IntervalSettings(replicates=40, splits=2, smallest_gap=2.5)


@pytest.fixture(scope="module")
def gaps(prepared, corpus):
    """(units, counted) -> the gaps in accuracy of the synthetic corpus under predictions made up by chance."""
    materials = prepared(corpus)
    n = len(materials.corpus)
    right = np.random.default_rng(0).random((len(materials.folds), n)) < 0.8
    said = np.where(right, materials.corpus.labels, 1 - materials.corpus.labels).astype(np.float32)
    names = tuple(fold.name for fold in materials.folds)
    predictions = Predictions(names, np.arange(n), materials.corpus.labels, said, materials.corpus.label_names)

    def make(units=None, counted=None):
        own = Units(np.arange(n), np.ones(n, dtype=bool))
        names = own.of_text if units is None else np.unique(units, return_inverse=True)[1]
        found = measure_performance(
            replace(materials, units=Units(names, own.counted if counted is None else counted)),
            Predicted(predictions),
            QUICK,
            Session.unkept(RegionalSettings.build({"progress": False})),
            score_repeats=1,
            metrics=["accuracy"],
        )
        return found.intervals[1].rows

    return make


def test_clusters_of_the_materials_are_units(gaps, corpus):
    alone, pairs = gaps(), gaps(np.array([f"author {i // 2}" for i in range(len(corpus))]))
    assert all(two.units_a < one.units_a <= 2 * two.units_a for one, two in zip(alone, pairs, strict=True))
    assert [row.gap for row in alone] == [row.gap for row in pairs]
    assert {row.margin for row in alone} == {2.5}


def test_copies_are_left_out_where_they_do_not_count(gaps, corpus):
    counted = np.arange(len(corpus)) % 2 == 0
    assert all(row.units_a < other.units_a for row, other in zip(gaps(counted=counted), gaps(), strict=True))


def test_a_margin_of_nothing_is_refused():
    with pytest.raises(InputError) as error:
        IntervalSettings(smallest_gap=0.0)
    assert str(error.value) == "intervals.smallest_gap must lie between 0 and 100 points, but it is 0.0. Pass 5."
