"""Prompt: what a model is asked, word for word, under an id that stays while the words do."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

Role = Literal["system", "user", "assistant"]


@dataclass(frozen=True)
class Message:
    """One turn of a conversation."""

    role: Role
    text: str


@dataclass(frozen=True)
class Prompt:
    """A conversation that a model is to go on with.

    Attributes
    ----------
    messages : its turns; the last is usually the user's. One of role "assistant" at the end is gone on with.
    template : name of the template that it was filled from.
    fields : name -> what was filled in there, text; they tell what a response is about.
    """

    messages: tuple[Message, ...]
    template: str = ""
    fields: Mapping[str, str] = field(default_factory=dict, hash=False)

    @cached_property
    def id(self) -> str:
        """16 hex digits of the words alone: the same conversation is one prompt, whichever table it came from."""
        words = json.dumps([[message.role, message.text] for message in self.messages], ensure_ascii=False)
        return hashlib.sha256(words.encode("utf-8", "surrogatepass")).hexdigest()[:16]
