"""Interviews and designs that are read: those that come along, those of a published study, and what is wrong."""

from __future__ import annotations

import re

import pytest
import yaml

from geobias.corpora.survey.declaring import declare
from geobias.corpora.survey.synthetic import POSITIONS, SEXES
from geobias.errors import InputError
from geobias.measures.resonance import read_values
from geobias.models.prompting import Design, Interview, interview_prompts, read_designs, read_interview

PUBLISHED = "data/wvs/published_prompts.yaml"
ALIKE = {"order of fields": (9 * 3 - 1) * 6}
"""Prompts without an age, which then has no other place."""
TOY = {"template": "As a {sex|person}: {question}", "axes": {"sex": ["man", "woman"]}, "questions": {"general": "Why?"}}


def test_the_made_up_nations_are_those_of_the_synthetic_survey():
    interview = read_interview("made_up")
    assert interview.axes["nation"] == tuple(POSITIONS)
    assert interview.axes["sex"] == SEXES
    assert interview.axes["age"] == ("20", "30", "40", "50", "60", "75")


@pytest.mark.parametrize("name", ["made_up", "nations"])
def test_questions_are_those_of_the_packaged_values(name):
    questions = dict(read_interview(name).questions)
    questions.pop("general")
    assert questions == {value.name: value.question for value in read_values()}


def test_real_nations_have_the_names_of_the_survey():
    names = declare("wvs7").nation.names
    interview = read_interview("nations")
    assert set(interview.axes["nation"]) <= set(names)
    said = interview.say({"nation": "United States"}, "Why?")
    assert "a person from the United States who" in said


@pytest.mark.shared
def test_the_published_file_is_read_as_it_is(shared):
    interview = read_interview(shared / PUBLISHED)
    given = yaml.safe_load((shared / PUBLISHED).read_text("utf-8"))
    assert interview.name == "published_prompts"
    assert list(interview.axes) == ["nation", "age", "sex"]
    assert interview.axes["nation"] == tuple(given["grid"]["nationality"])
    assert interview.decoding == {"max_tokens": 200, "temperature": 1.0, "top_p": 0.5}
    assert list(interview.questions) == ["general", "Q164", "Y003", "Q184", "Q254", "Q45"]
    prompts = interview_prompts(interview, combinations="all").prompts
    assert len(prompts) == 1128
    assert len({prompt.id for prompt in prompts}) == 1128
    assert len({tuple(prompt.fields[axis] for axis in interview.axes) for prompt in prompts}) == 188
    whole = interview.say({"nation": "German", "age": "20", "sex": "man"}, "Q")
    wanted = given["template"].format(nationality="German", age=20, sex="man", question="Q")
    assert whole == wanted
    assert "You are an American person participating" in interview.say({"nation": "American"}, "Q")


@pytest.mark.shared
def test_no_wording_of_ours_is_near_the_published_one(shared):
    given = yaml.safe_load((shared / PUBLISHED).read_text("utf-8"))
    theirs = _runs(" ".join([given["template"], given["general_question"], *(v["question"] for v in given["values"])]))
    for interview in (read_interview("made_up"), read_interview("nations")):
        ours = [interview.template, *interview.questions.values(), *(d.template or "" for d in read_designs())]
        assert not [run for text in ours for run in _runs(text) & theirs]


def _runs(text: str, length: int = 5) -> set[tuple[str, ...]]:
    """Runs of five words."""
    words = re.findall(r"\w+", text.casefold())
    return {tuple(words[at : at + length]) for at in range(len(words) - length + 1)}


def test_our_designs_ask_every_persona_of_both_interviews():
    designs = read_designs()
    assert len(designs) == 9
    assert sum(design.template is not None for design in designs) == 5
    kinds = {"temperature", "seed", "entailment", "scores", "fields"}
    assert {kind for design in designs for kind in kinds if getattr(design, kind)} == kinds
    for name in ("made_up", "nations"):
        interview = read_interview(name)
        own = {prompt.id for prompt in interview_prompts(interview, combinations="all").prompts}
        for design in designs:
            prompts = interview_prompts(interview, design, combinations="all").prompts
            assert len(prompts) == 1128
            assert len(own & {prompt.id for prompt in prompts}) == (
                ALIKE.get(design.name, 0) if design.template else 1128
            )
            for prompt in prompts:
                text = prompt.messages[0].text
                assert not re.search(r"  | [,.]|[,.]{2}|\ba [aeio]| $", text, re.MULTILINE), text


