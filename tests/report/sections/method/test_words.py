from __future__ import annotations

from dataclasses import replace

from geobias.report.run import read_run
from geobias.report.sections.method.words import SEQUENTIAL, method_findings
from geobias.stats import RISK


def test_method_speaks_of_what_the_run_has(usual, make_run):
    assert not list(method_findings(usual))
    spoken = [found.text for found in method_findings(read_run(make_run(judged=True, task="none")))]
    assert [text.split(".")[0] for text in spoken] == [
        "Differences", "Size", "Floor and excess", "Interval and permutation",
    ]  # fmt: skip


def test_stopping_is_told_of_where_it_was_asked_for(usual):
    sequential = replace(usual, record={**usual.record, "config": {"stopping": "sequential"}})
    assert [found.text for found in method_findings(sequential)] == [SEQUENTIAL]
    assert f"one case of {1 / RISK:.0f}".replace("1000", "a thousand") in SEQUENTIAL
    fixed = replace(usual, record={**usual.record, "config": {"stopping": "fixed"}})
    assert not list(method_findings(fixed))
