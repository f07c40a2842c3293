from __future__ import annotations

import numpy as np
import pytest

from geobias.report.estimates import signed, with_ends
from geobias.report.phrases import percent
from geobias.report.sections.statements import SECTION
from geobias.report.sections.statements.figures import mirroring_dots, waterfall


def said(run):
    return [finding.text for finding in SECTION.findings(run)]


def test_sentences_have_the_numbers_of_the_tables(resonance_run, resonance_tables):
    statements, mirroring = resonance_tables["statement_resonance"], resonance_tables["value_mirroring"]
    first, second, third, _ = said(resonance_run)
    last = statements.iloc[-1]
    assert first.startswith(
        f"Over {last['n']} answers to 36 prompts the statements add up to a mean projection of "
        f"{signed(last['reached'])}. Most is added by "
    )
    top = statements.loc[statements["contribution"].abs().idxmax()]
    assert f"{top['value']} ({signed(top['contribution'])}: {with_ends(top, 'resonance', percent)} resonate" in first
    whole = mirroring[mirroring["value"] == ""].iloc[0]
    assert f"{with_ends(whole, 'unmirrored', percent)} do not mirror" in second
    assert second.endswith(f"and {percent(whole['silent'])} are silent.")
    each = mirroring[mirroring["value"] != ""]
    worst = each.loc[each["contradictory"].idxmax()]
    assert third == f"Most contradictory are answers on {worst['value']}: {with_ends(worst, 'contradictory', percent)}."


def test_silence_is_a_warning_that_opens_the_page(make_resonance, resonance_tables):
    silent = resonance_tables["value_mirroring"].assign(silent=0.95, contradictory=0.0)
    run = make_resonance({"value_mirroring": silent})
    [warned] = [finding for finding in SECTION.findings(run) if finding.notice]
    assert (warned.text, warned.notice, warned.headline) == (
        "95.0\xa0% of pairs of an answer and a value are silent: projections rest on the few others.", "warning", True,
    )  # fmt: skip
    assert not any(text.startswith("Most contradictory") for text in said(run))


def test_the_waterfall_goes_from_0_to_the_mean_projection(resonance_tables):
    frame = resonance_tables["statement_resonance"]
    shares, steps = waterfall(frame).axes
    bars = steps.patches
    ends = [bar.get_x() + bar.get_width() for bar in bars]
    np.testing.assert_allclose(ends[:-1], frame["reached"])
    np.testing.assert_allclose([bar.get_x() for bar in bars[1:-1]], frame["reached"][:-1])
    assert bars[0].get_x() == 0
    assert (bars[-1].get_x(), ends[-1]) == (0, pytest.approx(frame["reached"].iloc[-1]))
    widths = np.array([bar.get_width() for bar in shares.patches])
    np.testing.assert_allclose(widths, [*100 * frame["resonance"], *-100 * frame["conflict"]])
    names = [label.get_text() for label in shares.get_yticklabels()]
    assert (names[0], names[5], names[-1]) == ("religion", "religion, inverted", "mean projection")


def test_mirroring_has_all_together_below(resonance_tables):
    frame = resonance_tables["value_mirroring"]
    [axes] = mirroring_dots(frame).axes
    assert [label.get_text() for label in axes.get_yticklabels()][-1] == "all"
    unmirrored, contradictory = axes.lines
    np.testing.assert_allclose(unmirrored.get_xdata(), 100 * frame["unmirrored"])
    np.testing.assert_allclose(contradictory.get_xdata(), 100 * frame["contradictory"])


@pytest.mark.parametrize(("left", "rows"), [("statement_resonance", 10), ("value_mirroring", 6)])
def test_each_table_alone_is_told(make_resonance, left, rows):
    run = make_resonance({name: None for name in ("statement_resonance", "value_mirroring") if name != left})
    [table] = SECTION.tables(run)
    assert len(table.rows) == rows
    assert all(len(row) == len(table.columns) for row in table.rows)
    assert len(list(SECTION.pictures(run))) == 1
    assert said(run)


def test_the_sum_opens_a_page_that_has_no_projections(make_resonance):
    assert next(iter(SECTION.findings(make_resonance({"projection_boxes": None})))).headline
