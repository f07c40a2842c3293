"""Templates: filled word for word, refused with their name."""

from __future__ import annotations

import pytest

from geobias.errors import InputError
from geobias.models.prompting import Message, Prompt, Template

ASKED = Template("norm", (Message("system", "You live in {region}."), Message("user", "Is {act} fine in {region}?")))


def test_a_prompt_has_the_words_and_all_values():
    prompt = ASKED.fill({"region": "Norway", "act": "{x}", "id": "7"})
    assert prompt.messages == (
        Message("system", "You live in Norway."),
        Message("user", "Is {x} fine in Norway?"),
    )
    assert prompt.fields == {"region": "Norway", "act": "{x}", "id": "7"}
    assert (ASKED.fields, prompt.template) == (("region", "act"), "norm")


def test_an_id_is_of_the_words_alone():
    first = ASKED.fill({"region": "Norway", "act": "a", "id": "1"})
    assert first.id == ASKED.fill({"region": "Norway", "act": "a", "id": "2"}).id == Prompt(first.messages).id
    assert first.id != ASKED.fill({"region": "Norway", "act": "b"}).id
    # Ids name what was paid for, so no version may change them: printf '[["user", "Is it fine?"]]' | sha256sum
    assert Prompt((Message("user", "Is it fine?"),)).id == "9170162d86a414b7"


def test_a_content_free_prompt_asks_about_nothing():
    assert ASKED.content_free().messages[1].text == "Is N/A fine in N/A?"
    assert ASKED.content_free("").messages[0].text == "You live in ."


def test_a_field_without_a_value_is_named():
    with pytest.raises(InputError) as error:
        ASKED.fill({"region": "Norway"})
    assert str(error.value) == (
        "every field of template 'norm' must have a value, but 'act' has none; there are ['region']. Add it, or double "
        "the braces that stand for themselves."
    )


@pytest.mark.parametrize(
    ("messages", "options", "said"),
    [
        ((), (), "template 't' must have a message, but it has none. Add `- user: <what is asked>`."),
        (ASKED.messages, ("yes", "yes"), "options of template 't' must differ, but 'yes' is there 2 times. Remove it."),
        (ASKED.messages, ("yes", " "), "options of template 't' must differ, but one is blank. Remove it."),
    ],
)
def test_what_is_no_template_is_refused(messages, options, said):
    with pytest.raises(InputError) as error:
        Template("t", messages, options)
    assert str(error.value) == said
