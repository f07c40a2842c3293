"""Prompts as a page shows them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from geobias.report.page_tables import PageTable
from geobias.report.phrases import listing


def asked_table(title: str, words: Mapping[str, Any], folded: bool = True) -> PageTable:
    """A prompt, a row a turn, and the options that it has.

    words : "messages", a mapping of role to text each, and perhaps "options".
    """
    rows = [[str(role), str(text)] for turn in words.get("messages") or [] for role, text in turn.items()]
    rows += [["options", listing([str(one) for one in words["options"]], "or")]] if words.get("options") else []
    return PageTable(title, ["part", "words"], rows, names=2, folded=folded)
