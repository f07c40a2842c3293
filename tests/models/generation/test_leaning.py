"""The leaning responder: what it says leans as declared, alike each time; its option scores are those of the law."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import norm

from geobias.corpora import make_survey
from geobias.corpora.survey.synthetic import POSITIONS
from geobias.errors import InputError
from geobias.models.generation import (
    LEANINGS,
    Decoding,
    LeaningResponder,
    LeaningSettings,
    Ledger,
    Request,
    addressed,
    ask,
    load_responder,
    request_key,
)
from geobias.models.generation.leaning import scale_chances
from geobias.models.generation.supply import STANCES, read_supply
from geobias.models.prompting import Message, Prompt, interview_prompts, read_designs, read_interview

EVEN = LeaningSettings(shift=0, moved=0)


OTHERS = {"effects": 0.0, "seed": 1, "leanings": {"nation": {"A": 1.0}}}


def prompt(**fields: str) -> Prompt:
    return Prompt((Message("user", f"{sorted(fields.items())}"),), fields=fields)


STANCE_OF = {
    sentence: stance - 1
    for value in read_supply().values()
    for stance in range(len(STANCES))
    for sentence in value.sentences[stance]
}


def stances(text: str) -> list[int]:
    """Of every sentence of the packaged supply that a response has: its value's stance, -1, 0 or 1."""
    return [stance for sentence, stance in STANCE_OF.items() if sentence in text]


def test_leanings_are_those_of_the_made_up_respondents():
    assert LEANINGS["nation"] == POSITIONS
    planted = make_survey(respondents=1).details["planted"]
    assert LEANINGS["age"] == {age: round(planted["age_effect"] * (int(age) - 50) / 50, 9) for age in LEANINGS["age"]}
    assert set(LEANINGS["sex"].values()) == {planted["sex_effect"]}


def test_fields_add_up_and_those_left_out_add_nothing():
    responder = LeaningResponder(EVEN)
    assert responder.leaning({"nation": "Southland", "age": "20", "sex": "man"}) == pytest.approx(0.48)
    assert responder.leaning({"nation": "", "age": "75"}) == pytest.approx(0.1)
    assert LeaningResponder(replace(EVEN, effects=0)).leaning({"nation": "Southland", "age": "20"}) == 0


def test_designs_move_all_and_each_nation_by_itself():
    count = 400
    responder = LeaningResponder(LeaningSettings(effects=0, shift=0.5, moved=0.2))
    values = np.array(
        [[responder.leaning({"nation": n, "design": f"{d}"}) for n in ("Northland", "Southland")] for d in range(count)]
    )
    apart = values[:, 0] - values[:, 1]
    assert apart.std() == pytest.approx(0.2 * math.sqrt(2), rel=0.15)
    assert values.mean(1).std() == pytest.approx(math.sqrt(0.5**2 + 0.2**2 / 2), rel=0.15)
    nobody = [responder.leaning({"nation": "", "design": f"{d}"}) for d in range(count)]
    assert np.std(nobody) == pytest.approx(0.5, rel=0.15)
    assert responder.leaning({"nation": "Northland", "design": "0"}) == values[0, 0]
    assert LeaningResponder(replace(responder.settings, seed=1)).leaning({"nation": "Northland"}) != values[0, 0]


def test_stances_come_as_often_as_the_law_says():
    responder = LeaningResponder(EVEN)
    asked = [Request(prompt(nation="Coastland", question="pride"), sample) for sample in range(3000)]
    said = [stances(response.text) for _, response in responder.respond(asked, Decoding())]
    assert all(len(one) == 1 for one in said)
    spread = math.hypot(0.35, 0.4)
    for stance, wanted in zip((-1, 1), (norm.cdf(-1 / 3, 0.4, spread), norm.sf(1 / 3, 0.4, spread)), strict=True):
        assert np.mean([one == [stance] for one in said]) == pytest.approx(wanted, abs=0.03)


def test_a_general_answer_speaks_of_several_values():
    asked = [Request(prompt(nation="Midland", question="general"), sample) for sample in range(50)]
    said = [response.text for _, response in LeaningResponder(EVEN).respond(asked, Decoding())]
    assert {len(stances(text)) for text in said} == {3}
    assert len(set(said)) > 40


def test_responses_depend_on_the_request_and_the_seed_alone():
    responder = load_responder(LeaningSettings())
    asked = [Request(p, s) for p in interview_prompts(read_interview()).prompts[:20] for s in range(3)]
    first = dict(responder.respond(asked, Decoding()))
    assert dict(responder.respond(asked[::-1], Decoding())) == first
    assert dict(responder.respond(asked, Decoding(temperature=0.1))) == first
    assert dict(responder.respond(asked, Decoding(seed=1))) != first


