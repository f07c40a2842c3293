"""Effects of the training composition: paired changes, signed gaps, and intervals that narrow by the pairing."""

import numpy as np
import pytest

from geobias.measures.scores import WeightedGroups, composition_effects
from geobias.sampling.composition import MixPlan, training_mixes
from geobias.tables import Predictions

TRAINING = {"au": np.arange(1000, 1200), "uk": np.arange(1200, 1400)}
ROWS = {"au": np.arange(300), "uk": np.arange(300, 600)}


@pytest.fixture(scope="module")
def effects():
    return measured(ROWS)


def measured(rows, pooled_groups=()):
    """Models whose accuracy on a region falls from 0.9 to 0.6 with its share; texts differ in how hard they are."""
    mixes = training_mixes(TRAINING, MixPlan(shares=(0.5, 0.0), documents=100, repeats=5), seed=0)
    rng = np.random.default_rng(0)
    labels, hard = rng.integers(0, 2, 600).astype(np.int8), rng.random(600)
    rates = np.array([[0.6 + 0.3 * min(1, mix.counts[g] / 50) for g in ROWS] for mix in mixes]).repeat(300, axis=1)
    right = hard < rates  # the same texts are hard for every model
    probabilities = np.where(right == (labels == 1), 0.9, 0.1).astype(np.float32)
    predictions = Predictions(tuple(m.name for m in mixes), np.arange(600), labels, probabilities, ("neg", "pos"))
    return composition_effects(
        WeightedGroups.of(predictions, rows, ["accuracy", "auc"], pooled_groups), mixes, replicates=300,
        rng=np.random.default_rng(1),
    ).to_frame()  # fmt: skip


def pick(frame, **values):
    for column, value in values.items():
        frame = frame[frame[column] == value]
    assert len(frame) == 1
    return frame.iloc[0]


def test_a_regions_own_score_falls_with_its_share(effects):
    own = {"metric": "accuracy", "region": "au", "group": "au"}
    scores = [pick(effects, quantity="score", share=share, **own).value for share in (1.0, 0.5, 0.0)]
    assert scores == pytest.approx([0.9, 0.75, 0.6], abs=0.06)
    change = pick(effects, quantity="change", share=0.0, **own)
    assert change.value == pytest.approx(100 * (scores[2] - scores[0]))
    assert change.low < change.value < change.high < 0
    assert change.training_share == 0
    full = pick(effects, quantity="change", share=1.0, **own)
    assert (full.value, full.low, full.high, full.training_share) == (0, 0, 0, 0.5)


def test_nothing_changes_for_a_region_that_keeps_its_texts(effects):
    other = pick(effects, metric="accuracy", region="au", group="uk", quantity="change", share=0.0)
    assert (other.value, other.low, other.high) == (0, 0, 0)


def test_gaps_are_signed_from_the_region_that_falls(effects):
    gaps = [pick(effects, metric="auc", region=r, group=g, quantity="gap", share=0.0).value for r, g in
            (("au", "uk"), ("uk", "au"), ("au", "others"))]  # fmt: skip
    assert gaps[0] < -20
    assert gaps[1] < -20
    assert gaps[2] == gaps[0]


def test_a_change_is_known_better_than_the_scores_it_is_of(effects):
    at = {"metric": "accuracy", "region": "au", "group": "au", "share": 0.5}
    change, score = pick(effects, quantity="change", **at), pick(effects, quantity="score", **at)
    assert change.high - change.low < 100 * (score.high - score.low)


def test_every_region_share_and_metric_has_its_rows(effects):
    assert len(effects) == 2 * 2 * 3 * (2 + 2 + 2)
    assert effects.notna().all().all()


def test_a_pooled_group_is_scored_and_is_none_of_the_others(effects):
    found = measured({**ROWS, "all": np.arange(600)}, pooled_groups=("all",))
    at = {"metric": "accuracy", "region": "au", "share": 0.0, "quantity": "gap"}
    assert pick(found, group="others", **at).value == pick(effects, group="others", **at).value
    assert pick(found, group="all", **at).value == pytest.approx(pick(found, group="uk", **at).value / 2)
