from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from geobias.report.groups import Groups
from geobias.report.sections.distances.words import LIMITS, distance_findings
from geobias.tables import PairTable

GROUPS = Groups({"AU": "region", "UK": "region", "US": "region", "mixed": "pooled"})


def frame(pairs, quantity="sinkhorn", noise=0.0, repeats=5, groups=GROUPS):
    """Values of AU-UK, AU-US, UK-US (a pooled group is far from everything), with noise that averages out over
    repeats."""
    size = len(groups.names)
    values = np.full((repeats, size, size), 99.0)
    steps = np.linspace(-1, 1, repeats) if repeats > 1 else np.zeros(1)
    for (i, j), value in zip([(0, 1), (0, 2), (1, 2)], pairs, strict=False):
        values[:, i, j] = values[:, j, i] = value + noise * steps * (1 if (i, j) == (0, 1) else -1)
    return PairTable(groups.names, values, quantity).to_frame()


def texts(table, groups=GROUPS):
    return [finding.text for finding in distance_findings(table, groups)]


def test_furthest_and_nearest_are_regions_never_pooled():
    [text, caution] = texts(frame([10.0, 20.0, 30.0], noise=1.0))
    assert text == (
        "By the Sinkhorn divergence, UK and US are furthest apart (30.00; resampling spread, not a confidence "
        "interval: 29.10 to 30.90) and AU and UK nearest (10.00; 9.10 to 10.90); the first is 200\xa0% larger. The "
        "pairs differ by more than the repeats of one pair do (standard deviations 10.00 and 0.791), which speaks for "
        "these texts, not for others. UK–US was the furthest pair in 5 of 5 repeats."
    )
    assert "; the first is 1,210 times as large." in texts(frame([0.05, 20.0, 60.5]))[0]
    assert caution == LIMITS
    assert "not between people or places" in caution


@pytest.mark.parametrize(
    ("noise", "words"),
    [
        (0.5, "The pairs differ by more than the repeats of one pair do"),
        (1.0, "The pairs differ by little more than the repeats of one pair do"),
        (2.0, "The pairs differ by less than the repeats of one pair do"),
    ],
)
def test_spread_between_pairs_is_weighed_against_the_repeats(noise, words):
    # Means 9, 10, 11 differ by a standard deviation of 1; repeats of linspace(-1, 1, 5) by 0.79 times the noise.
    text = texts(frame([9.0, 10.0, 11.0], noise=noise))[0]
    assert words in text
    assert ("their order is not to be relied on" in text) == (noise == 2.0)


def test_how_often_the_furthest_pair_was_furthest_is_counted():
    text = texts(frame([10.0, 5.0, 11.0], noise=2.0))[0]
    # AU-UK runs from 8 to 12 while UK-US runs from 13 to 9.
    assert "UK–US was the furthest pair in 3 of 5 repeats." in text


def test_one_repeat_has_no_spread():
    text = texts(frame([10.0, 20.0, 30.0], repeats=1))[0]
    assert "resampling spread" not in text
    assert text.endswith("There is one repeat, so it is not known how much another draw would move the distances.")


def test_two_groups_have_nothing_to_compare_with():
    two = Groups({"AU": "region", "UK": "region"})
    [text, _] = texts(frame([4.0], noise=1.0, groups=two), two)
    assert text == (
        "By the Sinkhorn divergence there is one pair, AU and UK (4.00; resampling spread, not a confidence "
        "interval: 3.10 to 4.90), and no other to compare it with."
    )


def test_unmeasured_distances_say_so():
    assert texts(frame([np.nan] * 3))[0] == "Sinkhorn divergence: not measured between regions."


def test_in_sample_distances_carry_their_warning_and_the_cross_fitted_one():
    both = pd.concat([frame([5.0, 6.0, 7.0], "lda"), frame([1.0, 1.5, 0.5], "lda_crossfit")])
    found = list(distance_findings(both, GROUPS))
    [caution] = [f.text for f in found if f.caution and f.text != LIMITS]
    assert caution == (
        "LDA centroid distance (in sample): noise alone puts the centroids apart, because the discriminant was fitted "
        "to the same texts. The regions are 6.00 apart on average in sample and 1.00 cross-fitted; read the latter."
    )
    [headline] = [f.text for f in found if f.headline]
    assert headline.startswith("By the LDA centroid distance (cross-fitted), AU and US")


def test_in_sample_distances_alone_say_that_the_noise_is_unknown():
    found = texts(frame([5.0, 6.0, 7.0], "lda_long"))
    assert any("so how much of it is noise is not known" in text for text in found)


def test_distances_are_compared_with_each_other():
    both = pd.concat([frame([1.0, 2.0, 3.0]), frame([6.0, 5.0, 4.0], "lda_crossfit"), frame([1.0] * 3, "energy")])
    assert texts(both)[3] == (
        "Over the pairs of regions, the Sinkhorn divergence has a rank correlation of −1.00 with the LDA centroid "
        "distance (cross-fitted) (a description, not a test)."
    )
