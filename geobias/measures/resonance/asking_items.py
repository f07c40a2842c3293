"""A survey's items as prompts: each persona asked directly, with the answers whose probabilities are wanted."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from geobias.errors import InputError
from geobias.measures.resonance.values import Value
from geobias.models.prompting import Message, PromptSet, Template

QUESTION, DESIGN = "question", "design"
_WORDS = "{persona}\n{asked}\nAnswer with one of these: {answers}.\nAnswer:"


def item_prompts(
    values: Sequence[Value],
    personas: Sequence[Mapping[str, str]],
    persona: Callable[[Mapping[str, str]], str],
    *,
    design: str = "",
) -> PromptSet:
    """Every persona asked the item of every value that has one, by a template with its options.

    A template's places are persona, question and answers, so that a content-free prompt (Zhao et al. 2021) keeps the
    request for an answer alone.

    Parameters
    ----------
    personas : fields of each, such as nation, age and sex; "" = left out. All have the same.
    persona : the words that say who is asked, of one's fields.

    Returns
    -------
    The prompts, value by value; the fields of each are the persona's, "question" (the value's name) and "design".

    Raises
    ------
    InputError : no value has an item's question, there is no persona, or a field is called as one of ours.

    >>> from geobias.measures.resonance import read_values
    >>> who = [{"nation": "Lakeland", "age": "20", "sex": "man"}]
    >>> found = item_prompts(read_values()[4:], who, lambda one: f"You are a {one['sex']} of {one['nation']}.")
    >>> print(found.prompts[0].messages[0].text)
    You are a man of Lakeland.
    If people came to respect authority more, would that be good or bad?
    Answer with one of these: Good, Neither, Bad.
    Answer:
    """
    asked = [value for value in values if value.item_question]
    if not asked:
        raise InputError(
            "a value must have an item's question to be asked directly",
            f"of {[value.name for value in values]} none has",
            "Add item_question and options to the values.",
        )
    if not personas:
        raise InputError("items must be asked of a persona", "there is none", "Pass fields of one or more.")
    taken = [name for name in (QUESTION, DESIGN) if name in personas[0]]
    if taken:
        raise InputError(
            f"fields of a persona must not be called '{taken[0]}'", "one is", "Rename it: that is what is asked."
        )
    templates = {f"item: {value.name}": value for value in asked}
    prompts, made = [], {}
    for name, value in templates.items():
        template = made[name] = Template(name, (Message("user", _WORDS),), tuple(value.options))
        words = {"asked": value.item_question, "answers": ", ".join(value.options)}
        for fields in personas:
            prompt = template.fill({"persona": persona(fields), **words})
            prompts.append(replace(prompt, fields={**fields, QUESTION: value.name, DESIGN: design}))
    return PromptSet(tuple(prompts), made)