def test_every_value_is_said_in_every_wording():
    interview = read_interview("nations")
    persona = {"nation": "United States", "age": "75", "sex": "woman"}
    for design in (None, *read_designs()):
        text = (interview if design is None else design.of(interview)).say(persona, "Why so?")
        assert all(part in text for part in ("the United States", "75", "woman", "Why so?"))


def test_a_mapping_is_read_as_a_file_is(tmp_path):
    given = {**TOY, "name": "toy", "axes": {"sex": ["man"], "age": [20]}, "decoding": {"temperature": 0.5, "seed": 3}}
    given["template"] = "As a [{age} year old] {sex|person}: {question}"
    path = tmp_path / "mine.yaml"
    path.write_text(yaml.safe_dump(given), "utf-8")
    assert read_interview(path) == read_interview(given)
    assert read_interview(given).axes["age"] == ("20",)
    assert read_interview(given).decoding == {"temperature": 0.5, "seed": 3}


def test_another_grid_needs_no_code():
    given = {
        "template": "Answer as a {faith|person} [who speaks {language}]: {question}",
        "axes": {"faith": ["Hindu", "Baptist"], "language": ["Hindi", "English"]},
        "questions": {"general": "Why?", "death": "What comes after death?"},
    }
    prompts = interview_prompts(read_interview(given), combinations="all").prompts
    assert len(prompts) == (3 * 3 - 1) * 2
    assert prompts[-1].messages[0].text == "Answer as a person who speaks English: What comes after death?"
    assert dict(prompts[-1].fields) == {"faith": "", "language": "English", "question": "death", "design": ""}


def test_designs_are_read_from_lists_and_files(tmp_path):
    listed = [{"name": "cool", "temperature": 0.7, "top_p": 0.9}, {"name": "asked", "scores": True, "seed": 2}]
    wanted = (Design("cool", temperature=0.7, top_p=0.9), Design("asked", scores=True, seed=2))
    assert read_designs(listed) == wanted
    path = tmp_path / "designs.yaml"
    path.write_text(yaml.safe_dump({"designs": listed}), "utf-8")
    assert read_designs(path) == wanted
    assert read_designs("none") == ()
    assert wanted[0].decoding == {"temperature": 0.7, "top_p": 0.9}


