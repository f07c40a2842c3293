from __future__ import annotations

import pandas as pd
import pytest

from geobias.report.sections.relations.noise import interval_of, limit_of, reliability_findings, reliability_sentence
from geobias.tables import Reliability, ReliabilityTable

NAN = float("nan")
FRAME = ReliabilityTable(
    (
        Reliability("energy", "spearman", 6, 0.9, 0.8, 0.95, splits=50),
        Reliability("gap[auc]", "spearman", 6, -0.1, -0.4, 0.2, splits=50),
        Reliability("energy", "pearson", 6, 0.7, splits=50),
    )
).to_frame()


def test_the_tables_of_the_told_relations_are_named_from_the_most_reliable_on():
    assert [finding.text for finding in reliability_findings(FRAME)] == [
        "Reliability of the tables, 1 at most: energy distance 0.90 [0.80, 0.95] and gap in AUC −0.10 [−0.40, 0.20]. "
        "That at or below 0 would order the pairs otherwise with other texts."
    ]
    chosen = pd.DataFrame({"x": ["energy"], "y": ["gap[f1]"], "coefficient": ["pearson"]})
    [finding] = reliability_findings(FRAME, chosen)
    assert finding.text == "Reliability of the tables, 1 at most: energy distance 0.70."
    assert not list(reliability_findings(FRAME.assign(value=NAN)))


@pytest.mark.parametrize(
    ("ceiling", "words"),
    [
        (0.264, "tables as noisy as these show a coefficient of at most 0.26 on average"),
        (0.0, "tables as noisy as these show no relation on average"),
        (NAN, ""),
    ],
)
def test_the_most_that_noisy_tables_show(ceiling, words):
    assert limit_of({"ceiling": ceiling}) == words


def test_what_is_not_known_is_not_said():
    assert interval_of({}) == reliability_sentence({}) == limit_of({}) == ""
    row = {"reliability_x": 0.5, "reliability_y": -0.1, "corrected": NAN}
    assert reliability_sentence(row) == " The reliability of the first table is 0.50, that of the second −0.10."
