from __future__ import annotations

import numpy as np

from geobias.measures.etiquette import EtiquetteAnswers, EtiquetteSettings, region_gaps
from geobias.relations import answer_region_gaps, judge_gaps
from geobias.tables import DIFFERENT, GapIntervalTable

QUICK = EtiquetteSettings(metrics=("accuracy",), replicates=99, splits=5)


def gaps(right: dict[str, float], silent: float = 0.0) -> GapIntervalTable:
    """Of 200 statements of each region, of which a share is right, with some not answered in the first."""
    regions = np.repeat(np.array([*right], dtype=object), 200)
    truth = np.resize([1, -1], len(regions))
    share = np.array([right[name] for name in regions])
    said = np.where(np.resize(np.arange(200), len(regions)) < 200 * share, truth, -truth)
    said[: int(200 * silent)] = 0
    blank = np.full(len(regions), "", dtype=object)
    answers = EtiquetteAnswers(truth, said, regions, blank, np.arange(len(regions)), blank, "m")
    return judge_gaps(region_gaps(answers, QUICK), ())


def test_a_model_is_asked_of_accuracy_abstentions_and_coverage():
    found = answer_region_gaps({"m": gaps({"a": 0.9, "b": 0.4}, silent=0.5)})
    assert [(row.family, row.word) for row in found.rows] == [
        ("gap[accuracy]", DIFFERENT), ("gap[accuracy_all]", found.rows[1].word), ("gap[coverage]", DIFFERENT),
    ]  # fmt: skip
    assert [row.question for row in found.rows] == [
        "Is 'm' right more often about some regions than about others?",
        "Is 'm' right more often about some regions where no answer counts as a wrong one?",
        "Does 'm' answer more often about some regions than about others?",
    ]


def test_of_several_models_each_has_questions_of_its_own_and_what_was_not_judged_none():
    one = gaps({"a": 0.9, "b": 0.4})
    only = GapIntervalTable(tuple(row for row in one.rows if row.metric == "accuracy"))
    found = answer_region_gaps({"m": only, "n": only, "o": GapIntervalTable(())})
    assert [row.family for row in found.rows] == ["gap[accuracy], m", "gap[accuracy], n"]
    assert {row.word for row in found.rows} == {DIFFERENT}
