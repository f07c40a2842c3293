"""Where a chat endpoint is, and its key, as environment variables say."""

from __future__ import annotations

import os
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

from geobias.errors import InputError
from geobias.models.generation.settings import OpenAISettings


@dataclass(frozen=True)
class Address:
    """Where an endpoint is; the key is part of no text of it."""

    url: str
    key: str

    @classmethod
    def of(cls, settings: OpenAISettings) -> Address:
        """As the environment variables of the settings say."""
        name = settings.url_variable
        url = os.environ.get(name, "").strip().rstrip("/")
        parts = _parts(url)
        if parts is None or parts.scheme not in ("http", "https") or not parts.hostname:
            raise InputError(
                f"the environment variable {name} must hold the URL of a chat endpoint",
                "it is not set" if not url else "what it holds is no http or https URL",
                f"Set it, e.g. {name}=https://api.openai.com/v1.",
            )
        if parts.username or parts.password or parts.query or parts.fragment:
            raise InputError(
                f"the URL in {name} must have no password or parameters, which would be written down with it",
                "it has some",
                f"Put the key into {settings.key_variable}.",
            )
        key = os.environ.get(settings.key_variable, "").strip()
        if key and not (key.isascii() and key.isprintable()):
            raise InputError(
                f"the key in {settings.key_variable} must be one line of ASCII", "it is not", "Copy it anew."
            )
        return cls(url, key)

    def __repr__(self) -> str:
        return f"Address({self.url!r})"


def _parts(url: str) -> SplitResult | None:
    """The parts of a URL; None where it is none."""
    try:
        parts = urlsplit(url)
        return parts if parts.port is None or parts.port else None  # a port that is no number raises
    except ValueError:
        return None
