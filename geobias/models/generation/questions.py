"""Questions: what is asked of every prompt, as the requests that it takes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from geobias.errors import InputError
from geobias.models.generation.responder import Request
from geobias.models.prompting import PromptSet
from geobias.typed import check_least


@dataclass(frozen=True)
class Questions:
    """What is asked of every prompt.

    Attributes
    ----------
    samples : texts of each prompt; scores of options are asked for once.
    ask : "text", "scores" of the template's options, or "both".
    content_free : words in place of all fields; with them scores are calibrated. None = they are not.
    """

    samples: int = 1
    ask: Literal["text", "scores", "both"] = "text"
    content_free: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        check_least(self, "", samples=1)


def requests_of(prompts: PromptSet, questions: Questions) -> list[tuple[int, Request]]:
    """(number of the prompt, request) in the order of the prompts; samples of one follow each other, then its scores.

    Raises
    ------
    InputError : scores are asked for, and a template has no options.
    """
    found = []
    scored = questions.ask != "text"
    for number, prompt in enumerate(prompts.prompts):
        options = prompts.templates[prompt.template].options
        if scored and not options:
            raise InputError(
                f"template '{prompt.template}' must declare options for their scores to be asked",
                "it has none",
                "Add `options: [yes, no]` to it, or pass ask=text.",
            )
        if questions.ask != "scores":
            found += [(number, Request(prompt, sample)) for sample in range(questions.samples)]
        if scored:
            found.append((number, Request(prompt, options=options)))
    return found


def content_free_requests(prompts: PromptSet, questions: Questions) -> list[Request]:
    """Those that calibrate: of every template for each word; none where scores are not asked, or stay as they are."""
    if questions.ask == "text":
        return []
    return [
        Request(template.content_free(word), options=template.options)
        for template in prompts.templates.values()
        for word in questions.content_free
    ]
