from __future__ import annotations

from geobias.report.run import read_run
from geobias.report.sections.method.words import method_findings


def test_method_speaks_of_what_the_run_has(usual, make_run):
    assert not list(method_findings(usual))
    spoken = [found.text for found in method_findings(read_run(make_run(judged=True, task="none")))]
    assert [text.split(".")[0] for text in spoken] == [
        "Differences", "Size", "Floor and excess", "Interval and permutation",
    ]  # fmt: skip
