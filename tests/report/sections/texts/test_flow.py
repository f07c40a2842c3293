from __future__ import annotations

import pandas as pd
import pytest
from matplotlib.patches import PathPatch

from geobias.report.groups import Groups
from geobias.report.sections.texts.flow import counts_flow, flow_table

GROUPS = Groups({"UK": "region", "NO": "region"})
COLUMNS = ["source", "group", "event", "reason", "count"]


def counts(*rows):
    return pd.DataFrame(rows, columns=COLUMNS)


def test_ribbons_carry_every_text_once():
    frame = counts(
        ("data/b.csv", "NO", "read", "records", 105),
        ("data/b.csv", "NO", "kept", "texts", 100),
        ("data/b.csv", "NO", "dropped", "no_text", 5),
        ("data/a.csv", "UK", "kept", "texts", 40),
        ("data/a.csv", "", "kept", "texts", 7),
        ("data/a.csv", "UK", "flagged", "repeated_text", 3),
    )
    flows = flow_table(frame, GROUPS)
    assert flows.to_dict("split")["data"] == [
        ["a.csv", "group", "UK", 40],
        ["b.csv", "group", "NO", 100],
        ["a.csv", "group", "no group", 7],
        ["b.csv", "dropped", "no text", 5],
    ]


def test_small_ends_share_one():
    rows = [(f"{i}.csv", "UK", "kept", "texts", 100 - i) for i in range(20)]
    rows += [(f"{i}.csv", "UK", "dropped", f"reason {i}", 50 - i) for i in range(15)]
    flows = flow_table(counts(*rows), GROUPS)
    assert flows["count"].sum() == sum(row[-1] for row in rows)
    assert set(flows["source"]) == {f"{i}.csv" for i in range(10)} | {"10 others"}
    assert flows.loc[flows["kind"] == "dropped", "target"].nunique() == 11


def test_figure_names_every_end_with_its_texts(usual):
    frame = usual.tables["counts"]
    figure = counts_flow(frame, usual.groups)
    texts = " | ".join(text.get_text() for text in figure.axes[0].texts)
    kept = frame[frame["event"] == "kept"].set_index("group")["count"]
    for name, value in kept.items():
        assert f"{name}  {value:,} (" in texts
    repeated = frame.loc[frame["reason"] == "repeated_text", "count"].sum()
    assert f"dropped: repeated text  {repeated:,} (" in texts
    assert len([patch for patch in figure.axes[0].patches if isinstance(patch, PathPatch)]) == 6 + 12


def test_repairs_and_flags_are_counted_below(usual):
    figure = counts_flow(usual.tables["counts"], usual.groups)
    frame = usual.tables["counts"]
    names = [label.get_text() for label in figure.axes[1].get_yticklabels()]
    assert set(names) == {"repaired: mojibake", "flagged: empty after cleaning", "flagged: in several groups"}
    widths = dict(zip(names, [patch.get_width() for patch in figure.axes[1].patches], strict=True))
    assert widths["repaired: mojibake"] == frame.loc[frame["reason"] == "mojibake", "count"].sum()
    assert f"{frame.loc[frame['event'] == 'kept', 'count'].sum():,} kept in groups" in figure.get_label()


@pytest.mark.parametrize("events", [["kept"], ["dropped"]])
def test_runs_that_only_keep_or_only_drop(events):
    figure = counts_flow(counts(*[("a.csv", "UK", event, "x", 1) for event in events]), GROUPS)
    assert len(figure.axes) == 1
