from __future__ import annotations

import numpy as np

from geobias.report.estimates import with_ends
from geobias.report.phrases import number
from geobias.report.sections.scorings import SECTION
from geobias.report.sections.scorings.figures import LOOKS, scoring_dots


def test_all_scorings_are_told_side_by_side(resonance_run, resonance_tables):
    fits = resonance_tables["nation_fits"]
    whole = fits[fits["nation"] == ""].to_dict("records")
    said = [finding.text for finding in SECTION.findings(resonance_run)]
    a, b, c = (f"{with_ends(row, 'rmse', number)} by {row['scoring']}" for row in whole)
    assert said[0] == f"Over all cells RMSE is {a}, {b} and {c}."
    nations = fits[fits["nation"] != ""]
    best = nations.loc[nations.groupby("nation")["rmse"].idxmin(), "scoring"].tolist()
    told = [f"{name} in {best.count(name)}" for name in ("both", "traditional", "secular")]
    assert said[1] == f"Of 3 nations RMSE is smallest by {told[0]}, {told[1]} and {told[2]}."
    [table] = SECTION.tables(resonance_run)
    assert len(table.rows) == 12


def test_a_mark_a_scoring(resonance_tables):
    fits = resonance_tables["nation_fits"]
    rmse = scoring_dots(fits).axes[0]
    for (_, marker), scoring in zip(LOOKS, ("both", "traditional", "secular"), strict=True):
        [dots] = [line for line in rmse.lines if line.get_marker() == marker]
        np.testing.assert_allclose(dots.get_xdata(), fits.loc[fits["scoring"] == scoring, "rmse"])
    own = fits[(fits["scoring"] == "both") & (fits["nation"] != "")].sort_values("rmse")["nation"]
    assert [label.get_text() for label in rmse.get_yticklabels()] == [*own, "all"]


def test_one_scoring_is_no_ablation(make_resonance, resonance_tables):
    fits = resonance_tables["nation_fits"]
    for frame in (fits[fits["scoring"] == "both"], None):
        run = make_resonance({"nation_fits": frame})
        assert not [*SECTION.findings(run), *SECTION.pictures(run), *SECTION.tables(run)]