def test_all_that_decides_is_in_the_fingerprint_and_what_is_read_in_the_key(tmp_path):
    prints = {
        LeaningResponder(one).fingerprint
        for one in (EVEN, *(replace(EVEN, **{name: value}) for name, value in OTHERS.items()))
    }
    assert len(prints) == 4
    responder = LeaningResponder(LeaningSettings())
    assert responder.reads == ("nation", "age", "sex", "question", "design")
    cool = next(design for design in read_designs() if design.name == "cooler")
    prompts = [interview_prompts(read_interview(), design).prompts[0] for design in (None, cool)]
    assert prompts[0].id == prompts[1].id
    keys = {request_key(responder.fingerprint, one, Decoding()) for one in addressed(map(Request, prompts), responder)}
    assert len(keys) == 2
    with Ledger(tmp_path, responder.name, responder.fingerprint) as ledger:
        said = ask(list(map(Request, prompts)), responder, Decoding(), ledger)
        assert ask(list(map(Request, prompts)), responder, Decoding(), ledger) == said
    assert [one.outcome for one in said] == ["text", "text"]


@pytest.mark.parametrize(("question", "first"), [("religion", False), ("pride", True)])
def test_option_scores_are_those_of_a_normal_law_on_the_scale(question, first):
    options = tuple("abcde")
    [(_, response)] = LeaningResponder(EVEN).respond(
        [Request(prompt(nation="Southland", question=question), options=options)], Decoding()
    )
    spread, borders = math.hypot(0.35, 0.4), [-math.inf, -0.75, -0.25, 0.25, 0.75, math.inf]
    wanted = np.diff(norm.cdf(borders, 0.6, spread))
    np.testing.assert_allclose(np.exp(response.scores), wanted[::-1] if first else wanted, atol=1e-12)


def test_scales_without_spread_or_of_one_option():
    assert scale_chances(0.2, 0.0, 3) == [0.0, 1.0, 0.0]
    assert scale_chances(5.0, 1.0, 1) == [1.0]


@pytest.mark.parametrize(
    ("fields", "options", "said"),
    [
        ({"nation": "Northlund"}, (),
         "every value of the field 'nation' must lean somewhere, but 'Northlund' does not. The nearest is 'Northland'. "
         "Add it to responder.leanings.nation; 0 leans nowhere."),
        ({"question": "prode"}, ("a", "b"),
         "options must be of a question about a value of the supply, but it is 'prode'. The nearest is 'pride'. There "
         "are ['religion', 'autonomy', 'abortion', 'pride', 'authority']."),
    ],
)  # fmt: skip
def test_what_it_cannot_answer_is_an_error_of_that_request(fields, options, said):
    [(_, response)] = LeaningResponder(EVEN).respond([Request(prompt(**fields), options=options)], Decoding())
    assert (response.outcome, response.detail) == ("error", said)


def test_a_supply_of_your_own(tmp_path):
    path = tmp_path / "supply.yaml"
    path.write_text("values: {tea: {secular: [No tea.], between: [Some tea.], traditional: [Much tea.]}}", "utf-8")
    leanings = {"town": {"A": 5.0, "B": -5.0}}
    responder = LeaningResponder(replace(EVEN, supply=str(path), leanings=leanings, group="town"))
    asked = [Request(prompt(town=town)) for town in "AB"]
    assert [response.text for _, response in responder.respond(asked, Decoding())] == ["Much tea.", "No tea."]
    path.write_text("values: {tea: {secular: [No tea.], traditional: [Much tea.]}}", "utf-8")
    with pytest.raises(InputError) as error:
        read_supply(path)
    said = f"{path}, values.tea.between must have sentences, but there is None. Write a list of sentences."
    assert str(error.value) == said


def test_settings_that_say_nothing():
    with pytest.raises(InputError) as error:
        LeaningSettings(leanings={"nation": {}})
    assert str(error.value) == (
        "responder.leanings must say how values lean, but it declares none, or a field without values. Pass "
        "leanings={nation:{A:0.5,B:-0.5}}."
    )


def test_a_file_of_ones_own_may_be_called_as_ours_is(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "supply.yaml").write_text("nothing: here\n")
    with pytest.raises(InputError, match=r"supply\.yaml must have values"):
        read_supply("supply.yaml")
