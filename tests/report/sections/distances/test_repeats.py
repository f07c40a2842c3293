from __future__ import annotations

import pandas as pd

from geobias.report.sections.distances.repeats import spread_finding, spread_table


def test_spread_is_called_a_description(judged):
    table = spread_table(judged.tables["spread"])
    assert table.title == "Resampling spread of the repeats (standard deviations; a description, not an interval)"
    assert len(table.rows) == 28
    assert table.rows[0][-1].endswith("\xa0%")


def spread(**values):
    columns = ["quantity", "group_a", "group_b", "total", "between", "within", "intraclass"]
    return pd.DataFrame([("sinkhorn", "AU", "CA", 0.5, 0.4, 0.3, values.get("intraclass", 0.5))], columns=columns)


def test_repeats_of_one_outer_sample_are_worth_less_than_they_are_many():
    [finding] = spread_finding(spread(), {"sinkhorn": 100}, {"outer": 10, "inner": 10})
    assert finding.text == (
        "By the Sinkhorn divergence 50.0\xa0% of the variance lies between outer samples, so that its 100 repeats are "
        "worth about 18.18 independent ones. This resampling spread describes the repeats; it is no interval for a "
        "distance."
    )


def test_without_the_plan_the_spread_is_only_described():
    [finding] = spread_finding(spread(), {}, {})
    assert "lies between outer samples. This resampling spread" in finding.text
    assert not list(spread_finding(spread(intraclass=float("nan")), {}, {}))
