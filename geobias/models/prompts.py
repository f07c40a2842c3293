"""Prompts in front of texts: the same tokens in every text, so they are told apart from it like special ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from geobias.errors import InputError

if TYPE_CHECKING:
    from geobias.models.sentence_modules import SentenceModules
    from geobias.models.settings import EncoderSettings

_TRIALS = ("word", "Two words", "(brackets)", "'quote", "7 days", "übrig", "# tag", "one\nline")


def prompt_of(settings: EncoderSettings, modules: SentenceModules | None) -> str:
    """The prompt that the settings name; else the default of the folder where its sentence vectors are asked for.

    Raises
    ------
    InputError : there is none of this name.
    """
    prompts = {} if modules is None else modules.prompts
    default = modules.default_prompt if modules is not None and settings.pooling == "sentence" else None
    name = settings.prompt or default
    if name is None:
        return ""
    if name not in prompts:
        raise InputError(
            "encoder.prompt must name a prompt of encoder.model (config_sentence_transformers.json)",
            f"'{settings.model}' has {f'only {sorted(prompts)}' if prompts else 'none'}, and it is '{name}'",
            "Leave it out to read texts without a prompt.",
        )
    return prompts[name]


def split_prompt(tokenizer: Any, prompt: str) -> tuple[str, list[int]]:
    """(blanks that stay in front of a text, the prompt's tokens), so that the parts have the tokens of the whole.

    Raises
    ------
    InputError : there is no place to part them.
    """
    if not prompt:
        return "", []
    bare = prompt.rstrip()
    for front, blank in ((prompt, ""), (bare, prompt[len(bare) :])):
        tokens = _tokens(tokenizer, front)
        if all(tokens + _tokens(tokenizer, blank + text) == _tokens(tokenizer, prompt + text) for text in _TRIALS):
            return blank, tokens
    raise InputError(
        "a prompt's tokens must not run into those of the text behind it",
        f"the tokenizer joins the end of {prompt!r} with what follows",
        "Leave encoder.prompt out, or use another model.",
    )


def _tokens(tokenizer: Any, text: str) -> list[int]:
    return list(tokenizer(text, add_special_tokens=False)["input_ids"])
