"""Scripts: in which letters (Latin, Cyrillic, Han ...) the texts of every group are written."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from geobias.audit.audited import Audited
from geobias.audit.departures import odd_shares
from geobias.tables import OK, WARNING, AuditFinding, listed_ids

MARGIN, ANYWHERE = 0.05, 0.20


def scripts(audited: Audited) -> Iterator[AuditFinding]:
    """Texts in another script than most: a fifth of a group, or 5 points more or less than the others."""
    of_text = np.array([_script(text) for text in audited.corpus.texts], dtype=object)
    written = {group: rows[of_text[rows] != ""] for group, rows in audited.kept.items()}
    counts = Counter(name for rows in written.values() for name in of_text[rows])
    if not counts:
        return
    main = counts.most_common(1)[0][0]
    hits = {group: of_text[rows] != main for group, rows in written.items()}
    for group, found in odd_shares(hits, MARGIN).items():
        bad = found.odd or found.value > ANYWHERE
        rows = written[group][hits[group]]
        others = [name.title() for name, _ in Counter(of_text[rows]).most_common(3)]
        words = f"{found.value:.1%} of the texts of {group} are in another script than {main.title()}"
        words += f" ({', '.join(others)})." if others else "."
        mend = "Compare groups in one script, or use an encoder of all of them and say so." * bad
        severity, ids = WARNING if bad else OK, listed_ids(audited.ids(rows))
        yield AuditFinding("script", group, severity, found.value, len(rows), ids, words, mend)


def _script(text: str) -> str:
    """That of most letters; "" where there is none."""
    if text.isascii():
        return "LATIN" if any(map(str.isalpha, text)) else ""
    counts = Counter(name for character in text if character.isalpha() and (name := _of(character)))
    return counts.most_common(1)[0][0] if counts else ""


@lru_cache(maxsize=1 << 14)
def _of(letter: str) -> str:
    return unicodedata.name(letter, "").partition(" ")[0]
