from __future__ import annotations

import numpy as np
import pandas as pd

from geobias.measures.scores import gaps
from geobias.report.groups import Groups
from geobias.report.sections.performance.words import LIMITS, performance_findings, task_finding
from geobias.tables import ScoreTable

GROUPS = Groups({"AU": "region", "UK": "region", "US": "region", "mixed": "pooled"})


def found(values, metric="accuracy", groups=GROUPS, with_gaps=True):
    """`values`: (models, groups)."""
    values = np.asarray(values, dtype=float)
    table = ScoreTable(tuple(f"m{i}" for i in range(len(values))), groups.names, {metric: values[:, None]})
    frame = gaps(table, metric).to_frame() if with_gaps else None
    return list(performance_findings(table.to_frame(), frame, groups))


def test_best_worst_and_largest_gap_are_of_regions():
    headline, spread, limits = found([[0.80, 0.70, 0.75, 0.99], [0.82, 0.72, 0.77, 0.10]])
    assert headline.headline
    assert headline.text == (
        "The accuracy is highest for AU (0.810) and lowest for UK (0.710). The largest gap between two regions is "
        "10.00 points, AU–UK."
    )
    # Standard deviations 0.01414 three times and 0.629 once.
    assert spread.text.startswith("In one group the accuracy of 2 models varies with a standard deviation of 0.315;")
    assert spread.text.endswith(
        "models that share training texts are not independent, so this is not a confidence interval."
    )
    assert (limits.text, limits.caution) == (LIMITS, True)


def test_one_model_says_that_its_spread_is_unknown():
    [_, spread, _] = found([[0.8, 0.7, 0.75, 0.9]])
    assert spread.text == "There is one model, so it is not known how much another training would change the scores."


def test_unmeasured_groups_are_named():
    text = found([[0.8, np.nan, 0.75, np.nan]])[0].text
    assert text.startswith(
        "The accuracy is highest for AU (0.800) and lowest for US (0.750). It was not measured for UK."
    )
    assert "The largest gap between two regions is 5.00 points, AU–US." in text


def test_nothing_measured_says_so():
    assert found([[np.nan] * 4])[0].text == "The accuracy was not measured for any region."


def test_equal_scores_have_no_best():
    assert found([[0.5] * 4], with_gaps=False)[0].text == "The accuracy is 0.500 for all regions."


def test_without_gaps_nothing_is_said_of_them(usual):
    findings = list(performance_findings(usual.tables["scores"], None, usual.groups))
    assert len(findings) == 6
    assert not any("gap" in finding.text for finding in findings)
    assert [f.headline for f in findings] == [True] + [False] * 5


def test_gap_of_another_metric_is_not_taken(usual):
    other = pd.DataFrame(usual.tables["gaps"]).query("quantity == 'gap[auc]'")
    texts = [f.text for f in performance_findings(usual.tables["scores"], other, usual.groups)]
    assert ["largest gap" in text for text in texts[:5]] == [False, False, True, False, False]


def test_the_positive_label_is_named_and_several_have_none():
    assert [found.text for found in task_finding("binary", ["no", "yes"])] == [
        "In the names of scores, pos is the label 'yes' and neg the label 'no'."
    ]
    (found,) = task_finding("multiclass", ["bad", "good", "so so"])
    assert found.text.startswith("The task tells 3 labels apart, none of them the positive one: bad, good and so so. ")
    assert list(task_finding("multilabel", ["a", "b", "c"])) == list(task_finding("none", [])) == []
