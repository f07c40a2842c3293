"""The questions of a study: which tables answer them, and the answers in plain words."""

from dataclasses import replace

import pytest

from geobias.relations import (
    DIFFERENT,
    EQUIVALENT,
    NOT_SEPARABLE,
    QUESTIONS,
    SUPPORTED,
    UNTESTABLE,
    AnswerTable,
    answer_questions,
    judge,
    judge_differences,
    judge_gaps,
    judge_separations,
    separation_verdict,
    verdict,
)
from geobias.tables import (
    AMONG_DISTANCES,
    CONTROL,
    CORRECTION,
    GAPS,
    PRIMARY,
    SEPARATION,
    Difference,
    DifferenceTable,
    GapInterval,
    GapIntervalTable,
    Relation,
    Separation,
    SeparationTable,
)

NAN = float("nan")
ROW = Relation(
    "energy", "gap[f1]", "spearman", 0.71, 6, 15, "a, b, c, d, e, f", "two-sided", 0.004, "exact", 720, 1 / 720,
    0.003, 0.002, family=PRIMARY, q_bh=0.01, p_holm=0.02, p_max=0.012,
)  # fmt: skip
PAIR = Separation("energy", "a", "b", 50, 50, 0, 1.0, excess=1.0, p_permutation=0.001, p_smallest=0.001)


def separations(*pvalues, **values):
    rows = [replace(PAIR, group_b=name, p_permutation=p, **values) for name, p in zip("bcde", pvalues, strict=False)]
    return judge_separations(SeparationTable(tuple(rows)), ())


def test_each_question_has_the_verdict_of_its_tables():
    others = [replace(ROW, family=AMONG_DISTANCES), replace(ROW, coefficient="pearson", p_max=0.0001)]
    table = separations(0.001)
    found = answer_questions([ROW, *others], separations=[table], control=0.01, alpha=0.02)
    assert [(row.family, row.question) for row in found.rows] == [list(QUESTIONS.items())[at] for at in (0, 2)]
    about_pairs, about_relations = found.rows
    judged = separation_verdict([table]), verdict([ROW], 0.01, alpha=0.02)
    for row, one in zip((about_pairs, about_relations), judged, strict=True):
        assert (row.word, row.sentence, row.answer, row.n_tested) == (one.word, one.sentence, one.answer, one.n_tested)
    assert (about_relations.p_adjusted, about_relations.p_control, about_relations.alpha) == (0.012, 0.01, 0.02)
    assert AnswerTable.from_frame(found.to_frame()).rows[1] == about_relations


def test_differences_that_were_asked_for_and_could_not_be_compared_are_answered():
    [row] = answer_questions(differences=DifferenceTable((), {"statistics": ["energy"]})).rows
    assert (row.question, row.word) == ("Do the groups' texts differ?", UNTESTABLE)
    assert row.answer.startswith("It cannot be said: there are too few units (texts, or authors)")
    assert answer_questions(differences=DifferenceTable(())).rows == ()  # not asked for


def test_a_summary_tells_question_verdict_and_answer():
    found = answer_questions([ROW], control=0.01)
    told = found.summary()
    assert all(words in told for words in (found.rows[0].question, SUPPORTED, found.rows[0].answer, "1 answer"))
    assert "nan" not in told


def test_relations_among_distances_answer_nothing():
    assert answer_questions([replace(ROW, family=AMONG_DISTANCES)]).rows == ()


@pytest.mark.parametrize(
    ("values", "control", "word", "answer"),
    [
        ({}, 0.01, SUPPORTED, "Yes: the larger the energy, the larger the gap[f1]."),
        ({"statistic": -0.7}, 0.01, SUPPORTED, "Yes: the larger the energy, the smaller the gap[f1]."),
        ({"coefficient": "distance_correlation"}, 0.01, SUPPORTED, "Yes: energy and gap[f1] depend on each other."),
        (
            {"p_max": 0.2},
            0.01,
            NOT_SEPARABLE,
            "Not as far as these groups show: chance could give relations as strong.",
        ),
        (
            {},
            0.3,
            NOT_SEPARABLE,
            "Not as far as these groups show: random groups of the same texts could give relations as strong.",
        ),
        (
            {"p_smallest": 1 / 6, "n_groups": 3},
            0.01,
            UNTESTABLE,
            "It cannot be said: 3 groups are too few for any test to tell a relation from chance.",
        ),
        ({"p_qap": NAN, "n_groups": 2}, None, UNTESTABLE, "It cannot be said: too few groups have both."),
        ({"p_qap": NAN}, None, UNTESTABLE, "It cannot be said: nothing could be computed."),
    ],
)
def test_relations_are_answered_in_plain_words(values, control, word, answer):
    found = verdict([replace(ROW, **values)], control)
    assert (found.word, found.answer) == (word, answer)


