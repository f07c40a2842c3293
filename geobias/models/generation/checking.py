"""Checks of what is asked, before anything is."""

from __future__ import annotations

from collections.abc import Sequence

from geobias.errors import InputError
from geobias.models.generation.responder import Decoding, Request


def check_decoding(decoding: Decoding) -> None:
    """Raise `InputError` for settings that no text can be made by."""
    if not 0 <= decoding.temperature < float("inf"):
        raise InputError(
            "decoding.temperature must be 0 or more", f"it is {decoding.temperature}", "0 is the most probable token."
        )
    if not 0 < decoding.top_p <= 1:
        raise InputError(
            "decoding.top_p must be above 0, and 1 at most", f"it is {decoding.top_p}", "1 leaves nothing out."
        )
    if decoding.max_tokens < 1:
        raise InputError("decoding.max_tokens must be at least 1", f"it is {decoding.max_tokens}", "Raise it.")


def check_options(requests: Sequence[Request]) -> None:
    """Raise `InputError` for options that are alike or blank."""
    for options in {request.options for request in requests}:
        if len(set(options)) < len(options) or not all(option.strip() for option in options):
            raise InputError("options must differ, and none be blank", f"they are {list(options)}", "Correct them.")
