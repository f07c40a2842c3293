"""Random groups of the regions' texts: of the same sizes, whole clusters together, scored as the true ones."""

from __future__ import annotations

import numpy as np
import pytest

from geobias.controls.placebo import gaps_of, partitions
from geobias.controls.regions import Regions
from geobias.measures.scores import WeightedGroups, gap_intervals, pigeonhole_bootstrap, split_halves
from geobias.tables import Predictions

PAIRS = [(0, 1), (0, 2), (1, 2)]


@pytest.fixture
def regions() -> Regions:
    """Seven texts of two regions; the last two are one author's."""
    names = np.array(["0 a", "0 b", "0 c", "1 d", "1 e", "1 f", "1 f"])
    vectors = lambda rows: np.stack([rows, rows**2], 1)  # noqa: E731
    return Regions(("au", "ca"), np.arange(10, 17), names, np.array([0, 0, 0, 1, 1, 1]), vectors, vectors)


def test_partitions_begin_with_the_true_one_and_keep_sizes(regions):
    found = partitions(regions.owners, 20, seed=0)
    assert found[0].tolist() == regions.owners.tolist()
    assert (np.sort(found, axis=1) == np.sort(regions.owners)).all()
    assert len({tuple(row) for row in found}) > 5


def test_a_clusters_texts_stay_together(regions):
    for assignment in partitions(regions.owners, 20, seed=0):
        first, second = regions.documents(assignment)
        assert sorted([*first, *second]) == list(range(7))
        assert ({5, 6} <= set(first)) or ({5, 6} <= set(second))


def test_a_cluster_weighs_the_same_whatever_its_texts(regions):
    assert regions.points[-1].tolist() == [15.5, (15**2 + 16**2) / 2]


def test_some_of_the_texts_keep_their_clusters_and_owners(regions):
    found = regions.some(np.array([True, False, True, True, False, False, True]))
    assert found.rows.tolist() == [10, 12, 13, 16]
    assert found.owners.tolist() == [0, 0, 1, 1]


@pytest.mark.parametrize("texts", [1, 5])
def test_gaps_are_those_of_the_study_for_the_groups_of_each_assignment(texts):
    """Of authors, too, whose answers are right or wrong together: no half of a group shares one with the other."""
    rng = np.random.default_rng(0)
    labels, authors = rng.integers(0, 2, 90 * texts).astype(np.int8), np.repeat(np.arange(90), texts)
    right = (rng.random((2, 90)) < 0.7)[:, authors]
    probabilities = np.where(right == labels.astype(bool), 0.9, 0.1).astype(np.float32)
    predictions = Predictions(("m0", "m1"), np.arange(len(labels)), labels, probabilities, ("neg", "pos"))
    owners = np.repeat(range(3), [20, 30, 40])
    names = np.array([f"{author:03d}" for author in authors])
    regions = Regions(("au", "ca", "nz"), np.arange(len(labels)), names, owners, None, None)
    assignments = partitions(owners, 3, seed=0)
    found = gaps_of(regions, predictions, assignments, ("accuracy", "f1_pos"), splits=2_000, seed=0)
    assert found["gap[f1_pos]"].shape == found["gap_at_m[accuracy]"].shape == (4, 3)
    for place, assignment in enumerate(assignments):
        means = np.array([100 * right[:, assignment[authors] == group].mean() for group in range(3)])
        assert np.allclose(found["gap[accuracy]"][place], [abs(means[a] - means[b]) for a, b in PAIRS])
    rows = {name: np.flatnonzero(owners[authors] == group) for group, name in enumerate(regions.names)}
    groups = WeightedGroups.of(predictions, rows, units=authors)
    halves = split_halves(groups, splits=2_000, rng=np.random.default_rng(1))
    bootstrap = pigeonhole_bootstrap(groups, replicates=2, rng=np.random.default_rng(2))
    study = {(row.metric, row.group_a, row.group_b): row.gap_at_m for row in gap_intervals(bootstrap, halves).rows}
    for (a, b), value in zip(PAIRS, found["gap_at_m[accuracy]"][0], strict=True):
        assert value == pytest.approx(study["accuracy", regions.names[a], regions.names[b]], abs=0.5)
