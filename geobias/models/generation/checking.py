"""Checks of what is asked, before anything is."""

from __future__ import annotations

from collections.abc import Sequence

from geobias.errors import InputError
from geobias.models.generation.responder import Request


def check_options(requests: Sequence[Request]) -> None:
    """Raise `InputError` for options that are alike or blank."""
    for options in {request.options for request in requests}:
        if len(set(options)) < len(options) or not all(option.strip() for option in options):
            raise InputError("options must differ, and none be blank", f"they are {list(options)}", "Correct them.")
