from __future__ import annotations

from dataclasses import asdict

import pandas as pd

from geobias.controls.repeated import Repeated
from geobias.report.sections.controls.words import CAUTION, control_findings, power_finding, repeat_findings

GAP = "gap[accuracy]"


def power(*shares, vetoed=0.0):
    fixed = {"low": 0.1, "high": 0.95, "runs": 20, "alpha": 0.05, "vetoed": vetoed}
    return pd.DataFrame({"shift": [place / 4 for place in range(len(shares))], "power": shares, **fixed})


def test_words_tell_the_middle_of_the_partitions_and_the_smallest_p(judged):
    controls = judged.tables["controls"].assign(q05=-0.4, q95=0.5, observed=0.55, pvalue=0.04)
    found = [finding.text for finding in control_findings(controls, GAP)]
    rest = (
        "lay between −0.40 and +0.50 in the middle 90\xa0%; the true groups have +0.55, p = 0.040 (smallest p "
        "attainable 0.010)."
    )
    assert found == [
        "In 99 random partitions of the same texts into groups of the same sizes, Spearman's ρ of Mahalanobis distance "
        f"of means (squared) and gap in accuracy, the relation declared beforehand, {rest}",
        f"In 99 random partitions of the same texts, the largest absolute Spearman's ρ of all relations {rest}",
        "In 99 random partitions of the same texts, Spearman's ρ of Sinkhorn divergence (excess over the noise floor) "
        f"and gap in accuracy {rest}",
        CAUTION,
    ]


def test_power_words_name_the_smallest_shift_that_is_found():
    assert power_finding(power(0.05, 0.5, 0.9)).text == (
        "A shift planted in 20 random partitions was found in 90.0\xa0% of them [10.0\xa0%, 95.0\xa0%] at 0.5 standard "
        "deviations, the smallest that 80\xa0% or more of them find."
    )
    assert power_finding(power(0.05, 0.5, 0.7)).text == (
        "A shift planted in 20 random partitions was found in 70.0\xa0% of them at most (at 0.5 standard deviations), "
        "so that a relation of such sizes can be missed."
    )


def test_a_shift_that_no_run_finds_is_said_so():
    text = power_finding(power(0, 0, 0, 0, 0).tail(1)).text
    assert text.startswith(
        "A shift planted in 20 random partitions was found in none of them (at 1 standard deviation), "
    )


def test_what_the_negative_control_stopped_is_said():
    text = power_finding(power(0.05, 0.6, vetoed=0.25)).text
    assert text.endswith(" In a further 25.0\xa0% the negative control alone stopped it.")


def repeated(x, y="", pair=("", ""), fate="goes away", repeat="training"):
    return Repeated(repeat, "spearman" if y else "mean", x, y, *pair, 0.8, 0.01, 0.1, 0.0, 0.3, 0.4, fate)


def told(*rows):
    frame = pd.DataFrame([asdict(row) | {"sentence": row.sentence} for row in rows])
    return [finding.text for finding in repeat_findings(frame)]


def test_what_is_done_anew_is_counted_and_what_goes_away_is_told_the_relations_first():
    texts = told(
        repeated("mahalanobis", pair=("au", "ca")),
        repeated("mahalanobis"),
        repeated("mahalanobis", GAP),
        repeated("energy", GAP, fate="stands"),
        repeated("energy", fate="not there", repeat="cleaning"),
    )
    numbers = "goes away when the texts that train come alike from all groups: from 0.8 (p = 0.010) to 0.1 (p = 0.400)."
    name = "Mahalanobis distance of means (squared)"
    assert texts == [
        "With training texts that come alike from all groups: of 4 relations, distances and gaps, 1 stands and 3 go "
        "away.",
        f"The relation of {name} and gap in accuracy {numbers}",
        f"{name} over all pairs of groups {numbers}",
        f"{name} between au and ca {numbers}",
        "With all groups cleaned alike and strictly: of 1 relation, distance or gap, none was found before or is found "
        "then.",
    ]
