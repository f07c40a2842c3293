"""Resampled tables of a study: of its regions, units named alike in vectors and scores."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from geobias.measures.reliability import ReliabilitySettings
from geobias.pipeline.resampling import resample_tables
from geobias.pipeline.session import Session
from geobias.studies.regional import RegionalSettings
from geobias.tables import MAHALANOBIS

QUICK = ReliabilitySettings(splits=5, replicates=20)


@pytest.fixture(scope="module")
def session() -> Session:
    return Session.unkept(RegionalSettings.build({"progress": False, "workers": 1}))


@pytest.fixture(scope="module")
def materials(prepared, corpus, narrow):
    return prepared(corpus, narrow, separation={"methods": []})


@pytest.fixture(scope="module")
def embeddings(materials, embedded, narrow):
    return embedded(materials, narrow)


@pytest.fixture(scope="module")
def performance(materials, performed):
    return performed(materials)


@pytest.fixture(scope="module")
def found(materials, embeddings, performance, session):
    return resample_tables(materials, embeddings, performance, QUICK, session)


def test_distances_and_gaps_of_the_regions_are_measured_again(found, materials):
    assert found.groups == materials.pools.regions
    assert {MAHALANOBIS, "energy", "mmd", "gap[accuracy]", "gap_at_m[accuracy]"} <= set(found.observed)
    for name, table in found.observed.items():
        assert table.shape == (6, 6)
        assert found.halves[name].shape == (2, 5, 6, 6)
        assert found.replicates[name].shape == (20, 6, 6)
    assert found.settings == QUICK


def test_a_gap_of_all_units_is_that_of_the_performance_on_the_same_texts(found, performance):
    rows = [row for row in performance.intervals[1].rows if "baseline" not in (row.group_a, row.group_b)]
    for row in rows:
        if {row.group_a, row.group_b} <= set(found.groups):
            a, b = found.groups.index(row.group_a), found.groups.index(row.group_b)
            assert found.observed["gap[accuracy]"][a, b] == pytest.approx(abs(row.gap), abs=1e-6)


def test_nothing_is_resampled_where_nothing_is_related(materials, embeddings, performance, session):
    assert resample_tables(materials, embeddings, None, QUICK, session) is None
    assert resample_tables(materials, embeddings, performance, replace(QUICK, distances=()), session) is None
    two = replace(materials.units, counted=materials.units.counted.copy())
    for name in materials.pools.regions[2:]:
        two.counted[materials.pools.rows[name]] = False
    assert resample_tables(replace(materials, units=two), embeddings, performance, QUICK, session) is None


def test_the_same_seed_gives_the_same_bits(found, materials, embeddings, performance, session):
    again = resample_tables(materials, embeddings, performance, QUICK, session)
    other = resample_tables(materials, embeddings, performance, QUICK, replace(session, seed=1))
    for name, values in found.replicates.items():
        assert np.array_equal(values, again.replicates[name], equal_nan=True)
        assert not np.array_equal(values, other.replicates[name], equal_nan=True)
