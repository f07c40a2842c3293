"""Conversations to token ids and back: the chat template, what ends a turn, and options as tokens."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence
from typing import Any

from geobias.errors import InputError
from geobias.models.generation.reader import Context
from geobias.models.prompting import Message, Prompt

_MARK = "geobias-mark"
_DIRECTIVES = "aAbBdFHIjmMpSuwyY"
_BETWEEN = "\n\n"


class Conversation:
    """How one model is spoken to.

    Where its tokenizer has no chat template, or `chat` is False, the texts of the turns follow each other with an
    empty line between, and nothing else is added.

    Attributes
    ----------
    template : the chat template; None = plain text.
    stops : ids of the tokens that end a response: those of the model's configuration and generation settings, the
        tokenizer's, and what the template puts after a turn of the assistant's.
    start : id of the token that a decoder begins with, where there is an encoder beside it.
    """

    def __init__(self, tokenizer: Any, network: Any, *, chat: bool, date: str):
        self._tokenizer = tokenizer
        self._has_encoder = bool(network.config.is_encoder_decoder)
        template = getattr(tokenizer, "chat_template", None)
        if isinstance(template, dict):
            template = template.get("default")
        self.template: str | None = template if chat else None
        self._dated = _dated(template, datetime.date.fromisoformat(date)) if template and chat else ""
        self.start = () if not self._has_encoder else (_start_token(network),)
        self.stops = frozenset(self._stops(network))
        added = {token.content for token in tokenizer.added_tokens_decoder.values() if token.special}
        self._control = sorted(added.union(tokenizer.all_special_tokens) - {""}, key=len, reverse=True)

    def context(self, prompt: Prompt) -> Context:
        """What the model is given.

        Raises
        ------
        InputError : a text holds a control token of the tokenizer, or the template takes no such turns.
        """
        for message in prompt.messages:
            held = next((token for token in self._control if token in message.text), None)
            if held is not None:
                raise InputError(
                    f"the text of a turn must not hold the control token {held!r}",
                    f"that of the {message.role}'s does",
                    "Take it out of the text: the model would read it as the end of a turn or the like.",
                )
        goes_on = prompt.messages[-1].role == "assistant"
        if not self._has_encoder:
            return Context(self._ids(self._rendered(prompt.messages), self.template is None))
        asked = prompt.messages[:-1] if goes_on else prompt.messages
        said = self._plain_ids(prompt.messages[-1].text) if goes_on else ()
        return Context((*self.start, *said), self._ids(self._rendered(asked), True))

    def option(self, prompt: Prompt, option: str) -> tuple[int, ...]:
        """An option's tokens where it follows upon the prompt.

        Without a chat template a blank comes before it, unless the prompt's last text or the option brings one.
        """
        if self._has_encoder:
            return self._plain_ids(option)
        before = self._rendered(prompt.messages)
        if self.template is None and not before[-1:].isspace() and not option[:1].isspace():
            option = f" {option}"
        whole = self._ids(before + option, self.template is None)
        lead = self._ids(before, self.template is None)
        return whole[len(lead) :] if whole[: len(lead)] == lead else self._plain_ids(option)

    def text(self, ids: Sequence[int]) -> str:
        """What was said, without control tokens."""
        return self._tokenizer.decode(list(ids), skip_special_tokens=True, clean_up_tokenization_spaces=False)

    def _rendered(self, messages: Sequence[Message], *, answer: bool = True) -> str:
        """The turns as one text, up to where the assistant speaks; `answer=False` leaves out what bids it to."""
        if self.template is None:
            return _BETWEEN.join(message.text for message in messages)
        goes_on = answer and messages[-1].role == "assistant"
        turns = [{"role": message.role, "content": message.text} for message in messages]
        try:
            return self._tokenizer.apply_chat_template(
                turns,
                chat_template=self._dated,
                tokenize=False,
                add_generation_prompt=answer and not goes_on,
                continue_final_message=goes_on,
            )
        except Exception as error:  # a template raises what it likes
            roles = [message.role for message in messages]
            raise InputError(
                "a prompt must have turns that the model's chat template takes",
                f"it does not take {roles} ({next(iter(str(error).splitlines()), type(error).__name__)})",
                "Put the system's text into the user's turn, or use responder.chat=false for plain text.",
            ) from error

    def _ids(self, text: str, special: bool) -> tuple[int, ...]:
        ids = self._tokenizer(text, add_special_tokens=special, verbose=False)["input_ids"]
        if special and not self._has_encoder and ids and ids[-1] == self._tokenizer.eos_token_id:
            ids = ids[:-1]  # a text that is to be gone on with has not ended
        return tuple(ids)

    def _plain_ids(self, text: str) -> tuple[int, ...]:
        return tuple(self._tokenizer(text, add_special_tokens=False, verbose=False)["input_ids"])

    def _stops(self, network: Any) -> Iterable[int]:
        for holder in (network.config, getattr(network, "generation_config", None), self._tokenizer):
            ids = getattr(holder, "eos_token_id", None)
            yield from [ids] if isinstance(ids, int) else ids or ()
        if self.template is not None:
            turns = (Message("user", "a"), Message("assistant", _MARK))
            after = self._plain_ids(self._rendered(turns, answer=False).partition(_MARK)[2])
            special = set(self._tokenizer.all_special_ids) | set(self._tokenizer.added_tokens_decoder)
            yield from (id for id in after[:1] if id in special)


def _dated(template: str, date: datetime.date) -> str:
    """The template with a clock that stands still: one that writes today's date would speak otherwise every day.

    transformers offers its clock to templates as `strftime_now`, which a macro of this name hides.
    """
    if "strftime_now" not in template:
        return template
    spelled = "".join(f"|replace('%{sign}', '{date:%{sign}}')" for sign in ("-d", "-m", *_DIRECTIVES))
    return "{%- macro strftime_now(format) -%}{{ format" + spelled + " }}{%- endmacro +%}" + template


def _start_token(network: Any) -> int:
    """The token that a decoder begins with, looked for where `generate` of transformers does."""
    holders = (getattr(network, "generation_config", None), network.config)
    named = (getattr(one, name, None) for name in ("decoder_start_token_id", "bos_token_id") for one in holders)
    start = next((id for id in named if id is not None), None)
    if start is None:
        raise InputError(
            "a model with encoder and decoder must say which token its decoder begins with",
            "neither its config.json nor its generation_config.json has a decoder_start_token_id",
            "Add it there.",
        )
    return int(start)
