"""Copies: a design that got the answers of an earlier one, word for word, is no design."""

from __future__ import annotations

from geobias.pipeline.interviewing.reading import OWN
from geobias.tables import ResponseRow, ResponseTable

COPY = (
    "The design '{}' got the answers of {} word for word, as from recorded answers or where decoding changes nothing: "
    "it is left out, for it is no evidence."
)


def without_copies(responses: ResponseTable) -> tuple[ResponseTable, list[str]]:
    """The rows of designs whose answers are their own, and a notice of every other one.

    A copy has, of every prompt and sample that it was asked, the text that an earlier design has; the study's own is
    the first.
    """
    said: dict[str, dict[tuple[str, int], str]] = {}
    for row in responses.rows:
        said.setdefault(_design(row), {})[row.prompt, row.sample] = row.text
    kept: dict[str, dict[tuple[str, int], str]] = {}
    notices = []
    for design, texts in said.items():
        first = next((name for name, others in kept.items() if texts.items() <= others.items()), None)
        if first is None:
            kept[design] = texts
        else:
            notices.append(COPY.format(design, f"'{first}'" if first != OWN else "the study's own"))
    return ResponseTable(tuple(row for row in responses.rows if _design(row) in kept)), notices


def _design(row: ResponseRow) -> str:
    return row.fields.get("design", OWN)
