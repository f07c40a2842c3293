"""Coefficients and their influences: against numpy, subsampling by hand, truths of worlds and leaving out."""

from dataclasses import replace

import numpy as np
import pytest

from geobias.measures.alignment import STATISTICS, cells_of
from geobias.measures.alignment.moments import GroupAnswers
from geobias.measures.alignment.statistics import (
    NO_VARIATION,
    NOT_PAIRED,
    NOT_RELIABLE,
    TOO_MANY_GRADES,
    measure,
    reliability,
)


def answers_of(judgements, group="g0", items=None):
    everything = np.ones(len(judgements.items), dtype=bool)
    return GroupAnswers.of(
        judgements, cells_of(judgements, "group")[group].judgements, items if items is not None else everything
    )


def sources_of(judgements, answers):
    return np.stack([values[answers.items] for values in judgements.sources.values()])


def test_r_is_pearsons_of_mean_answers(made):
    answers = answers_of(made)
    found = measure(answers, sources_of(made, answers), "r")
    means = cells_of(made, "group")["g0"].means
    expected = [np.corrcoef(means, source)[0, 1] for source in made.sources.values()]
    assert found.values == pytest.approx(expected)


def test_matched_is_the_average_over_subsamples(made):
    """Two annotators of each item drawn a thousand times: mean covariance over the root of mean variance."""
    answers, rng = answers_of(made), np.random.default_rng(0)
    source = sources_of(made, answers)[0]
    covariances, variances = [], []
    start = np.concatenate([[0], np.cumsum(answers.count)[:-1]])
    for _ in range(1000):
        order = np.lexsort((rng.random(len(answers.y)), answers.item))
        taken = order[np.arange(len(order)) - start[answers.item[order]] < 2]
        means = np.bincount(answers.item[taken], answers.y[taken]) / 2
        covariances.append(np.cov(means, source)[0, 1])
        variances.append(means.var(ddof=1))
    expected = np.mean(covariances) / np.sqrt(np.mean(variances) * source.var(ddof=1))
    found = measure(answers, source[None], "matched", 2).values[0]
    assert found == pytest.approx(expected, abs=0.01)
    assert measure(answers, source[None], "matched", 1e9).values == pytest.approx(
        measure(answers, source[None], "corrected").values
    )


def test_reliability_is_the_intraclass_correlation_of_a_whole_table():
    """Everybody answers everything: ICC(2, k) of the two-way analysis of variance, whose columns are taken out here."""
    rng = np.random.default_rng(5)
    table = rng.normal(size=(60, 1)) + rng.normal(size=(60, 7))
    item, annotator = (place.ravel() for place in np.indices(table.shape))
    group = GroupAnswers(np.arange(420), item, annotator, np.arange(60), table.ravel(), item, np.arange(60.0))
    rows, within = table.mean(1), table - table.mean(1, keepdims=True) - table.mean(0) + table.mean()
    error = (within**2).sum() / (59 * 6)
    observed = rows.var(ddof=1)
    assert reliability(group) == pytest.approx(1 - error / 7 / observed, abs=1e-9)


@pytest.mark.parametrize("statistic", STATISTICS)
def test_influences_are_what_leaving_an_item_out_does(made, statistic):
    answers = answers_of(made)
    found = measure(answers, sources_of(made, answers), statistic, 3)
    changed = []
    for item in range(60):
        left = answers_of(made, items=np.arange(len(made.items)) != item)
        without = measure(left, sources_of(made, left), statistic, 3).values
        changed.append(found.values - without)
    changed, said = np.array(changed), found.items[:60]
    assert np.corrcoef(changed[:, 0], said[:, 0])[0, 1] > 0.97
    assert changed[:, 0].std() == pytest.approx(said[:, 0].std(), rel=0.1)
    assert np.abs(found.items.sum(0)).max() < 1e-6


@pytest.mark.parametrize("statistic", ["r", "matched", "corrected", "latent"])
def test_influences_are_what_leaving_an_annotator_out_does(made, statistic):
    answers = answers_of(made)
    found = measure(answers, sources_of(made, answers), statistic, 3)
    said = np.bincount(answers.annotator, found.cells[:, 0])
    changed = []
    for who in range(40):
        kept = made.select(made.annotator != who)
        left = answers_of(kept)
        changed.append(found.values[0] - measure(left, sources_of(kept, left), statistic, 3).values[0])
    assert np.corrcoef(changed, said)[0, 1] > 0.9
    assert np.std(changed) == pytest.approx(said.std(), rel=0.25)


@pytest.mark.parametrize("binary", [True, False])
def test_latent_finds_the_truth_whatever_the_sensitivity(worlds, binary):
    world = worlds.World(items=1500, per_item=(6,) * 5, sizes=(80,) * 5, shift=worlds.PILED, binary=binary)
    made = world.drawn(np.random.default_rng(0))
    raw, latent = [], []
    for group in cells_of(made, "group"):
        answers = answers_of(made, group)
        raw.append(measure(answers, sources_of(made, answers), "r").values[0])
        latent.append(measure(answers, sources_of(made, answers), "latent").values[0])
    assert latent == pytest.approx([world.latent_r(1)] * 5, abs=0.06)
    assert np.ptp(raw) > 0.05


def test_latent_goes_by_the_order_of_answers_and_sources(made):
    bent = replace(made, answers=np.exp(made.answers), scale=(0, 10))
    answers, other = answers_of(made), answers_of(bent)
    values = measure(answers, sources_of(made, answers), "latent").values
    again = measure(other, np.exp(sources_of(bent, other)), "latent").values
    assert again == pytest.approx(values, abs=0.03)


def test_what_cannot_be_measured_says_why(made):
    answers = answers_of(made)
    sources = sources_of(made, answers)
    few = answers_of(made, items=np.arange(len(made.items)) < 9)
    assert measure(few, sources[:, :9], "corrected").note == NOT_PAIRED
    same = answers_of(replace(made, answers=np.zeros(len(made))))
    assert measure(same, sources, "r").note == NO_VARIATION
    rng = np.random.default_rng(0)
    noise = answers_of(replace(made, answers=rng.integers(-2, 3, len(made)).astype(float)))
    assert measure(noise, sources, "latent").note == NOT_RELIABLE
    fine = answers_of(replace(made, answers=made.answers + rng.uniform(-0.1, 0.1, len(made)), scale=(-3, 3)))
    assert measure(fine, sources, "latent").note == TOO_MANY_GRADES
    assert not np.isnan(measure(fine, sources, "corrected").values).any()
    assert measure(answers, np.zeros((1, len(answers))), "r").note == NO_VARIATION
