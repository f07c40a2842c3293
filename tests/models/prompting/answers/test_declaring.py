"""Sets that come with geobias are whole, one's own are read as declared, and what is none is refused by name."""

from __future__ import annotations

import pytest

from geobias.errors import InputError, StorageError
from geobias.models.prompting.answers import AnswerSet, Parsed, language_codes, set_names


def test_the_sets_that_there_are():
    assert set_names() == ("acceptable", "hate", "likert_acceptability", "likert_agreement", "yes_no")
    assert AnswerSet.named("likert_acceptability").values == ("very bad", "bad", "neutral", "good", "very good")
    assert [name for name in set_names() if AnswerSet.named(name).ordered] == [
        "likert_acceptability",
        "likert_agreement",
    ]
    assert all(AnswerSet.named(name).languages == language_codes() for name in set_names())


@pytest.mark.parametrize("name", set_names())
def test_every_value_is_worded_in_every_language(name):
    answers = AnswerSet.named(name)
    for answer in answers.answers:
        assert answer.affirms or set(answer.wordings) == set(language_codes())
        # As JSON has it, whichever language the rest is in.
        assert all(
            answers.parse(f'{{"answer": "{answer.value}"}}', code) == Parsed(answer.value) for code in language_codes()
        )


@pytest.mark.parametrize("name", set_names())
def test_keys_are_letters_and_numbers_in_the_order_of_the_options(name):
    answers = AnswerSet.named(name)
    for number, value in enumerate(answers.values):
        letter = chr(ord("A") + number)
        for text in (f"{letter}.", f"({letter.lower()})", f"Option {number + 1}", f"The answer is {letter}."):
            assert answers.parse(text) == Parsed(value)


@pytest.mark.parametrize("name", set_names())
def test_every_wording_alone_is_its_answer(name):
    answers = AnswerSet.named(name)
    for answer in answers.answers:
        for code, wording in answer.wordings.items():
            for one in (*wording.alone, *wording.within):
                if not set(one) & set("(|."):
                    assert answers.parse(one, code) == Parsed(answer.value), (code, one)


def test_own_sets_from_a_list():
    colours = AnswerSet.named({"name": "colours", "answers": ["red", "dark green"]})
    assert (colours.name, colours.values) == ("colours", ("red", "dark green"))
    assert colours.parse("I would choose dark green.") == Parsed("dark green")
    assert colours.parse("**B**") == Parsed("dark green")
    assert colours.parse("It is not red.").answer is None
    assert colours.parse("red or dark green").answer is None


def test_own_sets_with_wordings_and_contraries():
    moral = AnswerSet.named(
        {
            "answers": {
                "right": {
                    "affirms": "yes",
                    "wordings": {"en": ["right", {"alone": ["moral"]}], "es": ["correcto"]},
                    "keys": [1],
                },
                "wrong": {"affirms": "no", "wordings": {"en": ["wrong"]}, "keys": [0]},
                "other": ["something else"],
            }
        }
    )
    assert moral.parse("It isn't right.") == Parsed("wrong")
    assert moral.parse("Sí, es correcto.") == Parsed("right")
    assert moral.parse("0") == Parsed("wrong")
    assert moral.parse("2").answer is None
    assert moral.parse("moral") == Parsed("right")
    assert moral.parse("It is a moral question.").answer is None
    assert moral.parse("Something else") == Parsed("other")


def test_a_set_from_a_file(tmp_path):
    path = tmp_path / "mine.yaml"
    path.write_text("ordered: true\nanswers:\n  low: [little]\n  high: [much]\n", encoding="utf-8")
    mine = AnswerSet.named(path)
    assert (mine.name, mine.ordered, mine.values) == ("mine", True, ("low", "high"))
    assert AnswerSet.named(str(path)) == mine
    assert AnswerSet.named(mine) is mine


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (
            "yes_or_no",
            "an answer set must be one of acceptable, hate, likert_acceptability, likert_agreement, yes_no, "
            "a YAML file or a mapping, but it is 'yes_or_no'. The nearest is 'yes_no'. "
            "The name of a file ends in .yaml.",
        ),
        ({"answers": ["a"]}, "'answers' of answer set 'own' must be two or more, but it is {'a': None}. List them."),
        (
            {"answers": [True, False]},
            "answers of answer set 'own' must be words, but one is True. "
            "YAML reads a bare yes, no, on or off as true or false: put quotes around it.",
        ),
        (
            {"answers": ["a", "b"], "orderd": True},
            "answer set 'own' must have no keys but answers, name, ordered, but one is 'orderd'. "
            "The nearest is 'ordered'. Correct it.",
        ),
        (
            {"answers": {"good": {"nl": ["goed"]}, "bad": None}},
            "wordings of 'good' of answer set 'own' must be a list, or given by language "
            "(any, ar, de, en, es, fr, hi, pt, zh), but one is 'nl'. Take a code that there is.",
        ),
        (
            {"answers": {"good": {"negated": "bed"}, "bad": None}},
            "'negated' of 'good' of answer set 'own' must be one of ['good', 'bad'], but it is 'bed'. "
            "The nearest is 'bad'. Leave it out where a negation is no answer.",
        ),
        (
            {"answers": {"good": {"affirms": "maybe"}, "bad": None}},
            "'affirms' of 'good' of answer set 'own' must be \"yes\" or \"no\", but it is 'maybe'. "
            "YAML reads a bare yes, no, on or off as true or false: put quotes around it.",
        ),
        (
            {"answers": {"good": ["fine"], "bad": ["Fine"]}},
            "answers of answer set 'own' must differ in what they are called, "
            "but 'good' and 'bad' have the same wording, 'fine'. Leave it to one of them.",
        ),
    ],
)
def test_what_is_no_set_is_refused(source, message):
    with pytest.raises(InputError) as raised:
        AnswerSet.named(source)
    assert str(raised.value) == message


def test_files_that_are_no_sets_are_refused(tmp_path):
    with pytest.raises(StorageError, match="cannot be read"):
        AnswerSet.named(tmp_path / "absent.yaml")
    path = tmp_path / "torn.yaml"
    path.write_text("answers: [a, b", encoding="utf-8")
    with pytest.raises(InputError, match=r"an answer set must be YAML in UTF-8, but .*torn\.yaml is not"):
        AnswerSet.named(path)
    path.write_text("- a\n", encoding="utf-8")
    with pytest.raises(InputError) as raised:
        AnswerSet.named(path)
    assert str(raised.value) == f"an answer set must be a mapping with 'answers', but {path} holds ['a']. Write one."
