"""Items that a group judges differently: against the definition, step by step, and whatever the group's scale."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from geobias.corpora import Judgements, make_judgements
from geobias.measures.alignment import AlignmentSettings, Suppression, item_clouds
from geobias.measures.alignment.clouds import GroupPanel


def by_definition(judged: Judgements, group: str) -> np.ndarray:
    """Over a data frame: mean answers, numpy's weighted line through them and everybody's, shrinkage."""
    frame = judged.to_frame()
    everybody = frame.groupby("item")["answer"].mean()
    own = frame[frame["region"] == group].groupby("item")["answer"].agg(["mean", "count"])
    x, n = everybody[own.index].to_numpy(), own["count"].to_numpy()
    slope, level = np.polyfit(x, own["mean"], 1, w=np.sqrt(n))
    above = dict(zip(own.index, (own["mean"] - slope * x - level) * n / (n + 1), strict=True))
    return np.array([above.get(item, 0.0) for item in judged.items])


def test_clouds_are_those_of_the_definition():
    made = make_judgements(annotators={"north": 12, "east": 40, "south": 9, "west": 20}, answers=10, seed=4)
    higher, lower = (item_clouds(made, "region", side) for side in ("higher", "lower"))
    assert list(higher) == ["north", "east", "south", "west"]
    for group in higher:
        above = by_definition(made, group)
        np.testing.assert_allclose(higher[group], np.maximum(above, 0) / np.maximum(above, 0).sum(), atol=1e-12)
        np.testing.assert_allclose(lower[group], np.maximum(-above, 0) / np.maximum(-above, 0).sum(), atol=1e-12)


@given(st.floats(-3, 3), st.sampled_from(["higher", "lower"]))
@settings(max_examples=20, deadline=None)
def test_a_group_that_is_sterner_with_all_items_judges_none_differently_for_that(shift, side):
    made = make_judgements(items=12, answers=12, annotators=6, seed=1)
    south = made.members("region")["south"][made.annotator]
    moved = replace(made, answers=made.answers + shift * south, scale=(-9, 9))
    for group, weights in item_clouds(made, "region", side).items():
        np.testing.assert_allclose(item_clouds(moved, "region", side)[group], weights, atol=1e-9)


def test_a_group_that_uses_half_of_the_scale_judges_no_item_differently_for_that():
    rng = np.random.default_rng(0)
    made = make_judgements(items=20, answers=20, annotators=6)
    opinions = rng.standard_normal(20)[made.item]
    half = np.where(made.members("region")["south"][made.annotator], 0.5, 1.0)
    panel = GroupPanel.of(replace(made, answers=half * opinions, scale=(-9, 9)), "region")
    np.testing.assert_allclose(panel.apart(), 0, atol=1e-12)
    assert all(not weights.any() for weights in item_clouds(replace(made, answers=half * 1.0), "region").values())


def test_weights_of_annotators_are_copies_of_them():
    made = make_judgements(annotators=7, answers=9, seed=2)
    panel = GroupPanel.of(made, "region")
    counts = np.random.default_rng(0).integers(1, 4, len(made.annotators)).astype(float)
    twice = np.repeat(np.arange(len(panel.item)), counts[panel.annotator].astype(int))
    copied = replace(
        panel, item=panel.item[twice], annotator=panel.annotator[twice], answers=panel.answers[twice]
    )  # what the frame of a resampled file would hold
    np.testing.assert_allclose(panel.apart(weights=counts), copied.apart(), atol=1e-12)


def test_dealing_keeps_sizes_and_those_of_two_groups():
    made = make_judgements(annotators=6)
    given_ = [("a", "b") if at == 0 else ("a",) if at < 8 else () if at < 11 else ("b",) for at in range(24)]
    panel = GroupPanel.of(made.with_attribute("kind", given_), "kind")
    dealt = panel.dealt(np.random.default_rng(1))
    assert dealt.sum(1).tolist() == panel.members.sum(1).tolist() == [8, 14]
    assert (dealt.sum(0) == 2).sum() == 1
    assert not dealt[:, 8:11].any()
    assert not np.array_equal(dealt, panel.members)


def test_annotators_without_an_answer_are_dealt_to_no_group():
    made = make_judgements(annotators=12)
    some = made.select(made.annotator % 2 == 0)  # the others stay in the list of annotators
    panel = GroupPanel.of(some, "region")
    assert panel.members.sum(1).tolist() == [6, 6, 6, 6]
    assert not panel.dealt(np.random.default_rng(0))[:, 1::2].any()


@pytest.mark.parametrize(("least", "told"), [(5, ["north", "east", "south"]), (9, ["north", "south"])])
def test_groups_that_are_not_told_have_no_cloud(least, told):
    made = make_judgements(annotators={"north": 12, "east": 8, "south": 9, "west": 4})
    rule = AlignmentSettings(suppression=Suppression(annotators=least))
    assert list(item_clouds(made, "region", settings=rule)) == told
