"""Signatures of preprocessing: what texts still hold that a cleaning takes, and what it took, group beside group."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from geobias.audit.audited import Audited
from geobias.audit.departures import odd_shares
from geobias.tables import NOTE, OK, WARNING, AuditFinding, listed_ids

MARGIN, LEFTOVER_SHARE = 0.10, 0.01


@dataclass(frozen=True)
class Signature:
    """What a pattern finds in a text, by its name in words."""

    name: str
    words: str
    pattern: re.Pattern[str]
    severity: str = WARNING


_ENTITY = re.compile(r"&(?:#\d+|#x[0-9a-f]+|[a-z][a-z0-9]{1,31});|\b(?:amp|quot|lt|gt|nbsp)\b", re.IGNORECASE)
SIGNATURES = (
    Signature("mentions", "name a user (@name)", re.compile(r"(?<!\w)@\w")),
    Signature("addresses", "hold an address (URL)", re.compile(r"\w+://\S|\bwww\.\S", re.IGNORECASE)),
    Signature("entities", "hold an HTML entity, or what is left of one (amp, quot, lt)", _ENTITY),
    Signature("capitals", "hold a capital letter", re.compile(r"[A-Z\u00c0-\u00de\u0391-\u03a9\u0410-\u042f]")),
    Signature("signs", "hold a sign that is neither letter, digit nor blank", re.compile(r"[^\w\s]|_")),
    Signature("digits", "hold a digit", re.compile(r"\d"), NOTE),
)
_MENDED = {"handle": "user names (@name)", "url": "addresses (URLs)", "html_entity": "HTML entities"}


def signatures(audited: Audited) -> Iterator[AuditFinding]:
    """Shares of texts that hold what one preprocessing leaves and another takes; groups beside a baseline too."""
    rows = audited.kept | {name: some[audited.usable[some]] for name, some in audited.beside.items()}
    for signature in SIGNATURES:
        search = signature.pattern.search
        hits = {
            group: np.array([search(text) is not None for text in audited.corpus.texts[some]], dtype=bool)
            for group, some in rows.items()
        }
        for group, found in odd_shares(hits, MARGIN).items():
            words = f"{found.value:.1%} of the texts of {group} {signature.words}"
            words += f", {found.others:.1%} of the others'." if found.odd else "."
            words += " The groups were prepared in different ways, or are of different kinds." * found.odd
            mend = "Clean all groups by one rule (corpus.cleaning)." * found.odd
            severity = signature.severity if found.odd else OK
            count = int(hits[group].sum())
            yield AuditFinding(f"signature_{signature.name}", group, severity, found.value, count, "", words, mend)
        if signature.name == "entities":
            yield from _leftovers(audited, rows, hits)


def _leftovers(audited: Audited, rows: dict[str, np.ndarray], hits: dict[str, np.ndarray]) -> Iterator[AuditFinding]:
    """Entities are a slip wherever they stand, alike in all groups or not."""
    for group in audited.groups:
        found = rows[group][hits[group]]
        share = len(found) / max(1, len(rows[group]))
        words = f"{len(found):,} texts of {group} hold HTML entities, or what is left of them (amp, quot, lt)."
        bad = share > LEFTOVER_SHARE
        mend = "Take the texts before they were stripped, and resolve entities first (corpus.cleaning=gentle)." * bad
        ids = listed_ids(audited.ids(found))
        yield AuditFinding("entity_leftovers", group, NOTE if bad else OK, share, len(found), ids, words, mend)


def mended(audited: Audited) -> Iterator[AuditFinding]:
    """What the cleaning took from the texts as they were read, by group: they came prepared in different ways."""
    read: dict[str, int] = dict.fromkeys(audited.groups, 0)
    taken = {(group, reason): 0 for group in audited.groups for reason in _MENDED}
    for record in audited.corpus.counts.records:
        if record["group"] in read and record["event"] == "read":
            read[record["group"]] += record["count"]
        if (record["group"], record["reason"]) in taken and record["event"] == "repaired":
            taken[record["group"], record["reason"]] += record["count"]
    for reason, what in _MENDED.items():
        rates = {group: taken[group, reason] / texts for group, texts in read.items() if texts}
        for group, rate in rates.items():
            others = float(np.median([value for name, value in rates.items() if name != group] or [rate]))
            odd = abs(rate - others) > MARGIN and (rate > 2 * others or others > 2 * rate)
            words = f"The cleaning took {what} out of {group} {rate:.2f} times a text"
            words += f", out of the others {others:.2f} times: the files were prepared in different ways." * odd
            words += "." * (not odd)
            mend = "Nothing where the cleaning took all; else prepare all files alike." * odd
            severity = NOTE if odd else OK
            yield AuditFinding(f"mended_{reason}", group, severity, rate, taken[group, reason], "", words, mend)
