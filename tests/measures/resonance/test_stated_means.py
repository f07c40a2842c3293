"""Stated beside written: means and intervals equal to scipy's, agreement with its interval, and holes."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from geobias.corpora import cell_means, make_survey
from geobias.errors import InputError
from geobias.measures.resonance import (
    ResonanceScores,
    StatedScores,
    read_values,
    stated_agreement,
    stated_values,
)
from geobias.tables import StatedAgreementTable, StatedValueTable

VALUES = read_values()
NATIONS = ("Northland", "Lakeland", "Westland", "Midland", "Eastland", "Upland")
LEAN = dict(zip(NATIONS, np.linspace(-0.7, 0.7, 6), strict=True))
CELLS = [(age, sex) for age in ("20", "40", "60") for sex in ("man", "woman")]


@pytest.fixture(scope="module")
def sides():
    rng = np.random.default_rng(3)
    people = [(nation, *cell) for nation in NATIONS for cell in CELLS]
    lean = np.array([LEAN[nation] for nation, *_ in people]) + 0.1 * rng.standard_normal(len(people))
    places = np.clip(lean[:, None] + 0.1 * rng.standard_normal((len(people), 5)), -1, 1)
    fields = dict(zip(("nation", "age", "sex"), zip(*people, strict=True), strict=True))
    stated = StatedScores(VALUES, places, ("",) * len(people), fields)
    rows = np.repeat(np.arange(len(people)), 4)
    felt = lean[rows, None] + 0.5 * rng.standard_normal((2, len(rows), 5)) * np.array([1, -1])[:, None, None]
    labels = (felt > 0.4).astype(int) - (felt < -0.4)
    taken = {name: tuple(column[at] for at in rows) for name, column in fields.items()}
    prompt = tuple(str(at) for at in rows)
    written = ResonanceScores(VALUES, labels[0], -labels[1], prompt, np.tile(range(4), 36), ("",) * 144, taken)
    return stated, written


@pytest.fixture(scope="module")
def survey():
    made = make_survey(positions=LEAN, respondents=200, seed=1)
    names = [value.name for value in VALUES]
    return cell_means(made, ["nation"], items=[*names, "projection"])


def persona_means(written, values):
    """Of every persona, in the order of the stated ones, by a loop."""
    out = []
    for nation in NATIONS:
        for age, sex in CELLS:
            here = [
                at
                for at in range(len(written))
                if (written.fields["nation"][at], written.fields["age"][at], written.fields["sex"][at])
                == (nation, age, sex)
            ]
            out.append(values[here].mean(0))
    return np.array(out)


def test_means_and_intervals_are_those_of_t_tests_over_personas(sides, survey):
    stated, written = sides
    table = stated_values(stated, written, survey)
    assert len(table.rows) == 7 * 6
    texts = np.column_stack([persona_means(written, written.by_value()), persona_means(written, written.projection())])
    places = np.column_stack([stated.places, stated.projection()])
    for row in table.rows:
        at = [*(value.name for value in VALUES), ""].index(row.value)
        here = [k for k in range(36) if row.nation in ("", NATIONS[k // 6])]
        a, b = places[here, at], texts[here, at]
        paired = stats.ttest_rel(a, b)
        low, high = paired.confidence_interval(0.95)
        assert (row.stated, row.written) == pytest.approx((a.mean(), b.mean()))
        assert (row.difference_low, row.difference, row.difference_high) == pytest.approx((low, (a - b).mean(), high))
        one = stats.ttest_1samp(b, 0).confidence_interval(0.95)
        assert (row.written_low, row.written_high) == pytest.approx((one.low, one.high))
        assert (row.personas, row.n_stated, row.n_written) == (len(here), len(here), 4 * len(here))
        if row.nation:
            [cell] = [c for c in survey.rows if (c.nation, c.item) == (row.nation, row.value or "projection")]
            assert (row.survey, row.survey_error, row.n_survey) == (cell.mean, cell.se, cell.n)
        else:
            assert np.isnan(row.survey)


def test_agreement_is_scipys_over_nations_and_the_mean_z_over_cells(sides, survey):
    stated, written = sides
    table = stated_agreement(stated, written, survey)
    assert len(table.rows) == 3 * 6 + 6
    means = {(row.nation, row.value): row for row in stated_values(stated, written, survey).rows}
    for row in table.rows:
        if row.between == "nations":
            x, y = (
                [getattr(means[nation, row.value], side) for nation in NATIONS] for side in (row.side_a, row.side_b)
            )
            found = stats.pearsonr(x, y)
            ends = found.confidence_interval(0.95)
            assert (row.r, row.p, row.low, row.high) == pytest.approx((found.statistic, found.pvalue, *ends))
            assert row.spearman == pytest.approx(stats.spearmanr(x, y).statistic)
            assert (row.units, row.nations) == (6, 6)
    [row] = [row for row in table.rows if row.between == "cells" and not row.value]
    texts, places = persona_means(written, written.projection()), stated.projection()
    z = [np.arctanh(stats.pearsonr(places[6 * k : 6 * k + 6], texts[6 * k : 6 * k + 6])[0]) for k in range(6)]
    ends = stats.ttest_1samp(z, 0).confidence_interval(0.95)
    assert (row.r, row.low, row.high) == pytest.approx(np.tanh([np.mean(z), *ends]))
    assert row.p == pytest.approx(stats.ttest_1samp(z, 0).pvalue)
    assert (row.units, row.nations) == (36, 6)


def test_a_model_that_says_what_it_writes_agrees(sides, survey):
    rows = {
        (row.side_a, row.side_b, row.between): row for row in stated_agreement(*sides, survey).rows if not row.value
    }
    assert rows["stated", "written", "nations"].r > 0.9
    assert rows["written", "survey", "nations"].low > 0.5
    assert rows["stated", "written", "cells"].low > 0


def test_tables_go_to_files_and_back(sides, survey, tmp_path):
    for table, kind in (
        (stated_values(*sides, survey), StatedValueTable),
        (stated_agreement(*sides, survey), StatedAgreementTable),
    ):
        assert repr(kind.load(table.save(tmp_path / "t.csv")).rows) == repr(table.rows)
        assert len(table.summary().splitlines()) > 4


def test_personas_of_one_side_alone_are_counted_and_left_out(sides):
    stated, written = sides
    some = written.only(written.labels("nation") != "Upland")
    assert {row.nation for row in stated_values(stated, some).rows} == {*NATIONS[:5], ""}
    other = StatedScores(VALUES, stated.places, stated.design, {**stated.fields, "nation": ("Nowhere",) * 36})
    with pytest.raises(InputError) as error:
        stated_values(other, written)
    assert str(error.value) == (
        "what is stated and written must share a persona, but they have ('Nowhere', '20', 'man') and "
        "('Northland', '20', 'man'), for example. Ask both of the same ones."
    )
    with pytest.raises(InputError) as error:
        stated_values(StatedScores(VALUES, stated.places, stated.design), written)
    assert str(error.value) == (
        "both sides must have the field 'nation', but there are [] and ['nation', 'age', 'sex']. Ask both with it."
    )


def test_a_value_that_was_not_asked_leaves_no_projection(sides):
    stated, written = sides
    fewer = StatedScores(VALUES[:4], stated.places[:, :4], stated.design, stated.fields)
    table = stated_values(fewer, written)
    assert [row.value for row in table.rows[:5]] == ["religion", "autonomy", "abortion", "pride", ""]
    assert {row.note for row in table.rows if not row.value} == {"not all of its values have an item's question"}
    assert {row.note for row in table.rows if row.value} == {""}


def test_few_or_alike_nations_have_no_coefficient(sides):
    stated, written = sides
    some = written.only(np.isin(written.labels("nation"), NATIONS[:3]))
    notes = {row.note for row in stated_agreement(stated, some).rows if row.between == "nations"}
    assert notes == {"fewer than 4 nations"}
    alike = StatedScores(VALUES, np.ones_like(stated.places), stated.design, stated.fields)
    rows = stated_agreement(alike, written).rows
    assert {row.note for row in rows} == {"one side has one value for all"}
    assert all(np.isnan(row.r) for row in rows)
