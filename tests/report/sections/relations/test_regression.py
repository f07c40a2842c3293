from __future__ import annotations

import numpy as np
import pandas as pd

from geobias.report.sections.relations.regression import regression_findings, regression_table


def test_every_term_stands_with_its_tests(judged):
    frame = judged.tables["regression"]
    table = regression_table(frame)
    assert [row[1] for row in table.rows] == [
        "Sinkhorn divergence (excess over the noise floor)",
        "difference in length",
        "energy distance",
        "difference in length",
    ]
    cells = dict(zip(table.columns, table.rows[0], strict=True))
    row = frame.iloc[0]
    assert cells["p QAP"] == f"{row['p_qap']:.3f}"
    assert (cells["residual df"], cells["smallest p"]) == ("12", "0.0014")
    assert cells["p OLS (anti-conservative)"] == f"{row['p_ols']:.3f}"
    assert not table.folded
    assert regression_table(frame.assign(note="2 groups left out")).rows[0][-1] == "2 groups left out"


def test_distances_are_told_with_what_is_taken_into_account(judged):
    frame = judged.tables["regression"].assign(standardised=0.31, p_qap=0.2)
    found = [finding.text for finding in regression_findings(frame, "gap[accuracy]")]
    assert found[0] == (
        "Sinkhorn divergence (excess over the noise floor) with difference in length taken into account: the "
        "standardised coefficient for the gap in accuracy is +0.31, p = 0.200 by double semi-partialling over 6 groups "
        "(smallest p attainable is 0.0014), with 12 residual degrees of freedom."
    )
    assert len(found) == 2
    assert found[1].startswith("Energy distance with difference in length taken")


def test_the_main_gap_is_told_at_one_size_where_it_is_not_first(judged):
    frame = judged.tables["regression"]
    first = frame.assign(response="gap_at_m[auc]")
    both = pd.concat([first, frame.assign(response="gap_at_m[accuracy]", standardised=0.5)])
    assert all("gap in accuracy at one size is +0.50" in one.text for one in regression_findings(both, "gap[accuracy]"))


def test_without_the_main_gap_the_first_response_is_told(judged):
    frame = judged.tables["regression"]
    assert len(list(regression_findings(frame, "gap[other]"))) == 2
    assert not list(regression_findings(frame.assign(standardised=np.nan), "gap[accuracy]"))
