from __future__ import annotations

import numpy as np

from geobias.report.estimates import signed
from geobias.report.sections.age_items import SECTION
from geobias.report.sections.age_items.figures import age_lines


def test_sentences_tell_what_moves_most_with_age(resonance_run, resonance_tables):
    frame = resonance_tables["age_items"]
    model, survey, _ = (finding.text for finding in SECTION.findings(resonance_run))
    for text, side in ((model, "model"), (survey, "survey")):
        part = frame[frame["side"] == side]
        young, old = (part[part["age"] == age].set_index("value") for age in ("20", "75"))
        change = old["mean"] - young["mean"]
        name = change.abs().idxmax()
        apart = (old["low"] > young["high"]) | (old["high"] < young["low"])
        clear = [value for value in change.index if apart[value]]
        assert f", {name} moves most, by {signed(change[name])}; " in text
        listed = f"{', '.join(clear[:-1])} and {clear[-1]}" if len(clear) > 1 else "".join(clear) or "none"
        assert text.endswith(f"intervals of both ages lie apart for {listed}.")


def test_lines_and_bands_are_those_of_the_table(resonance_tables):
    frame = resonance_tables["age_items"]
    first = age_lines(frame).axes[0]
    assert first.get_title(loc="left") == "religion"
    part = frame[(frame["value"] == "religion") & (frame["side"] == "model")]
    [line] = [line for line in first.lines if line.get_marker() == "o"]
    np.testing.assert_allclose(line.get_ydata(), part["mean"])
    band = first.collections[0].get_paths()[0].vertices[:, 1]
    assert (band.min(), band.max()) == (part["low"].min(), part["high"].max())


def test_withheld_means_leave_a_hole_and_say_so(make_resonance, resonance_tables):
    frame = resonance_tables["age_items"].copy()
    lost = (frame["side"] == "survey") & (frame["age"] == "75")
    frame.loc[lost, ["mean", "low", "high"]] = np.nan
    run = make_resonance({"age_items": frame})
    [table] = SECTION.tables(run)
    assert sum(row[3] == "too few" for row in table.rows) == 5
    line = next(line for line in age_lines(frame).axes[0].lines if line.get_marker() == "D")
    assert np.isnan(line.get_ydata()).tolist() == [False] * 5 + [True]


def test_without_the_table_or_with_one_age_there_is_no_figure(make_resonance, resonance_tables):
    frame = resonance_tables["age_items"]
    assert not list(SECTION.pictures(make_resonance({"age_items": frame[frame["age"] == "20"]})))
    run = make_resonance({"age_items": None})
    assert not [*SECTION.findings(run), *SECTION.pictures(run), *SECTION.tables(run)]
