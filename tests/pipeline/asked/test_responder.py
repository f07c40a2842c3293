"""Sources of responders: answers read as numbers, scores of options as expected ones, and what has no number."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import asdict, replace

import numpy as np
import pytest

from geobias.errors import InputError
from geobias.models.generation import Decoding, Request, ScriptedResponder, ScriptedSettings
from geobias.models.prompting import find_prompt_file
from geobias.pipeline.asked import ask_sources, load_sources, plan_sources
from tests.pipeline.asked.conftest import prompts, settings_of

ONE = "templates: [{name: own, messages: [{user: 'Of {item}: {text}?'}], answers: yes_no, options: ['Yes', 'No']}]"


def said(judged, texts: dict[int, str], default: str = "Yes.") -> dict:
    """A scripted responder that answers these to the items at these places."""
    answers = {str(judged.items[place]): {text: 1.0} for place, text in texts.items()}
    return {"name": "scripted", "field": "item", "answers": answers, "default": {default: 1.0}}


def asked(judged, session, store, **settings):
    sources = load_sources(settings_of(who={"name": "responder", **settings}))
    return ask_sources(judged, sources, session, str(store))


def test_answers_are_read_as_numbers_and_what_is_none_is_counted(judged, session, tmp_path):
    spoken = {
        0: "No.",
        1: "I'm not sure.",
        2: "I'm sorry, but I can't help with that.",
        3: "Bananas.",
        4: " ",
        5: "**No**, it is not hate speech.",
    }
    found, table = asked(judged, session, tmp_path, responder=said(judged, spoken))
    assert found.sources["who"][:7].tolist()[:2] == [0, 0.5]
    assert found.sources["who"][[5, 6]].tolist() == [0, 1]
    assert np.isnan(found.sources["who"][[2, 3, 4, 11]]).all()
    assert [(row.answer, row.reason) for row in table.rows[:6]] == [
        ("not hate", ""),
        ("not sure", ""),
        ("", "refusal"),
        ("", "unparsed"),
        ("", "empty"),
        ("not hate", ""),
    ]
    assert session.directory.notices == [
        "Source 'who' gave no number of 3 of 11 items: 1 refusal, 1 unparsed, 1 empty."
    ]
    facts = session.directory.facts["asked"]["who"]
    assert facts["model"]["name"] == "scripted"
    assert facts["values"] == {"hate": 1, "not sure": 0.5, "not hate": 0}


def test_samples_are_averaged_over_those_that_have_a_number(judged, session, tmp_path):
    mixed = ScriptedSettings(default={"Yes.": 0.5, "No.": 0.25, "Bananas.": 0.25})
    found, _ = asked(judged, session, tmp_path, responder=asdict(mixed), samples=9, temperature=1.0)
    (template,) = find_prompt_file("hate_speech").templates
    filled = [template.fill({"text": text}) for text in judged.texts[:11]]
    spoken = ScriptedResponder(mixed).respond([Request(one, n) for one in filled for n in range(9)], Decoding())
    counts = [Counter() for _ in filled]
    for place, (_, response) in enumerate(spoken):
        counts[place // 9][response.text] += 1
    right = [count["Yes."] / (count["Yes."] + count["No."]) for count in counts]
    assert found.sources["who"][:11].tolist() == pytest.approx(right)
    assert sum(count["Bananas."] for count in counts) > 0
    assert len(set(right)) > 2


def test_scores_of_options_give_the_expected_number(judged, session, tmp_path):
    shares = {"Yes": 0.5, "No": 0.2, "Unsure": 0.1, "Else": 0.2}
    found, table = asked(judged, session, tmp_path, ask="scores", responder={"name": "scripted", "default": shares})
    assert found.sources["who"][:11] == pytest.approx(np.full(11, (0.5 + 0.05) / 0.8))
    assert {row.answer for row in table.rows} == {"hate"}
    assert session.directory.notices == [
        "Source 'who' says the same, 0.6875, of all 11 items it gave a number of: no group can be aligned with it."
    ]


def test_calibrated_scores_are_used_where_they_are_asked_for(judged, session, tmp_path):
    spoken = {"name": "scripted", "field": "item", "answers": {"N/A": {"Yes": 0.75, "No": 0.25}}}
    spoken |= {"default": {"Yes": 0.75, "No": 0.25}}
    file = prompts(tmp_path, ONE)
    found, _ = asked(
        judged,
        session,
        tmp_path,
        prompt=file,
        ask="scores",
        calibrate=["N/A"],
        responder=spoken,
        values={"yes": 1, "no": 0},
    )
    assert found.sources["who"][:11] == pytest.approx(np.full(11, 0.5))


def test_answers_without_a_number_are_left_out_of_texts_and_of_scores(judged, session, tmp_path):
    numbers = {"hate": 1, "not hate": 0, "not sure": None}
    found, table = asked(
        judged, session, tmp_path, responder=said(judged, {0: "No.", 1: "I'm not sure."}), values=numbers
    )
    assert (found.sources["who"][0], math.isnan(found.sources["who"][1])) == (0, True)
    assert (table.rows[1].answer, table.rows[1].reason) == ("not sure", "no number")
    shares = {"name": "scripted", "default": {"Yes": 0.3, "No": 0.1, "Unsure": 0.6}}
    scored, _ = asked(judged, session, tmp_path, responder=shares, values=numbers, ask="scores")
    assert scored.sources["who"][0] == pytest.approx(0.75)


def test_a_prompt_may_name_items_and_their_sources(judged, session, tmp_path):
    asks = "messages: [{user: '{text} {labels} {item}'}], answers: yes_no, values: {yes: 1, no: 0}"
    text = f"templates: [{{name: own, {asks}}}]"
    spoken = {"name": "scripted", "field": "labels", "answers": {f"{judged.sources['labels'][0]:g}": {"No.": 1.0}}}
    spoken |= {"default": {"Yes.": 1.0}}
    found, _ = asked(judged, session, tmp_path, prompt=prompts(tmp_path, text), responder=spoken)
    assert found.sources["who"][:11].tolist() == [0.0] + [1.0] * 10


def test_errors_are_counted_and_asked_again(judged, session, tmp_path):
    broken = {"name": "scripted", "field": "item", "default": {}}
    broken["answers"] = {str(name): {"No.": 1.0} for name in judged.items[:9]}
    _, table = asked(judged, session, tmp_path, responder=broken)
    assert [row.reason for row in table.rows[9:]] == ["error", "error"]
    assert session.directory.notices[0] == "Source 'who' gave no number of 2 of 11 items: 2 error."
    assert session.directory.notices[2].startswith(
        "Source 'who': 2 of 11 responses are errors, most often: every value of the field 'item' must have answers"
    )
    plan = plan_sources(
        judged, load_sources(settings_of(who={"name": "responder", "responder": broken})), str(tmp_path)
    )
    assert "2 would be asked, 2 of them were asked before in vain" in str(plan)


def test_nothing_is_asked_twice(judged, session, tmp_path):
    chosen = settings_of(who={"name": "responder", "responder": said(judged, {0: "No."})})
    first, _ = ask_sources(judged, load_sources(chosen), session, str(tmp_path))
    again = load_sources(chosen)
    again.sources["who"]._responder.respond = lambda requests, decoding: pytest.fail("a prompt was asked again")
    second, _ = ask_sources(judged, again, session, str(tmp_path))
    assert np.array_equal(first.sources["who"], second.sources["who"], equal_nan=True)
    assert "11 have an answer already, 0 would be asked" in str(plan_sources(judged, again, str(tmp_path)))


def test_a_source_that_says_nothing_is_refused(judged, session, tmp_path):
    with pytest.raises(InputError) as error:
        asked(judged, session, tmp_path, responder={"name": "scripted", "default": {"Bananas.": 1.0}})
    assert str(error.value) == (
        "asked.who must give a number of at least one item, but of 11 items it gave none (11 unparsed). "
        "Look at what it says with `geobias ask`, ask=scores perhaps, or leave the source out."
    )


WRONG = [
    (
        {"values": {"hate": 1, "not hate": 0}},
        "values must have a number for every answer of template 'hate_speech', but 'not sure' has none. Add "
        "it, with null "
        "where it is to count as no answer; there are ['hate', 'not hate', 'not sure'].",
    ),
    (
        {"values": {"hate": 1, "not hat": 0, "not sure": None}},
        "values must be of answers that template 'hate_speech' declares, but 'not hat' is none of ['hate', 'not hate', "
        "'not sure']. The nearest is 'not hate'. Correct it.",
    ),
    (
        {"template": "hate"},
        "template must be one of 'hate_speech', but 'hate' is none of ['hate_speech']. The nearest is 'hate_speech'. "
        "Correct it.",
    ),
]


@pytest.mark.parametrize(("settings", "words"), WRONG)
def test_answers_must_map_to_numbers(settings, words):
    with pytest.raises(InputError) as error:
        load_sources(settings_of(who={"name": "responder", **settings}))
    assert str(error.value) == words


FILES = [
    (
        "templates: [{name: a, messages: [{user: '{text}'}]}]",
        {},
        "template 'a' must declare answers, so that what is said becomes numbers, but it has none. Add "
        "`answers: yes_no` "
        "or the like to it; docs/answers.md lists what there is.",
    ),
    (
        "templates: [{name: a, messages: [{user: '{text}'}]}, {name: b, messages: [{user: '{text}'}]}]",
        {},
        "a source must be asked one template, but '{}' has ['a', 'b']. Set `template`, for example "
        "template=a; each can be "
        "a source of its own.",
    ),
    (
        "templates: [{name: a, messages: [{user: '{text}'}], answers: yes_no, values: {yes: 1, no: 0}}]",
        {"ask": "scores"},
        "template 'a' must declare options for their scores to be asked, but it has none. Add `options: "
        "[yes, no]` to it, "
        "or pass ask=text.",
    ),
    (
        "templates: [{name: a, messages: [{user: '{text}'}], answers: yes_no, options: [Pears], values: "
        "{yes: 1, no: 0}}]",
        {"ask": "scores"},
        "options of template 'a' must be read as its answers, but 'Pears' is read as none of ['yes', 'no']. "
        "Word it as one of them.",
    ),
]


@pytest.mark.parametrize(("text", "settings", "words"), FILES)
def test_a_file_of_prompts_must_say_how_answers_are_read(text, settings, words, tmp_path):
    file = prompts(tmp_path, text)
    with pytest.raises(InputError) as error:
        load_sources(settings_of(who={"name": "responder", "prompt": file, **settings}))
    assert str(error.value) == words.replace("{}", file)


def test_fingerprints_are_of_words_numbers_and_decoding(judged):
    def fingerprint(**settings):
        return load_sources(settings_of(who={"name": "responder", **settings})).content()["who"]

    first = fingerprint()
    others = [
        fingerprint(prompt="social_acceptability", values=None),
        fingerprint(values={"hate": 1, "not hate": 0, "not sure": None}),
        fingerprint(ask="scores"),
        fingerprint(temperature=1.0),
        fingerprint(responder=said(judged, {0: "No."})),
    ]
    assert len({first, *others}) == 6
    assert fingerprint() == first


def test_a_field_that_items_do_not_have_is_named(judged, session, tmp_path):
    text = "templates: [{name: a, messages: [{user: '{text} {year}'}], answers: yes_no, values: {yes: 1, no: 0}}]"
    with pytest.raises(InputError) as error:
        asked(replace(judged, sources={}), session, tmp_path, prompt=prompts(tmp_path, text))
    assert str(error.value) == (
        "every field of template 'a' must have a value, but 'year' has none; there are ['item', 'text']. "
        "Add it, or double the braces that stand for themselves."
    )
