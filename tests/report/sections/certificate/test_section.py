from __future__ import annotations

import numpy as np
import pytest

from geobias.report.sections.certificate import SECTION
from geobias.report.sections.certificate.rows import TURNED, pairs_of
from geobias.report.sections.certificate.words import LIMITS, pair_findings
from geobias.report.sides import estimate

TABLES = ("nation_differences", "nation_ranks", "nation_designs", "design_effects", "stability_components")


def texts(found):
    return [finding.text for finding in found]


def test_pairs_are_told_so_that_differences_are_positive(resonance_run, resonance_tables):
    rows, frame = pairs_of(resonance_run), resonance_tables["nation_differences"]
    assert (rows["difference"] > 0).all()
    assert rows.iloc[0][["group_a", "group_b"]].tolist() == ["Southland", "Northland"]
    [before] = frame[(frame["group_a"] == "Northland") & (frame["group_b"] == "Southland")].to_dict("records")
    after = rows.iloc[0]
    for name, source in TURNED.items():
        assert after[name] == -before[source]
    assert (after["least_design"], after["most_design"]) == (before["most_design"], before["least_design"])
    assert (after["low"] < after["difference"] < after["high"], after["least"] < after["most"]) == (True, True)


def test_sentences_have_the_numbers_of_the_tables(resonance_run, resonance_tables):
    rows = pairs_of(resonance_run)
    certified = rows[rows["verdict"] == "different"]
    counted, largest, *_ = said = texts(SECTION.findings(resonance_run))
    assert counted == "Of 3 pairs of nations over 7 designs, 2 are different and 1 is not separable."
    row = certified.iloc[0]
    assert largest.startswith(
        f"The largest certified difference: Southland over Northland, "
        f"{estimate(row['difference'], row['low'], row['high'])}; by single designs from "
    )
    ranks = resonance_tables["nation_ranks"].iloc[0]
    assert any(
        text.startswith(f"Most traditional on average is Southland ({estimate(*ranks[['mean', 'low', 'high']])}, rank ")
        for text in said
    )
    assert "Certified differences leave 1 of 3 nations a single rank: Northland." in said
    effects = resonance_tables["design_effects"]
    first = effects.loc[effects["share"].idxmax()]
    assert any(
        text.startswith(f"The design that moves single nations most is '{first['design']}'")
        and f"{first['nation']} by {estimate(first['by'], float('nan'), 0)}" in text
        for text in said
    )
    assert LIMITS in said


def test_pairs_with_a_small_p_that_are_not_certified_say_why(resonance_run):
    rows = pairs_of(resonance_run)
    near = rows.assign(verdict="not separable", p_holm=0.01, kept=[6, 7, 7], alpha=0.05)
    found = texts(pair_findings(near, headline=False))
    assert found[1] == (
        "3 further pairs have a small p over all designs and are not certified: 1 because a design turns the sign and "
        "2 because p is larger with one design left out."
    )


def test_few_designs_are_said_and_pairs_without_a_judge_too(resonance_run):
    rows = pairs_of(resonance_run)
    few = rows.assign(verdict="cannot be tested", lacking="so few designs", n_designs=3)
    assert next(pair_findings(few, headline=True)).text == (
        "Of 3 pairs of nations over 3 designs, 3 cannot be tested with so few designs."
    )
    unjudged = rows.assign(verdict="")
    assert next(pair_findings(unjudged, True)).text == "3 pairs of nations over 7 designs; none was judged."


def test_the_verdict_opens_the_page_and_else_the_count_does(make_resonance, resonance_run):
    assert not any(finding.headline for finding in SECTION.findings(resonance_run))
    assert [f.headline for f in SECTION.findings(make_resonance({"verdict": None}))].count(True) == 1


def test_tables_have_a_row_each(resonance_run):
    pairs, ranks, effects, components = SECTION.tables(resonance_run)
    assert [len(one.rows) for one in (pairs, ranks, effects, components)] == [3, 3, 7, 8]
    assert pairs.rows[0][:2] == ["Southland over Northland", "different"]
    assert ranks.rows[-1][0] == "Northland"
    assert all(len(row) == len(one.columns) for one in (pairs, ranks, effects, components) for row in one.rows)


@pytest.mark.parametrize("left", TABLES)
def test_each_table_alone_is_told(make_resonance, left):
    run = make_resonance({name: None for name in TABLES if name != left})
    made = [*SECTION.findings(run), *SECTION.pictures(run), *SECTION.tables(run)]
    assert made


def test_without_tables_there_is_nothing(make_resonance):
    run = make_resonance(dict.fromkeys(TABLES))
    assert not [*SECTION.findings(run), *SECTION.pictures(run), *SECTION.tables(run)]


def test_two_nations_have_no_ranks_to_draw(make_resonance, resonance_tables):
    ranks = resonance_tables["nation_ranks"]
    run = make_resonance({"nation_ranks": ranks[ranks["nation"] != "Midland"]})
    assert "nation-ranks" not in [picture.name for picture in SECTION.pictures(run)]


def test_differences_without_an_error_are_named_and_not_drawn(make_resonance, resonance_tables):
    lost = resonance_tables["nation_differences"].assign(
        difference=np.nan, low=np.nan, high=np.nan, p_holm=np.nan, verdict="not computed", note="nothing varies"
    )
    run = make_resonance({"nation_differences": lost})
    assert "certificate" not in [picture.name for picture in SECTION.pictures(run)]
    assert next(SECTION.tables(run)).rows[0][2] == "nothing varies"
