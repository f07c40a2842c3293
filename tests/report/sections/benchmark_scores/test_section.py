from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from geobias.measures.etiquette import EtiquetteSettings, GradedAnswers, graded_scores
from geobias.report.run import Run
from geobias.report.sections.benchmark_scores import SECTION


@pytest.mark.parametrize(
    ("known", "said"),
    [
        (("Japan", "Kenya"), ["The interval of 1 of 2 groups holds what was planted; that of Kenya does not."]),
        (("Japan",), ["The interval of 1 of 1 group holds what was planted."]),
        ((), []),
    ],
)
def test_what_was_planted_is_asked_of_the_groups_that_it_is_known_of(known, said):
    losses = np.tile([0.0, 1.0], 20)
    groups = np.repeat(np.array(["Japan", "Kenya"], dtype=object), 20)
    blank = np.full(40, "", dtype=object)
    answers = GradedAnswers(losses, groups, blank, np.arange(40), blank, "m")
    scores = graded_scores(answers, EtiquetteSettings(replicates=50, splits=2)).to_frame()
    truth = {"Japan": {"accuracy": 0.5}, "Kenya": {"accuracy": 0.99}}
    record = {"benchmark": {"measure": "accuracy"}, "planted": {"region": {name: truth[name] for name in known}}}
    run = Run(Path(), record, {"benchmark_scores": scores})
    found = [finding.text for finding in SECTION.findings(run)]
    assert [text for text in found if "planted" in text] == said
    assert [picture.name for picture in SECTION.pictures(run)] == ["benchmark-regions"]
