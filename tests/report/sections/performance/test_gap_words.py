from __future__ import annotations

from dataclasses import replace

from geobias.report.groups import Groups
from geobias.report.sections.performance.gap_words import LIMITS, gap_findings
from geobias.tables import GapInterval, GapIntervalTable

GROUPS = Groups({"AU": "region", "CA": "region", "UK": "region", "all": "pooled"})
PLAIN = GapInterval("accuracy", "AU", "CA", 164, -5.0, -8.0, -2.0, 2.0, 5.2, 3.2, 0.95, "pigeonhole")


def texts(*rows):
    return [finding.text for finding in gap_findings(GapIntervalTable(rows).to_frame(), GROUPS)]


def test_gaps_that_exclude_nothing_and_their_floor_are_told():
    weak = replace(PLAIN, group_b="UK", gap=1.0, low=-2.0, high=4.0, gap_at_m=1.8, excess=-0.2)
    assert texts(PLAIN, weak, replace(PLAIN, group_b="all", gap=30.0, low=28.0, high=32.0)) == [
        "Of 2 pairs of regions, 1 has a gap in accuracy whose 95\xa0% interval excludes 0; the largest is AU − CA, "
        "−5.00 points [−8.00, −2.00]. With 164 documents per group, two regions differ by 3.50 points on average and "
        "halves of one region by 2.00, the floor; 1 of 2 pairs lies above its floor.",
        LIMITS,
    ]


def test_no_clear_gap_is_said_so():
    text = texts(replace(PLAIN, low=-11.0, high=1.0))[0]
    assert text.startswith(
        "Of 1 pair of regions, none has a gap in accuracy whose 95\xa0% interval excludes 0. With 164"
    )


def test_no_pair_of_regions_has_no_words():
    assert not texts(replace(PLAIN, group_b="all"))


def test_verdicts_over_all_pairs_and_what_a_null_could_have_shown_are_told():
    rows = [
        replace(PLAIN, verdict="different", margin=5.0, detectable=2.0),
        replace(PLAIN, group_b="UK", verdict="not separable", margin=5.0, detectable=4.0),
        replace(PLAIN, group_a="CA", group_b="UK", verdict="cannot be tested", lacking="so few samples", margin=5.0),
    ]
    assert (
        "Corrected for all pairs, 1 is different, 1 is not separable and 1 cannot be tested with so few samples, with "
        "a margin of 5.00 points; where none was found, one of 4.00 points would have been found in 80\xa0% of cases."
    ) in texts(*rows)[0]


def test_no_gap_beyond_100_points_is_said_to_be_found():
    null = replace(PLAIN, verdict="not separable", margin=5.0, p=0.3, detectable=float("nan"))
    rows = [null, replace(null, group_b="UK", detectable=40.0)]
    assert (
        "one of 40.00 points would have been found in 80\xa0% of cases, and in 1 pair no gap could have been found."
    ) in texts(*rows)[0]
    assert "; where none was found, no gap could have been found, not even one of 100 points." in texts(null)[0]
