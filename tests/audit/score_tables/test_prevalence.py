"""Gaps of precision where groups have the same share of labels."""

import numpy as np
import pytest

from geobias.audit.score_tables import Confusions, prevalence_gaps


def behind(recalls, negatives):
    """Recalls of (neg, pos) by group; negatives of 200 by group; one model, one round."""
    values = {
        name: np.array([[[one[place] for one in recalls]]]) for place, name in enumerate(("recall_neg", "recall_pos"))
    }
    return Confusions(200, np.array([negatives], dtype=float), values)


def test_a_gap_of_prevalence_alone_goes():
    gaps = list(prevalence_gaps(behind([(0.8, 0.9), (0.8, 0.9)], [100, 60]), ("a", "b")))
    assert [gap.metric for gap in gaps] == ["precision_neg", "precision_pos"]
    for gap in gaps:
        assert gap.raw > 1
        assert gap.standardised == pytest.approx(0, abs=1e-9)
        assert gap.explained
    # Bayes by hand: 80 right and 10 wrong of 90 called negative, 48 and 14 of 62.
    assert gaps[0].raw == pytest.approx(100 * (80 / 90 - 48 / 62))


def test_a_gap_of_recalls_stays():
    gaps = list(prevalence_gaps(behind([(0.9, 0.9), (0.7, 0.7)], [100, 100]), ("a", "b")))
    for gap in gaps:
        assert gap.standardised == pytest.approx(gap.raw)
        assert not gap.explained


def test_groups_without_counts_are_left_out():
    assert list(prevalence_gaps(behind([(0.9, 0.9), (0.7, 0.7)], [100, np.nan]), ("a", "b"))) == []
