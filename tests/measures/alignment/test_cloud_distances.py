"""Distances of clouds of items: as POT and geomloss measure them, and beside random groups."""

from itertools import combinations

import numpy as np
import ot
import pytest
import torch
from scipy.stats import binom

from geobias.corpora import make_judgements
from geobias.distances import SinkhornOptions
from geobias.errors import InputError
from geobias.measures.alignment import (
    ItemDistanceSettings,
    Suppression,
    held_out_labels,
    item_clouds,
    item_distances,
    relabelled,
)

QUICK = ItemDistanceSettings(relabelled=19, replicates=5)


def vectors_of(items: int, size: int = 4) -> np.ndarray:
    return np.random.default_rng(9).standard_normal((items, size))


def regularised(x, a, y, b, blur: float) -> float:
    """POT's plan for half the squared distance, and what it costs with its entropy."""
    cost = 0.5 * ((x[:, None] - y[None]) ** 2).sum(-1)
    plan = ot.sinkhorn(a, b, cost, blur**2, method="sinkhorn_log", numItermax=20_000, stopThr=1e-9)
    return float((plan * cost).sum() + blur**2 * (plan * np.log(np.maximum(plan, 1e-300) / np.outer(a, b))).sum())


def cloud(weights: np.ndarray, points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    at = np.flatnonzero((weights > 0) & ~np.isnan(points).any(1))
    return points[at], weights[at] / weights[at].sum()


def test_distances_are_those_of_pot_and_items_without_a_vector_are_left_out():
    made = make_judgements(items=30, answers=12, annotators=10, regions=("north", "east", "south"))
    points, blur = vectors_of(30), 1.0
    points[[3, 17]] = np.nan
    options = SinkhornOptions(blur=blur, tol=1e-7)
    for side in ("higher", "lower"):
        settings = ItemDistanceSettings((side,), relabelled=1, replicates=1, sinkhorn=options)
        found = item_distances(made, "region", points, settings).value
        clouds = {group: cloud(weights, points) for group, weights in item_clouds(made, "region", side).items()}
        selves = {group: regularised(*one, *one, blur) for group, one in clouds.items()}
        expected = [
            regularised(*clouds[a], *clouds[b], blur) - (selves[a] + selves[b]) / 2 for a, b in combinations(clouds, 2)
        ]
        np.testing.assert_allclose(found.vector(), expected, rtol=1e-5)


def test_distances_are_those_of_geomloss_and_sides_are_averaged():
    geomloss = pytest.importorskip("geomloss")
    made = make_judgements(items=60, answers=12, annotators=8)
    points = torch.as_tensor(vectors_of(60))
    found = item_distances(made, "region", points, ItemDistanceSettings(relabelled=1, replicates=1)).value
    loss = geomloss.SamplesLoss("sinkhorn", p=2, blur=0.05, diameter=float((points.amax(0) - points.amin(0)).norm()))
    means = np.zeros(6)
    for side in ("higher", "lower"):
        clouds = [cloud(weights, points.numpy()) for weights in item_clouds(made, "region", side).values()]
        parts = [[torch.as_tensor(one) for one in pair] for pair in clouds]
        means += [loss(wa, xa, wb, xb).item() / 2 for (xa, wa), (xb, wb) in combinations(parts, 2)]
    np.testing.assert_allclose(found.vector(), means, rtol=1e-9)


def test_names_shapes_and_what_excess_is_made_of():
    made = make_judgements(annotators=10)
    found = item_distances(made, "region", vectors_of(120), QUICK)
    tables = found.value, found.floor, found.excess, found.pvalue
    assert [table.quantity for table in tables] == [
        f"item_sinkhorn_{word}[region]" for word in ("value", "floor", "excess", "p_permutation")
    ]
    assert [len(table.values) for table in tables] == [1, 19, 5, 1]
    np.testing.assert_allclose(found.excess.mean(), found.value.mean() - found.floor.mean(), atol=1e-12)
    assert (found.excess.standard_deviation()[np.triu_indices(4, 1)] > 0).all()
    as_large = (found.floor.values >= found.value.values).sum(0)
    np.testing.assert_array_equal(found.pvalue.vector(), ((1 + as_large) / 20)[np.triu_indices(4, 1)])
    assert found.value.sizes == dict.fromkeys(("north", "east", "south", "west"), 10)
    again = item_distances(made, "region", vectors_of(120), QUICK)
    assert all(np.array_equal(a.values, b.values) for a, b in zip(tables, vars(again).values(), strict=True))


def test_groups_with_opinions_of_their_own_lie_further_apart_than_random_ones():
    held_out = held_out_labels(make_judgements(annotators=80), "region")
    own = np.stack(list(held_out.sources.values()), axis=1)
    points = own - own.mean(1, keepdims=True)  # what each group thinks of an item, by other annotators of it
    real = item_distances(held_out, "region", points, QUICK)
    assert (real.pvalue.vector() == 1 / 20).all()
    assert (real.excess.vector() > 4 * real.floor.standard_deviation()[np.triu_indices(4, 1)]).all()
    dealt = relabelled(held_out, "region", np.random.default_rng(3))
    random = item_distances(dealt, "region", points, QUICK)
    assert np.median(random.pvalue.vector()) > 0.1
    assert np.abs(random.excess.vector()).max() < real.excess.vector().min() / 4


@pytest.mark.slow
def test_p_is_level_where_groups_mean_nothing_and_are_of_unlike_sizes():
    p = []
    for seed in range(40):
        sizes = {"north": 6, "east": 12, "south": 40}
        made = make_judgements(annotators=sizes, regions=tuple(sizes), items=40, answers=8, seed=seed)
        dealt = relabelled(made, "region", np.random.default_rng(seed))
        found = item_distances(dealt, "region", vectors_of(40, 2), ItemDistanceSettings(relabelled=19, replicates=1))
        p += found.pvalue.vector().tolist()
    low, high = binom.interval(0.998, len(p), 0.1)
    assert low <= np.sum(np.array(p) <= 0.1) <= high
    assert np.mean(p) == pytest.approx(0.525, abs=3 * np.sqrt(1 / 12 / 40))  # three errors of 40 independent runs


def test_one_group_judging_nothing_differently_has_no_distance():
    made = make_judgements(items=12, answers=12, annotators=6)
    flat = np.where(made.members("region")["south"][made.annotator], 0.0, made.answers)
    made = made.__class__(**{**vars(made), "answers": flat})
    values = item_distances(made, "region", vectors_of(12), QUICK).value.values[0]
    south = np.arange(4) == 2
    assert np.isnan(values[south]).all()
    assert not np.isnan(values[np.ix_(~south, ~south)]).any()


@pytest.mark.parametrize(
    ("vectors", "settings", "message"),
    [
        (
            np.zeros((5, 2)),
            {},
            "vectors must be floats (120, d), one row an item, but they are torch.float64 of shape (5, 2). Embed "
            "judgements.texts in their order.",
        ),
        (
            np.full((120, 2), np.inf),
            {},
            "vectors must be finite, those of items without a text NaN, but some are infinite. Embed the texts anew.",
        ),
        (
            np.full((120, 2), np.nan),
            {},
            "vectors must be finite, those of items without a text NaN, but there is no item left. Embed the texts "
            "anew.",
        ),
        (
            np.zeros((120, 2)),
            {"suppression": Suppression(annotators=99)},
            "distances need two groups of 'region' that are told, but there are []. Join small groups, or lower "
            "suppression.",
        ),
    ],
)
def test_wrong_input_is_named(vectors, settings, message):
    with pytest.raises(InputError) as raised:
        item_distances(make_judgements(), "region", vectors, ItemDistanceSettings(**settings))
    assert str(raised.value) == message


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"sides": ()}, "sides must name one side or both, but there is none. Pass ('higher', 'lower')."),
        (
            {"sides": ("up",)},
            "sides must be one of ['higher', 'lower'], but it is 'up'. Choose one of them.",
        ),
        (
            {"relabelled": 0},
            "relabelled must be a whole number, at least 1, but it is 0. Pass a whole number for relabelled.",
        ),
    ],
)
def test_wrong_settings_are_named(settings, message):
    with pytest.raises(InputError) as raised:
        ItemDistanceSettings(**settings)
    assert str(raised.value) == message
