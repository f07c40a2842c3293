"""Clouds of items beside gaps in alignment: of other annotators, and related where the truth relates them."""

import numpy as np
import pytest

from geobias.corpora import Judgements
from geobias.measures.alignment import (
    AlignmentSettings,
    ItemDistanceSettings,
    Suppression,
    alignment_differences,
    alignment_gaps,
    item_distances,
    item_geometry,
)
from geobias.relations import relate
from geobias.seeds import generator

CLOUDS = ItemDistanceSettings(("higher",), relabelled=4, replicates=2)
GAPS = AlignmentSettings(statistics=("latent",), draws=99)


def fan(seed: int = 0, groups: int = 6, size: int = 60, items: int = 150) -> tuple[Judgements, np.ndarray]:
    """Groups whose own opinions go with directions of the embedding that turn from one side to the other.

    The source goes with the first of these directions.
    """
    rng = np.random.default_rng(seed)
    points = rng.standard_normal((items, 6))
    turn = np.linspace(0, np.pi, groups)
    opinions = rng.standard_normal(items) + 0.8 * (points[:, :2] @ np.stack([np.cos(turn), np.sin(turn)])).T
    group = np.repeat(np.arange(groups), size)
    item = np.concatenate([rng.permutation(items)[:25] for _ in group])
    annotator = np.repeat(np.arange(len(group)), 25)
    felt = opinions[group[annotator], item] + 0.8 * rng.standard_normal(len(item))
    return Judgements(
        items=np.array([f"item-{at}" for at in range(items)], dtype=object),
        annotators=np.array([f"annotator-{at}" for at in range(len(group))], dtype=object),
        item=item, annotator=annotator, answers=np.clip(np.round(felt), -2, 2),
        attributes={
            "group": [(f"g{at}",) for at in group],
            "pair": [("first" if at % 2 else "second",) for at in range(len(group))],
            "alone": [("all",)] * len(group),
        },
        sources={"axis": points[:, 0]}, texts=np.array(["x"] * items, dtype=object), scale=(-2, 2),
        rows=np.ones(len(item), dtype=np.int64),
    ), points / 6**0.5  # fmt: skip


def test_groups_that_judge_other_items_differently_are_less_alike_in_alignment():
    judged, points = fan()
    [found] = item_geometry(judged, ["group"], points, CLOUDS, GAPS)
    [row] = relate(found.distances.excess, found.gaps[0], coefficients=["spearman"], alternative="greater", rng=0)
    assert row.statistic > 0.5
    assert row.p_qap < 0.05
    assert (row.x, row.y, row.n_groups) == ("item_sinkhorn_excess[group]", "standardised_alignment_gap[axis]", 6)


def test_clouds_and_gaps_are_of_other_annotators():
    judged, points = fan(size=20)
    [found] = item_geometry(judged, ["group"], points, CLOUDS, GAPS)
    rng = generator(0, "halves of item geometry", "group")
    half = np.zeros(120, dtype=bool)
    for start in range(0, 120, 20):
        half[rng.permutation(np.arange(start, start + 20))[:10]] = True
    first, second = (judged.select(one[judged.annotator]) for one in (half, ~half))
    clouds = item_distances(first, "group", points, CLOUDS)
    [gaps] = alignment_gaps(alignment_differences(second, ["group"], GAPS), "group", standardised=True)
    np.testing.assert_array_equal(found.distances.value.values, clouds.value.values)
    np.testing.assert_array_equal(found.gaps[0].values, gaps.values)
    assert found.distances.value.sizes == dict.fromkeys(judged.members("group"), 10)
    [whole] = item_geometry(judged, ["group"], points, CLOUDS, GAPS, halved=False)
    assert whole.gaps[0].sizes == dict.fromkeys(judged.members("group"), 20)
    np.testing.assert_array_equal(
        whole.distances.value.values, item_distances(judged, "group", points, CLOUDS).value.values
    )


def test_attributes_without_two_groups_in_each_half_are_left_out():
    judged, points = fan(groups=3, size=12)
    found = item_geometry(judged, ["alone", "pair", "group"], points, CLOUDS, GAPS)
    assert [one.attribute for one in found] == ["pair", "group"]
    strict = AlignmentSettings(statistics=("latent",), draws=99, suppression=Suppression(annotators=7))
    assert [one.attribute for one in item_geometry(judged, ["group", "pair"], points, CLOUDS, strict)] == ["pair"]


@pytest.mark.parametrize("halved", [True, False])
def test_without_sources_there_are_clouds_and_no_gaps(halved):
    judged, points = fan(groups=3, size=16)
    bare = Judgements(**{**vars(judged), "sources": {}})
    [found] = item_geometry(bare, ["group"], points, CLOUDS, GAPS, halved=halved)
    assert found.gaps == ()
    assert not np.isnan(found.distances.excess.vector()).any()
