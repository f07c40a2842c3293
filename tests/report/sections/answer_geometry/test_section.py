from __future__ import annotations

import numpy as np
import pytest

from geobias.report.estimates import chance, signed
from geobias.report.sections.answer_geometry import SECTION


def said(run):
    return [finding.text for finding in SECTION.findings(run)]


def test_sentences_have_the_numbers_of_the_tables(make_resonance, geometry_tables):
    distances, relations = geometry_tables["answer_distances"], geometry_tables["answer_relations"]
    apart, related, _ = said(make_resonance(geometry_tables))
    row = distances.loc[distances["excess"].idxmax()]
    different = int((distances["verdict"] == "different").sum())
    assert apart.startswith(f"Energy distance: of 3 pairs of nations {different} ")
    assert apart.endswith(f" Furthest apart: {row['group_a']} and {row['group_b']}, {chance(row['p_holm'], 'Holm p')}.")
    told = relations.iloc[0]
    assert related.startswith(
        f"Energy distance and difference of respondents' means: Spearman's ρ {signed(told['statistic'])}, "
        f"{chance(told['p_qap'])}, {told['verdict']}."
    )


def test_a_note_on_what_could_be_found_stands_behind_the_relation(make_resonance, geometry_tables):
    noted = geometry_tables["answer_relations"].assign(note="3 pairs of 3 nations find none")
    found = said(make_resonance(geometry_tables | {"answer_relations": noted}))
    assert found[1].endswith(". 3 pairs of 3 nations find none.")


def test_distances_and_pairs_are_drawn(make_resonance, geometry_tables):
    pictures = {one.name: one.figure for one in SECTION.pictures(make_resonance(geometry_tables))}
    assert list(pictures) == ["answer-distances", "answers-and-people"]
    dots = [line.get_xdata() for line in pictures["answer-distances"].axes[0].lines if line.get_marker() == "o"]
    np.testing.assert_allclose(dots[0], sorted(geometry_tables["answer_distances"]["excess"]))
    assert pictures["answers-and-people"].axes[0].get_ylabel() == "difference of respondents' means"


def test_distances_with_a_floor_are_drawn_beside_it(make_resonance, geometry_tables):
    floored = geometry_tables["answer_distances"].assign(floor=0.1, floor_a=0.1, floor_b=0.1, m=6)
    pictures = [one.name for one in SECTION.pictures(make_resonance(geometry_tables | {"answer_distances": floored}))]
    assert pictures[0] == "answer-floors"


def test_two_nations_have_nothing_to_relate(make_resonance, geometry_tables):
    one = geometry_tables["answer_distances"][:1]
    run = make_resonance(geometry_tables | {"answer_distances": one, "answer_relations": None})
    assert [picture.name for picture in SECTION.pictures(run)] == ["answer-distances"]
    assert len(said(run)) == 2


@pytest.mark.parametrize(("left", "tables"), [("answer_distances", 1), ("answer_relations", 1), (None, 0)])
def test_each_table_alone_is_told_and_none_is_nothing(make_resonance, geometry_tables, left, tables):
    run = make_resonance({name: frame for name, frame in geometry_tables.items() if name == left})
    made = list(SECTION.tables(run))
    assert len(made) == tables
    assert all(len(row) == len(one.columns) for one in made for row in one.rows)
    assert bool([*SECTION.findings(run), *SECTION.pictures(run)]) == bool(tables)
