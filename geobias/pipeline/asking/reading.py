"""Reading: what a template declares of its answers becomes the reader of its responses."""

from __future__ import annotations

from geobias.models.generation import Read, Response
from geobias.models.prompting import Prompt, PromptSet
from geobias.models.prompting.answers import AnswerSet


def reader(prompts: PromptSet) -> Read:
    """Reads each response by the set of answers of its prompt's template; one without leaves them unread.

    Raises
    ------
    InputError : a template names a set of answers that there is not, or describes one that is not sound.
    """
    sets = {
        name: AnswerSet.named(template.answers)
        for name, template in prompts.templates.items()
        if template.answers is not None
    }

    def read(prompt: Prompt, response: Response) -> tuple[str | None, str]:
        if prompt.template not in sets:
            return None, ""
        parsed = sets[prompt.template].parse(response.text, language=prompts.templates[prompt.template].language)
        return parsed.answer, parsed.reason

    return read
