"""Questions: requests in the order of the prompts; scores need options."""

from __future__ import annotations

import pytest

from geobias.errors import InputError
from geobias.models.generation import Questions, content_free_requests, requests_of
from geobias.models.prompting import Message, PromptSet, Template

NORM = Template("norm", (Message("user", "{act}?"),), ("yes", "no"), "yes_no")
BARE = Template("bare", (Message("user", "Say {act}."),))


def prompts(template: Template) -> PromptSet:
    return PromptSet(tuple(template.fill({"act": act}) for act in "ab"), {template.name: template})


def test_requests_follow_the_prompts():
    found = requests_of(prompts(NORM), Questions(2, "both"))
    assert [(number, one.prompt.fields["act"], one.sample, one.options) for number, one in found] == [
        (0, "a", 0, ()),
        (0, "a", 1, ()),
        (0, "a", 0, ("yes", "no")),
        (1, "b", 0, ()),
        (1, "b", 1, ()),
        (1, "b", 0, ("yes", "no")),
    ]
    assert content_free_requests(prompts(NORM), Questions(2, "text", ("N/A",))) == []
    free = content_free_requests(prompts(NORM), Questions(2, "scores", ("N/A", "")))
    assert [one.prompt.messages[0].text for one in free] == ["N/A?", "?"]


def test_scores_need_options():
    with pytest.raises(InputError) as error:
        requests_of(prompts(BARE), Questions(1, "scores"))
    assert str(error.value) == (
        "template 'bare' must declare options for their scores to be asked, but it has none. Add `options: [yes, no]` "
        "to it, or pass ask=text."
    )