def test_of_several_relations_the_supported_are_counted():
    found = verdict([ROW, replace(ROW, y="gap[auc]", p_max=0.3), replace(ROW, y="gap[acc]", p_max=0.04)], 0.01)
    assert found.answer.endswith("the larger the gap[f1]. 2 of 3 such relations are supported.")


@pytest.mark.parametrize(
    ("table", "word", "answer"),
    [
        (separations(0.001), DIFFERENT, "Yes: the two regions lie further apart than samples of one region."),
        (
            separations(0.001, 0.002),
            DIFFERENT,
            "Yes: both pairs of regions lie further apart than samples of one region.",
        ),
        (
            separations(0.001, 0.5, 0.6),
            DIFFERENT,
            "In part: 1 of 3 pairs of regions lies further apart than samples of one region.",
        ),
        (
            separations(0.4, 0.5),
            NOT_SEPARABLE,
            "Not as far as these texts show: no two regions lie further apart than samples of one region.",
        ),
        (
            separations(0.1, p_smallest=0.1),
            UNTESTABLE,
            "It cannot be said: there are too few texts for any test to tell two regions apart.",
        ),
        (separations(NAN), UNTESTABLE, "It cannot be said: no two regions could be tested."),
    ],
)
def test_separations_are_answered_in_plain_words(table, word, answer):
    found = separation_verdict([table])
    assert (found.word, found.answer) == (word, answer)


@pytest.mark.parametrize(
    ("values", "control", "passes", "stopped_by"),
    [
        ({}, 0.01, "p_qap, q_bh, p_holm, p_max", ""),
        ({}, 0.3, "p_qap, q_bh, p_holm, p_max", CONTROL),
        ({"p_max": 0.2}, 0.01, "p_qap, q_bh, p_holm", CORRECTION),
        ({"p_max": 0.2}, 0.3, "p_qap, q_bh, p_holm", CORRECTION),
        ({"p_qap": 0.2, "q_bh": 0.2, "p_holm": 0.2, "p_max": 0.2}, 0.3, "", ""),
        ({"p_smallest": 0.1}, 0.3, "p_qap, q_bh, p_holm, p_max", ""),
        ({"p_qap": NAN}, 0.3, "", ""),
    ],
)
def test_each_relation_says_what_it_passes_and_what_stops_it(values, control, passes, stopped_by):
    [row] = judge([replace(ROW, **values)], control)
    assert (row.passes, row.stopped_by) == (passes, stopped_by)


def gap(a: str, b: str, **values) -> GapInterval:
    row = GapInterval("auc", a, b, 40, 8.2, 3.1, 13.0, 2.0, 8.3, 6.3, 0.95, "pigeonhole", units_a=90, units_b=90)
    return replace(row, p=0.001, p_max=0.002, margin=5.0, p_equivalent=0.9, detectable=6.1, **values)


def test_three_questions_stand_in_order_and_the_omnibus_answers_before_the_separations():
    apart = judge_differences(DifferenceTable((Difference("a", "b", 50, 50, p_permutation=0.4, p_max=0.4),)), ())
    gaps = judge_gaps(GapIntervalTable((gap("a", "b"), replace(gap("a", "b"), metric="f1", p_max=0.5))), ())
    found = answer_questions([ROW], differences=apart, gaps=gaps, separations=[separations(0.001)], control=0.01)
    assert [(row.family, row.question) for row in found.rows] == list(QUESTIONS.items())
    assert [row.word for row in found.rows] == [NOT_SEPARABLE, DIFFERENT, SUPPORTED]
    assert [row.question for row in found.rows] == [
        "Do the groups' texts differ?", "Do groups fare unequally?", "Do distances go with gaps in performance?",
    ]  # fmt: skip
    assert answer_questions(gaps=GapIntervalTable(gaps.rows[::-1])).rows[0].word == NOT_SEPARABLE  # by f1
    assert [row.family for row in answer_questions(separations=[separations(0.001)], gaps=gaps).rows] == [
        SEPARATION, GAPS,
    ]  # fmt: skip
    assert answer_questions(gaps=GapIntervalTable((gap("a", "b"),))).rows == ()  # not judged
    assert EQUIVALENT not in found.summary()
