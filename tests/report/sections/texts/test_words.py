from __future__ import annotations

import pandas as pd

from geobias.report.run import read_run
from geobias.report.sections.texts.words import text_findings


def test_nothing_dropped_is_not_spoken_of(make_run):
    run = read_run(make_run(task="none", changes={"counts": lambda frame: frame[frame["event"] == "kept"]}))
    kept = run.tables["counts"]["count"].sum()
    assert (
        next(text_findings(run)).text == f"All {kept:,} texts read were kept, for 6 regions, beside mixed and baseline."
    )


def test_texts_of_groups_that_are_left_out_are_not_counted_among_the_regions(make_run):
    def added(frame):
        more = [{"group": "NZ", "role": "left out", "read": 1000}, {"group": "", "role": "no group", "read": 7}]
        return pd.concat([frame, pd.DataFrame(more)])

    told = next(text_findings(read_run(make_run(task="none", changes={"groups": added})))).text
    assert told.endswith(" Of those read, 1,000 are in groups that are left out and 7 are in no group.")
