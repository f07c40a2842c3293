from __future__ import annotations

import numpy as np
import pandas as pd

from geobias.report.sections.representation.words import OWN, representation_findings, representation_table


def test_tests_with_own_texts_in_and_out_are_told(judged):
    tests = judged.tables["representation_tests"]
    tests = tests[tests["quantity"] == "sinkhorn"].assign(statistic=[-0.83, -0.43], pvalue=[0.058, 0.42])
    assert [finding.text for finding in representation_findings(judged.tables["representation"], tests)] == [
        "Sinkhorn divergence: over 6 regions, Spearman's ρ of the share among the texts that train and the distance "
        "from the reference set is −0.83 with own texts left in (p = 0.058) and −0.43 with own texts left out (p = "
        "0.420) (smallest p attainable 0.0028).",
        OWN,
    ]


def test_without_tests_both_are_described(judged):
    found = [finding.text for finding in representation_findings(judged.tables["representation"], None)]
    assert len(found) == 2
    assert "the distance from the reference set (own texts left in) of " in found[0]
    assert found[1].endswith("(a description, not a test).")


def test_a_test_that_has_no_value_gives_its_reason(judged):
    tests = judged.tables["representation_tests"]
    lost = tests["quantity"] == "sinkhorn"
    tests = tests.assign(
        statistic=np.where(lost, np.nan, tests["statistic"]), note=np.where(lost, "fewer than 3 groups", "")
    )
    found = [finding.text for finding in representation_findings(judged.tables["representation"], tests)]
    assert found[0] == "Sinkhorn divergence: share and distance cannot be related (fewer than 3 groups)."


def test_table_has_every_test(judged):
    table = representation_table(judged.tables["representation_tests"])
    assert [row[1] for row in table.rows] == ["left in", "left out"] * 2
    assert table.columns[2] == "Spearman's ρ"


def test_share_and_distance_are_described_over_regions():
    shares = pd.DataFrame(
        {
            "group": [*"abcd"] * 2,
            "share": [0.1, 0.2, 0.3, np.nan] * 2,
            "quantity": ["sinkhorn"] * 4 + ["lda_crossfit"] * 4,
            "distance": [9.0, 8.0, 7.0, 1.0, 1.0, 3.0, 2.0, 1.0],
        }
    )
    assert [finding.text for finding in representation_findings(shares, None)] == [
        "Over 3 regions, the share among the texts of the reference set has a rank correlation with the distance from "
        "the reference set of −1.00 by the Sinkhorn divergence and +0.50 by the LDA centroid distance (cross-fitted) "
        "(a description, not a test)."
    ]
