"""The task of a survey's items: the places are those that a study states, gaps are paired by person."""

import numpy as np
import pytest
from scipy import stats

from geobias.errors import InputError
from geobias.harness import options
from geobias.measures.resonance import item_prompts, read_values, stated_scores
from geobias.models.prompting import personas, read_interview
from geobias.tables import ResponseRow, ResponseTable

SMALL = {"interview": "made_up", "combinations": [["nation", "sex"]]}


@pytest.fixture(scope="module")
def docs():
    return list(options.documents(**SMALL)["test"])


@pytest.fixture(scope="module")
def asked(docs):
    """Log-probabilities of each document's options, in thousandths, none of which begins another."""
    rng = np.random.default_rng(1)
    return [[(round(float(x), 3), False) for x in np.log(rng.dirichlet(np.ones(len(doc["options"]))))] for doc in docs]


@pytest.fixture(scope="module")
def records(docs, asked):
    return [
        options.results({**doc, "figures": "whole"}, found)["group_gap"] for doc, found in zip(docs, asked, strict=True)
    ]


def test_the_questions_are_those_of_the_study(docs):
    interview = read_interview("made_up")
    people = personas(interview, [["nation", "sex"]])
    prompts = item_prompts(read_values(), people, interview.introduce).prompts
    assert sorted(doc["text"] for doc in docs) == sorted(prompt.messages[0].text for prompt in prompts)
    assert len(docs) == 8 * 2 * 5
    assert {doc["group"] for doc in docs[:40]} == set(interview.axes["nation"])  # of one kind of person, all items
    assert {doc["person"] for doc in docs[:40]} == {"man"}


def test_the_places_are_those_that_a_study_states(docs, asked, records):
    rows = [
        ResponseRow(
            *(place, "", "", 0, "scores", "text"),
            fields={"question": doc["item"], "nation": doc["group"], "sex": doc["person"], "design": ""},
            scores={option: value for option, (value, _) in zip(doc["options"], found, strict=True)},
        )
        for place, (doc, found) in enumerate(zip(docs, asked, strict=True))
    ]
    stated = stated_scores(ResponseTable(tuple(rows)), read_values())
    projection, nation, sex = stated.projection(), stated.labels("nation"), stated.labels("sex")
    mean = np.mean([projection[nation == name].mean() for name in dict.fromkeys(nation)])
    assert options.traditional(records) == pytest.approx(mean, abs=1e-12)
    widest = np.ptp([projection[nation == name].mean() for name in dict.fromkeys(nation)])
    assert options.group_gap(records) == pytest.approx(widest, abs=1e-12)
    top, low = (max(dict.fromkeys(nation), key=lambda n, s=s: s * projection[nation == n].mean()) for s in (1, -1))
    pairs = [
        projection[(nation == top) & (sex == one)] - projection[(nation == low) & (sex == one)]
        for one in ("man", "woman")
    ]
    low_end, high_end = stats.ttest_1samp(np.concatenate(pairs), 0).confidence_interval()
    assert (options.group_gap_low(records), options.group_gap_high(records)) == pytest.approx((low_end, high_end))


def test_persons_who_were_not_asked_all_are_left_out(records):
    cut = records[:43]  # three items of the first woman
    assert options.traditional(cut) == pytest.approx(options.traditional(records[:40]), abs=1e-12)
    assert np.isnan(options.group_gap_low(cut))  # of one person each


def test_a_group_that_is_no_axis_is_refused():
    with pytest.raises(
        InputError, match="^group must be an axis of the interview, but 'natoin' is none. The nearest is"
    ):
        options.documents(group="natoin")
