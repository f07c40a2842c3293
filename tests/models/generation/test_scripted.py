"""Answers drawn from declared probabilities: by them, and the same whatever else is asked."""

from __future__ import annotations

import math
from collections import Counter

import pytest
from scipy.stats import chisquare

from geobias.errors import InputError
from geobias.models.generation import (
    Decoding,
    Ledger,
    Request,
    ScriptedSettings,
    ask,
    export_ledger,
    import_ledger,
    load_responder,
)
from geobias.typed import from_mapping
from tests.models.generation.conftest import prompt

ANSWERS = {"au": {"Yes.": 0.8, "No.": 0.15, " ": 0.05}, "nz": {"No.": 1.0}}
SETTINGS = ScriptedSettings(field="group", answers=ANSWERS, default={"Hm.": 1.0})


def answers(requests, settings=SETTINGS, decoding=None):
    return dict(load_responder(settings).respond(requests, decoding or Decoding()))


def test_answers_are_drawn_by_their_probabilities():
    requests = [Request(prompt(f"q{i}", group="au"), sample) for i in range(300) for sample in range(10)]
    found = answers(requests)
    counts = Counter(response.text for response in found.values())
    assert chisquare([counts[text] for text in ANSWERS["au"]], [3000 * p for p in ANSWERS["au"].values()]).pvalue > 0.01
    assert {response.outcome for response in found.values() if response.text == " "} == {"empty"}
    assert answers(requests[::-7]) == {one: found[one] for one in requests[::-7]}
    assert answers(requests, decoding=Decoding(seed=1)) != found
    assert answers(requests, decoding=Decoding(temperature=0, max_tokens=3)) == found


def test_groups_have_their_own_answers_and_others_the_default():
    nz, fr = Request(prompt("q", group="nz")), Request(prompt("p", group="fr"))
    found = answers([nz, fr])
    assert (found[nz].text, found[fr].text) == ("No.", "Hm.")


def test_scores_are_logarithms_of_what_is_declared():
    request = Request(prompt("q", group="au"), options=("No.", "Yes.", "Never."))
    assert answers([request])[request].scores == (math.log(0.15), math.log(0.8), -math.inf)


def test_a_prompt_without_answers_is_an_error_of_its_own():
    strict = ScriptedSettings(field="group", answers=ANSWERS, default={})
    other, none, fine = (
        Request(prompt("q", group="nx")),
        Request(prompt("q", grp="nz")),
        Request(prompt("r", group="nz")),
    )
    found = answers([other], strict) | answers([none, fine], strict)
    assert found[fine].text == "No."
    assert found[other].detail == (
        "every value of the field 'group' must have answers, but 'nx' has none. The nearest is 'nz'. Add it to "
        "responder.answers, or set responder.default."
    )
    assert found[none].detail == (
        "a prompt must have the field 'group', by which answers are drawn, but its fields are ['grp']. The nearest is "
        "'grp'. Set responder.field."
    )


def test_the_fingerprint_is_of_all_that_is_declared():
    made = [
        SETTINGS, ScriptedSettings(field="group", answers=ANSWERS), ScriptedSettings(field="place", answers=ANSWERS),
        ScriptedSettings(),
    ]  # fmt: skip
    assert len({load_responder(one).fingerprint for one in made}) == 4
    assert load_responder(SETTINGS).fingerprint == load_responder(SETTINGS).fingerprint


def test_probabilities_sum_to_1():
    with pytest.raises(InputError) as raised:
        from_mapping(ScriptedSettings, {"answers": {"au": {"Yes.": 0.8}}}, "responder.")
    assert str(raised.value) == (
        "the probabilities of responder.answers.au must be 0 or more and sum to 1, but they are {'Yes.': 0.8}. Correct "
        "them."
    )


def test_equal_words_of_two_groups_are_two_requests_also_in_another_start(tmp_path):
    settings = ScriptedSettings(field="group", answers={"a": {"Yes.": 1.0}, "b": {"No.": 1.0}})
    responder = load_responder(settings)
    groups = {name: Request(prompt("q", group=name)) for name in "ab"}
    for asked, said in (("a", ["Yes."]), ("b", ["No."]), ("ab", ["Yes.", "No."])):
        with Ledger(tmp_path, responder.name, responder.fingerprint) as ledger:
            found = ask([groups[name] for name in asked], responder, Decoding(), ledger)
            assert [response.text for response in found] == said
    file = tmp_path / "all.jsonl"
    with Ledger(tmp_path, responder.name, responder.fingerprint) as ledger:
        export_ledger(ledger, file)
    assert set(import_ledger(file, tmp_path / "other").values()) == {2}
