from __future__ import annotations

import numpy as np

from geobias.report.groups import Groups
from geobias.report.sections.training_mix.words import composition_findings, composition_table

GROUPS = Groups({"AU": "region", "NO": "region", "UK": "region"})


def test_the_table_has_a_row_a_region_and_share(effects):
    table = composition_table(effects, GROUPS)
    assert len(table.rows) == 9
    assert [row[4] for row in table.rows[::3]] == ["–"] * 3
    assert list(table.rows[8]) == [
        "UK", "0\xa0%", "0\xa0%", "0.770 (0.750 to 0.850)", "−3.0 (−4.5 to −1.5)", "−3.0 (−5.0 to −1.0)",
    ]  # fmt: skip


def test_words_name_the_region_that_loses_most(effects):
    finding, limits = composition_findings(effects)
    assert finding.text == (
        "With no text of its own in training, at the same number of texts, the accuracy of UK changes by −3.0 points "
        "(95\xa0% interval −4.5 to −1.5), the lowest of 3 regions; for 2 of 3 the interval excludes 0."
    )
    assert limits.caution
    some = effects[effects["share"] > 0]
    assert next(iter(composition_findings(some))).text.startswith("With 50\xa0% of its own texts")
    assert not list(composition_findings(effects.assign(value=np.nan)))
