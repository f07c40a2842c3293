"""Names of groups: those that may be one, and those that say that there is none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from geobias.corpora import alike_names, says_nothing
from geobias.tables import OK, WARNING, AuditFinding


def group_names(sizes: Mapping[str, int], what: str = "groups") -> Iterator[AuditFinding]:
    """sizes : every group of the file -> what it has of texts (people, statements)."""
    same = [name for found in alike_names(sizes) for name in found]
    words = f"Some {what} differ in name by case, blanks, dots or hyphens alone: {_listed(same, sizes)}."
    yield _finding("alike_names", same, words, f"No two {what} have names that may be one.")
    nothing = [name for name in sizes if says_nothing(name)]
    words = f"Some {what} may say that there is none: {_listed(nothing, sizes)}."
    yield _finding("missing_names", nothing, words, f"No name of {what} says that there is none.")


def _finding(check: str, names: list[str], words: str, fine: str) -> AuditFinding:
    if not names:
        return AuditFinding(check, "", OK, words=fine)
    mend = "Rename them in the file to join or drop them."
    return AuditFinding(check, ", ".join(names[:6]), WARNING, count=len(names), words=words, mend=mend)


def _listed(names: list[str], sizes: Mapping[str, int]) -> str:
    return ", ".join(f"'{name}' ({sizes[name]:,})" for name in names[:12]) + ", ..." * (len(names) > 12)
