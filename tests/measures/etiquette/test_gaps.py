"""Gaps of regions: found where planted, judged by the one judge, and not made by abstentions alone."""

import numpy as np
import pytest

from geobias.measures.etiquette import GAP_METRICS, EtiquetteSettings, etiquette_scores, region_gaps
from geobias.relations import DIFFERENT, gap_verdict, judge_gaps
from tests.measures.etiquette.conftest import make_answers

QUICK = EtiquetteSettings(metrics=("accuracy",), replicates=400, splits=20)


@pytest.fixture(scope="module")
def planted():
    made = make_answers(600, seed=3, accuracy={"west": 0.55}, silent=0.1)
    return made, judge_gaps(region_gaps(made, QUICK), ())


def test_a_planted_gap_is_found_and_no_other(planted):
    _, gaps = planted
    assert tuple(dict.fromkeys(row.metric for row in gaps.rows)) == GAP_METRICS
    words = {(row.metric, row.group_a, row.group_b): row.verdict for row in gaps.rows}
    for metric in ("accuracy", "accuracy_all"):
        found = {(a, b) for (of, a, b), word in words.items() if of == metric and word == DIFFERENT}
        assert all("west" in pair for pair in found)
        assert len(found) == 2
    assert not any(word == DIFFERENT for (of, *_), word in words.items() if of == "coverage")
    assert gap_verdict(gaps, "accuracy").word == DIFFERENT


def test_a_gap_is_the_difference_of_the_scores(planted):
    made, gaps = planted
    scores = etiquette_scores(made, QUICK)
    for row in gaps.rows:
        metric, counted = {
            "accuracy": ("accuracy", "answered"),
            "accuracy_all": ("accuracy", "abstentions wrong"),
            "coverage": ("coverage", ""),
        }[row.metric]
        a, b = (scores.one(metric, counted, region).value for region in (row.group_a, row.group_b))
        assert row.gap == pytest.approx(100 * (a - b), abs=1e-4)
        assert row.low <= row.gap <= row.high
        assert row.p <= row.p_max


def test_silence_in_one_region_is_a_gap_of_coverage():
    made = make_answers(600, seed=5, silent=0.0)
    quiet = (made.regions == "south") & (np.random.default_rng(0).random(600) < 0.4)
    made = make_answers(600, seed=5, silent=0.0, said=np.where(quiet, 0, made.said).astype(np.int8))
    gaps = judge_gaps(region_gaps(made, QUICK), ())
    found = {(row.metric, row.group_a, row.group_b) for row in gaps.rows if row.verdict == DIFFERENT}
    assert {metric for metric, *_ in found} == {"accuracy_all", "coverage"}
    assert all("south" in pair for _, *pair in found)
