"""What an answer looks like changes nothing, and what abstains never answers, however it is put together."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from geobias.errors import InputError
from geobias.models.prompting.answers import CONTRADICTION, HEDGED, AnswerSet, Parsed

PLAIN = {
    ("yes_no", "en"): {"yes": "Yes", "no": "No"},
    ("yes_no", "es"): {"yes": "Sí", "no": "No"},
    ("yes_no", "fr"): {"yes": "Oui", "no": "Non"},
    ("yes_no", "de"): {"yes": "Ja", "no": "Nein"},
    ("yes_no", "pt"): {"yes": "Sim", "no": "Não"},
    ("yes_no", "hi"): {"yes": "हाँ", "no": "नहीं"},
    ("yes_no", "ar"): {"yes": "نعم", "no": "لا"},
    ("yes_no", "zh"): {"yes": "是", "no": "不是"},
    ("acceptable", "en"): {"acceptable": "It is acceptable", "unacceptable": "It's not acceptable"},
    ("likert_acceptability", "en"): {"very bad": "Very bad", "neutral": "neutral", "good": "Good"},
    ("likert_agreement", "fr"): {"strongly disagree": "Pas du tout d'accord", "agree": "D'accord"},
    ("hate", "de"): {"hate": "Hassrede", "not hate": "Keine Hassrede", "not sure": "Nicht sicher"},
}
CASES = [(name, code, value, text) for (name, code), said in PLAIN.items() for value, text in said.items()]
AROUND = [
    ("**", "**"),
    ("*", "*"),
    ("__", "__"),
    ("`", "`"),
    ('"', '"'),
    ("“", "”"),
    ("«", "»"),
    ("(", ")"),
    ("[", "]"),
    (" ", "\n"),
    ("> ", ""),
    ("- ", ""),
    ("# ", ""),
    ("", "."),
    ("", "!"),
    ("", "。"),
    ("", "..."),
    ("<b>", "</b>"),
    ("```\n", "\n```"),
    ("\\boxed{", "}"),
    ("<answer>", "</answer>"),
    ("Answer: ", ""),
    ("**Answer:** ", ""),
    ("<think>Yes? No? It depends.</think>", ""),
    ("✅ ", " 😊"),
    ("\u200b", "\ufeff"),
]
CASINGS = {"as it is": str, "upper": str.upper, "lower": str.lower, "title": str.title}
ABSTAINING = [
    "It depends.",
    "It depends on the context",
    "I'm not sure",
    "I don't know.",
    "That is hard to say",
    "Maybe",
    "As an AI language model, I don't have personal opinions.",
    "I cannot answer that question.",
    "I'm sorry, but I can't help with that.",
    "Depende del contexto.",
    "No lo sé.",
    "No puedo responder a esa pregunta.",
    "Cela dépend.",
    "Je ne peux pas répondre à cette question.",
    "Das kommt darauf an.",
    "Ich kann diese Frage nicht beantworten.",
    "Não sei.",
    "Não posso responder.",
    "यह निर्भर करता है।",
    "मैं इस सवाल का जवाब नहीं दे सकता।",
    "لا أعرف.",
    "لا أستطيع الإجابة عن هذا السؤال.",
    "看情况。",
    "我无法回答这个问题。",
]
SETS = ["yes_no", "acceptable", "likert_acceptability", "likert_agreement"]


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(CASES), st.lists(st.sampled_from(AROUND), max_size=3), st.sampled_from([*CASINGS]))
def test_dress_changes_no_answer(case, around, casing):
    name, code, value, text = case
    text = CASINGS[casing](text)
    for before, after in around:
        # A mark of a line stands at its beginning.
        text = f"{before}{text}{after}"
    assert AnswerSet.named(name).parse(text, code) == Parsed(value)


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from(SETS),
    st.lists(st.sampled_from(ABSTAINING), min_size=1, max_size=4),
    st.sampled_from([" ", "\n", "\n\n"]),
)
def test_hedges_and_refusals_never_answer(name, said, between):
    parsed = AnswerSet.named(name).parse(between.join(said))
    assert parsed.answer is None
    assert parsed.reason


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=60), st.sampled_from([*SETS, "hate"]))
def test_any_text_is_read_without_an_error(text, name):
    answers = AnswerSet.named(name)
    parsed = answers.parse(text)
    assert (parsed.answer in answers.values) == (parsed.reason == "")


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(CASES), st.sampled_from([". ", "\n", "... ", "; "]))
def test_two_answers_contradict(case, between):
    name, code, value, text = case
    other = next(said for one, said in PLAIN[name, code].items() if one != value)
    other = other[0].upper() + other[1:]  # in small letters a line goes on with the one before
    assert AnswerSet.named(name).parse(f"{text}{between}{other}", code) == Parsed(None, CONTRADICTION)


def test_an_unsure_answer_is_one_only_where_it_is_declared():
    assert AnswerSet.named("hate").parse("I'm not sure.") == Parsed("not sure")
    assert AnswerSet.named("yes_no").parse("I'm not sure.") == Parsed(None, HEDGED)


def test_a_language_that_is_none_is_refused():
    with pytest.raises(InputError) as raised:
        AnswerSet.named("yes_no").parse("Yes", "english")
    assert str(raised.value) == (
        "the language of an answer must be one of ar, de, en, es, fr, hi, pt, zh, but it is 'english'. "
        "Leave it out to have all of them tried."
    )


def test_long_texts_take_no_time_that_grows_faster_than_they_do():
    text = "<think>" * 2000 + "{" * 2000 + "Yes " * 2000
    assert AnswerSet.named("yes_no").parse(text).answer is None
