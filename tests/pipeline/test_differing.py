"""Differences of a study: of comparable groups by their units, with the rows that the answer goes by marked."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from geobias.corpora import Corpus, make_synthetic
from geobias.measures.differences import DifferenceSettings
from geobias.pipeline.differing import measure_differences, unit_groups
from geobias.pipeline.session import Session
from geobias.sampling import Units
from geobias.studies.regional import RegionalSettings
from geobias.tables import PAIR, PLACEBO

QUICK = DifferenceSettings(statistics=("energy",), permutations=99)
ADJUSTED = "length, label"


@pytest.fixture(scope="module")
def session() -> Session:
    return Session.unkept(RegionalSettings.build({"progress": False, "workers": 1}))


@pytest.fixture(scope="module")
def regions() -> Corpus:
    return make_synthetic(documents=60, baseline_documents=100, regions=["au", "uk", "us"], seed=3)


@pytest.fixture(scope="module")
def materials(prepared, regions, narrow):
    return prepared(regions, narrow, separation={"methods": []})


@pytest.fixture(scope="module")
def embeddings(materials, embedded, narrow):
    return embedded(materials, narrow)


@pytest.fixture(scope="module")
def found(materials, embeddings, session):
    return measure_differences(materials, embeddings, QUICK, session)


def test_units_are_authors_whose_texts_count(materials, embeddings):
    groups, rows = unit_groups(materials, embeddings, clouds=False)
    look_up = embeddings.vectors(materials.corpus)
    for name, group in groups.items():
        assert materials.units.counted[rows[name]].all()
        authors = [set(materials.corpus.attributes["cluster"][rows[name][unit]]) for unit in group.units]
        assert all(len(author) == 1 for author in authors)
        assert len(set.union(*authors)) == len(group)
        assert np.array_equal(group.vectors, look_up(rows[name]))
        assert group.clouds is None


def test_a_group_of_few_units_and_a_copied_text_take_no_part(materials, embeddings):
    units = materials.units
    au, uk = (materials.pools.rows[name] for name in ("au", "uk"))
    of_text, counted = units.of_text.copy(), units.counted.copy()
    of_text[au] = np.arange(len(au)) % 7
    counted[uk[:10]] = False
    changed = replace(materials, units=Units(of_text, counted))
    groups, rows = unit_groups(changed, embeddings, clouds=False)
    assert "au" not in groups
    assert not set(rows["uk"]) & set(uk[:10])


def test_the_rows_are_pairs_as_they_are_pairs_adjusted_and_placebos_of_regions(found, materials):
    of = {(compared, adjusted): [] for compared, adjusted in {(row.compared, row.adjusted) for row in found.rows}}
    for row in found.rows:
        of[row.compared, row.adjusted].append(row)
    assert {key: len(rows) for key, rows in of.items()} == {
        (PAIR, ""): 6, (PAIR, ADJUSTED): 3, (PLACEBO, ""): 3, (PLACEBO, "length"): 3,
    }  # fmt: skip
    assert all(np.isnan(row.p_max) == ("baseline" in (row.group_a, row.group_b)) for row in of[PAIR, ""])
    assert "baseline" not in {row.group_a for row in of[PAIR, ADJUSTED]}
    assert found.details["permutations"] == 99


@pytest.mark.parametrize(("adjusted", "decisive"), [("never", ""), ("always", ADJUSTED)])
def test_the_answer_goes_by_the_rows_that_are_asked_for(materials, embeddings, session, adjusted, decisive):
    rows = measure_differences(materials, embeddings, replace(QUICK, adjusted=adjusted), session).rows
    marked = [row for row in rows if row.decisive]
    assert {(row.compared, row.adjusted) for row in marked} == {(PAIR, decisive)}
    assert len(marked) == sum((row.compared, row.adjusted) == (PAIR, decisive) for row in rows)


def test_by_default_adjusted_rows_decide_where_the_audit_warns_of_what_they_adjust(materials, embeddings, session):
    tokens = materials.statistics.tokens.copy()
    tokens[materials.pools.rows["uk"]] *= 2  # as the audit sees them
    longer = replace(materials, statistics=replace(materials.statistics, tokens=tokens))
    labels = materials.corpus.labels.copy()
    labels[materials.pools.rows["uk"]] = 1
    happier = replace(materials, corpus=replace(materials.corpus, labels=labels))
    settings = {name: replace(QUICK, adjust=(name,), placebo=False) for name in ("length", "label")}
    for made, name, decisive in ((materials, "length", ""), (longer, "length", "length"), (happier, "length", "")):
        rows = measure_differences(made, embeddings, settings[name], session).rows
        assert {row.adjusted for row in rows if row.decisive} == {decisive}
    rows = measure_differences(happier, embeddings, settings["label"], session).rows
    assert {row.adjusted for row in rows if row.decisive} == {"label"}


def test_without_statistics_or_two_regions_there_is_nothing(materials, embeddings, session):
    assert measure_differences(materials, embeddings, replace(QUICK, statistics=()), session).rows == ()
    alone = replace(materials, units=Units(np.zeros(len(materials.corpus), np.int64), materials.units.counted))
    assert measure_differences(alone, embeddings, QUICK, session).rows == ()


def test_a_corpus_without_labels_is_not_adjusted_for_them(materials, embeddings, session):
    unlabelled = replace(materials, corpus=replace(materials.corpus, labels=None, label_names=()))
    settings = replace(QUICK, adjust=("label",), adjusted="always")
    rows = measure_differences(unlabelled, embeddings, settings, session).rows
    assert {(row.compared, row.adjusted, row.decisive) for row in rows} == {(PAIR, "", True)}


def test_without_adjustment_there_are_no_matched_rows_and_no_placebos(materials, embeddings, session):
    rows = measure_differences(materials, embeddings, replace(QUICK, adjust=()), session).rows
    assert {(row.compared, row.adjusted, row.decisive) for row in rows} == {(PAIR, "", True)}


def test_the_same_seed_gives_the_same_on_any_number_of_threads(found, materials, embeddings, session):
    assert measure_differences(materials, embeddings, QUICK, replace(session, workers=3)) == found


def test_many_regions_are_compared_once_and_that_is_said(materials, embeddings, monkeypatch):
    monkeypatch.setattr("geobias.pipeline.differing.MANY_REGIONS", 2)
    session = Session.unkept(RegionalSettings.build({"progress": False, "workers": 1}))
    told: list[str] = []
    monkeypatch.setattr(Session, "notice", lambda self, *sentences: told.extend(sentences))
    chosen = replace(QUICK, statistics=("energy", "sinkhorn"))
    rows = measure_differences(materials, embeddings, chosen, session).rows
    assert {(row.compared, row.adjusted) for row in rows} == {(PAIR, "")}
    assert all(np.isnan(row.p_sinkhorn) and row.p_energy > 0 for row in rows)
    assert told == [
        "With 3 regions differences are tested as the groups are, on 300 units a group at most, without Sinkhorn "
        "divergences: not adjusted, and without a placebo."
    ]
