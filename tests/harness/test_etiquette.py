"""The task of etiquette: every limit has some of all cells, and its numbers are those of the study's measures."""

from collections import Counter

import numpy as np
import pytest

from geobias.corpora import load_etiquette
from geobias.harness import etiquette
from geobias.measures.etiquette import EtiquetteAnswers, etiquette_scores, region_gaps
from geobias.models.prompting import find_prompt_file
from geobias.relations import DIFFERENT, judge_gaps
from geobias.sampling import near_duplicate_families
from geobias.studies.etiquette import EtiquettePlan
from geobias.tables import ANSWERED


@pytest.fixture(scope="module")
def statements():
    return load_etiquette()


@pytest.fixture(scope="module")
def docs():
    return list(etiquette.documents(version=1.0)["test"])


@pytest.fixture(scope="module")
def records(docs):
    """As the harness has them of a model that is right more often about some regions, and of one with a tie."""
    rng, right = np.random.default_rng(5), {"India": 0.5, "North America-Europe": 0.95}
    out = []
    for doc in docs:
        hit = rng.random() < right.get(doc["region"], 0.8)
        places = [-0.3, -1.4] if hit == (doc["label"] == 1) else [-1.4, -0.3]
        found = etiquette.results(doc, [(value, False) for value in ([-0.7, -0.7] if doc["place"] == 9 else places)])
        assert set(found) == set(etiquette.METRICS)
        out.append(found["acc"])
    return out


def test_any_limit_has_some_of_all(docs):
    assert Counter(doc["region"] for doc in docs[:10]).most_common(1)[0][1] == 2
    assert {(doc["region"], doc["label"]) for doc in docs[:10]} == {
        (doc["region"], one) for doc in docs for one in (1, -1)
    }
    cells = Counter((doc["region"], doc["type"], doc["label"]) for doc in docs[:80])
    assert len(cells) == 40
    assert set(cells.values()) == {2}
    assert sorted(doc["place"] for doc in docs) == list(range(400))


def test_it_is_asked_in_the_study_s_words(docs, statements):
    [template] = find_prompt_file("etiquette").templates
    frame = statements.to_frame()
    for doc in docs[::50]:
        fields = {name: str(value) for name, value in frame.loc[doc["place"]].items()}
        assert etiquette.question(doc) == template.fill(fields).messages[0].text
        assert etiquette.options(doc)[etiquette.target(doc)] == ("Yes" if doc["label"] == 1 else "No")


def test_the_numbers_are_those_of_the_measures(statements, records):
    plan = EtiquettePlan()
    said = np.zeros(400, dtype=np.int8)
    for place, *_, scores in records:
        said[place] = np.sign(scores[0] - scores[1])
    assert said[9] == 0
    units = near_duplicate_families(statements.texts.tolist(), plan.near_duplicates)
    answers = EtiquetteAnswers.of(statements, said, units=units, reasons=["tie" if one == 0 else "" for one in said])
    gaps = [row for row in judge_gaps(region_gaps(answers, plan), ()).rows if row.metric == "accuracy"]
    widest = max(gaps, key=lambda row: abs(row.gap))
    ends = sorted([widest.low, widest.high], key=lambda end: end * np.sign(widest.gap))
    shuffled = [records[place] for place in np.random.default_rng(0).permutation(400)]
    for given in (records, shuffled):  # processes give them in any order
        assert etiquette.acc(given) == pytest.approx(
            etiquette_scores(answers, plan).one("accuracy", ANSWERED).value, abs=1e-12
        )
        assert etiquette.coverage(given) == pytest.approx(399 / 400, abs=1e-12)
        assert 100 * etiquette.group_gap(given) == pytest.approx(abs(widest.gap), abs=1e-9)
        assert 100 * etiquette.group_gap_low(given) == pytest.approx(ends[0] * np.sign(widest.gap), abs=1e-9)
        assert 100 * etiquette.group_gap_high(given) == pytest.approx(ends[1] * np.sign(widest.gap), abs=1e-9)
        assert 100 * etiquette.group_gap_floor(given) == pytest.approx(widest.floor, abs=1e-9)
        assert etiquette.different_pairs(given) == sum(row.verdict == DIFFERENT for row in gaps) > 0


def test_statements_of_one_s_own(tmp_path):
    (tmp_path / "norms.csv").write_text("statement,region,label\nBow when you come in.,a,1\nShout at the host.,b,-1\n")
    docs = etiquette.documents(corpus={"path": tmp_path / "norms.csv"})["test"]
    assert [(doc["region"], doc["type"], doc["label"]) for doc in docs] == [("a", "", 1), ("b", "", -1)]


def test_one_region_has_no_gap(records):
    alone = [record for record in records if record[3] == "India"]
    assert np.isnan(etiquette.group_gap(alone))
    assert etiquette.different_pairs(alone) == 0