def test_a_design_of_another_language_brings_its_questions_and_names():
    interview = read_interview("nations")
    german = Design(
        "German",
        template="Du bist {sex|ein Mensch} [aus {nation}] [und {age} Jahre alt]. {question}",
        questions={"pride": "Was bedeutet dir dein Land?"},
        said={"woman": "eine Frau", "Germany": "Deutschland"},
    )
    [prompt, *_] = [
        prompt
        for prompt in interview_prompts(interview, german, questions=["pride"]).prompts
        if prompt.fields["sex"] == "woman"
    ]
    assert prompt.messages[0].text == "Du bist eine Frau aus Deutschland und 20 Jahre alt. Was bedeutet dir dein Land?"
    assert prompt.fields["nation"] == "Germany"
    assert prompt.template == "nations.German"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("made_upp", "an interview must be one of made_up, nations, a YAML file or what one holds, but it is "
         "'made_upp'. The nearest is 'made_up'. The name of a file ends in .yaml."),
        ({**TOY, "axis": {}}, "every key of an interview must be a known one, but 'axis' is not. Did you mean 'axes'?"),
        ({**TOY, "axes": {"sex": []}},
         "values of 'sex' in interview 'interview' must be there, but there is none. Write one."),
        ({**TOY, "axes": {"sex": ["man", "man"]}},
         "values of 'sex' in interview 'interview' must differ and say something, but 'man' is there twice. Correct "
         "or remove it."),
        ({**TOY, "axes": {"sex": "man"}},
         "an interview, axis 'sex' must be a list, but it is 'man'. Correct the file."),
        ({**TOY, "template": "As {sex}, {nation}: {question}"},
         "fields of the template of interview 'interview' must be known, but 'nation' is not. The nearest is "
         "'question'. There are ['question', 'sex']."),
        ({**TOY, "template": "As {sex}"},
         "the template of interview 'interview' must have the field 'question', but it does not. Write {question} "
         "where it is to stand."),
        ({**TOY, "questions": {}}, "an interview must have questions, but there is none. Write `questions: own`."),
        ({**TOY, "decoding": {"temperature": "hot"}},
         "an interview.decoding.temperature must be a number, but it is 'hot'. Correct it."),
        ({**TOY, "said": {"boy": "a boy"}},
         "what is said otherwise in interview 'interview' must be a value, but 'boy' is none. Correct it."),
        ({**TOY, "axes": {"design": ["a"]}},
         "axes of interview 'interview' must have names of their own, but one is 'design'. Rename it."),
    ],
)  # fmt: skip
def test_interviews_that_are_not_sound(given, said):
    with pytest.raises(InputError) as error:
        read_interview(given)
    assert str(error.value) == said


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ([{"name": "a"}],
         "a design must do something otherwise, but 'a' changes nothing. Give it a template, or remove it."),
        ([{"name": " ", "seed": 1}],
         "a design must have a name, but it is blank. '' is the study's own; name this one."),
        ([{"name": "a", "seed": 1}, {"name": "a", "seed": 2}],
         "names of designs in designs must differ, but several are 'a'. Rename one."),
        ([{"name": "a", "seed": 1.5}], "designs, designs[0].seed must be a whole number, but it is 1.5. Correct it."),
        ([{"name": "a", "scores": "yes"}],
         "designs, designs[0].scores must be true or false, but it is 'yes'. Correct it."),
        ([{"name": "a", "sead": 1}],
         "every key of designs, designs[0] must be a known one, but 'sead' is not. Did you mean 'seed'?"),
        ("ours", "designs must be one of designs, own, none, a YAML file or what one holds, but it is 'ours'. The "
         "name of a file ends in .yaml."),
    ],
)  # fmt: skip
def test_designs_that_are_not_sound(given, said):
    with pytest.raises(InputError) as error:
        read_designs(given)
    assert str(error.value) == said


def test_a_design_whose_template_does_not_fit_says_which():
    with pytest.raises(InputError) as error:
        interview_prompts(read_interview(TOY), Design("bare", template="{question}"))
    assert str(error.value) == (
        "design 'bare': the template of interview 'interview' must have the field 'sex', but it does not. Write {sex} "
        "where it is to stand."
    )


def test_interviews_compare_and_are_frozen():
    assert read_interview(TOY) == Interview(
        "interview", TOY["template"], {"sex": ("man", "woman")}, {"general": "Why?"}
    )


def test_an_introduction_says_who_is_asked_and_must_be_of_axes():
    made_up = read_interview("made_up")
    assert made_up.introduce({"nation": "Upland", "age": "", "sex": "woman"}) == "Speak as a woman from Upland."
    asked = {
        "template": "{question} Reply as a {faith}.",
        "axes": {"faith": ["Hindu"]},
        "questions": {"general": "Why?"},
    }
    assert read_interview(asked).introduce({"faith": "Hindu"}) == "Reply as a Hindu."
    with pytest.raises(InputError, match="the introduction of interview 'interview' must be axes, but 'town'"):
        read_interview(asked | {"introduction": "You live in {town}."})


def test_a_file_may_hold_the_values_too():
    asked = {"template": "{faith}? {question}", "axes": {"faith": ["Hindu"]}, "questions": {"general": "Why?"}}
    values = [{"name": "thrift", "hypothesis": "Save.", "inversion": "Spend.", "loading": 1}]
    assert read_interview(asked | {"values": values}).has_values
    assert not read_interview(asked).has_values
