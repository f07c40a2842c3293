"""Checks of files of texts that lie together: empty texts, texts of several files, rows that are others'."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np

from geobias.audit.score_tables.reading import FoundTable
from geobias.audit.score_tables.stretches import shared_rows, shared_stretches
from geobias.corpora import normalise_text
from geobias.tables import NOTE, WARNING, AuditFinding, row_numbers

_TEXT = ("text", "tweet", "content", "sentence", "document", "statement", "body", "article")
_EMPTY, _MUCH, _NEARLY_ALL = 0.02, 0.01, 0.9


@dataclass(frozen=True)
class TextFamily:
    """Files of texts in one folder, "" for none, by their names."""

    folder: str
    texts: Mapping[str, Sequence[str]]

    @cached_property
    def keys(self) -> dict[str, list[str]]:
        """name -> its texts as they are compared; "" where a text is empty."""
        return {
            name: ["" if _is_empty(text) else normalise_text(text) for text in own] for name, own in self.texts.items()
        }

    @cached_property
    def distinct(self) -> dict[str, set[str]]:
        return {name: set(own) - {""} for name, own in self.keys.items()}

    def place(self, name: str) -> str:
        return f"{self.folder}/{name}" if self.folder else name


def text_families(tables: Sequence[FoundTable]) -> list[TextFamily]:
    """The files with a column of texts, by folder."""
    found: dict[str, dict[str, list[str]]] = {}
    for table in tables:
        column = next((name for name in table.words if name.strip().lower() in _TEXT), "")
        if column:
            folder, _, name = table.name.rpartition("/")
            found.setdefault(folder, {})[name] = table.words[column]
    return [TextFamily(folder, texts) for folder, texts in found.items()]


def text_findings(family: TextFamily) -> Iterator[AuditFinding]:
    yield from _empty(family)
    parts: set[str] = set()
    for a, b in combinations(family.texts, 2):
        if family.distinct[a] & family.distinct[b]:
            finding = _shared(family, a, b)
            parts |= {a, b} if finding.value > _NEARLY_ALL else set()
            yield finding
    yield from _stretches(family, parts)


def _is_empty(text: str) -> bool:
    return text.strip().lower() in ("", "nan")


def _empty(family: TextFamily) -> Iterator[AuditFinding]:
    for name, own in family.texts.items():
        empty = [row for row, text in enumerate(own) if _is_empty(text)]
        if empty:
            share = len(empty) / len(own)
            yield AuditFinding(
                "empty_texts", family.place(name), WARNING if share > _EMPTY else NOTE, share, len(empty),
                row_numbers(empty), f"{_of(empty, own)} empty.",
                "Leave them out, or find the articles whose text was lost.",
            )  # fmt: skip


def _of(some: Sequence[object], every: Sequence[object]) -> str:
    return f"{len(some)} of {len(every)} texts {'is' if len(some) == 1 else 'are'}"


def _shared(family: TextFamily, a: str, b: str) -> AuditFinding:
    """Of the file with fewer texts how many are in the other; nearly all of them, more than a few, or a few."""
    small, large = sorted((a, b), key=lambda name: len(family.distinct[name]))
    keys = family.keys[small]
    rows = [row for row, key in enumerate(keys) if key in family.distinct[large]]
    share = len(rows) / len(keys)
    made = share > _NEARLY_ALL
    return AuditFinding(
        "shared_texts", family.place(f"{a} – {b}"), WARNING if share > _MUCH else NOTE, share, len(rows),
        row_numbers(rows),
        f"Of {small} {_of(rows, keys)} in {large} too{': it is made of its texts' * made}.",
        "Do not compare a part with its whole." if made else "Leave shared texts out of both.",
    )  # fmt: skip


def _stretches(family: TextFamily, parts: set[str]) -> Iterator[AuditFinding]:
    """parts : files that are made of another's texts, or another of theirs."""
    keys = {name: own for name, own in family.keys.items() if name not in parts}
    shared = shared_rows(keys)
    for one in shared_stretches(keys):
        rows = one.first + np.flatnonzero(shared[one.group][one.first :])
        yield AuditFinding(
            "shared_stretch", family.place(one.group), WARNING, one.shared / one.texts, one.shared, row_numbers(rows),
            f"{one.shared} of the {one.texts} texts from row {one.first + 1} on are in other files too, {one.before} "
            f"of the {one.first} before: from about there they are others' texts.",
            "See how these rows were looked up; an index that started anew gives others' texts.",
        )  # fmt: skip
