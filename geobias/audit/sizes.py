"""Sizes: groups smaller than what is drawn of them, and groups whose texts are one author's (day's, source's)."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from geobias.audit.audited import Audited
from geobias.tables import NOTE, OK, WARNING, AuditFinding

UNIT_SHARE, FAR_SMALLER = 0.20, 0.5


def uneven_sizes(audited: Audited) -> Iterator[AuditFinding]:
    """Texts that a group's draws come from, beside the others'; a note where it has less than half as many."""
    sizes = {group: min(len(rows), audited.pool or len(rows)) for group, rows in audited.kept.items()}
    for group, size in sizes.items():
        others = float(np.median([other for name, other in sizes.items() if name != group] or [size]))
        bad = size < FAR_SMALLER * others
        words = f"Draws of {group} come from {size:,} texts, of the others from {others:,.0f} as a rule."
        words += " Distances and gaps of small groups are larger." * bad
        mend = "Go by the excess over the floor and by gaps at one size, or make sampling.pool smaller." * bad
        yield AuditFinding("uneven_size", group, NOTE if bad else OK, size, size, "", words, mend)


def sizes(audited: Audited) -> Iterator[AuditFinding]:
    """Usable texts of a group beside the largest number that is drawn of it; less than half of that is a warning."""
    if not audited.drawn:
        return
    setting, wanted = max(audited.drawn.items(), key=lambda item: item[1])
    for group, rows in audited.kept.items():
        severity = OK if len(rows) >= wanted else NOTE if len(rows) >= FAR_SMALLER * wanted else WARNING
        words = f"{group} has {len(rows):,} usable texts"
        words += f", fewer than the {wanted:,} of {setting}: noise makes its distances and gaps larger."
        if severity == OK:
            words = f"{group} has {len(rows):,} usable texts, at least the {wanted:,} of {setting}."
        mend = f"Lower {setting}, or add texts; go by the excess over the floor, at one size." * (severity != OK)
        yield AuditFinding("group_size", group, severity, len(rows), len(rows), "", words, mend)


def units(audited: Audited) -> Iterator[AuditFinding]:
    """The share of a group's texts that its largest unit has, where units are known."""
    if audited.units is None:
        return
    for group, rows in audited.kept.items():
        counts = np.unique(audited.units[rows], return_counts=True)[1]
        most = int(counts.max(initial=0))
        share = most / max(1, len(rows))
        bad = share > UNIT_SHARE and most > 1
        words = f"One author (sampling.cluster) wrote {share:.1%} of the texts of {group}, of {len(counts):,} in all."
        mend = "Take fewer texts of each author, or read distances of this group as one author's." * bad
        yield AuditFinding("one_author", group, WARNING if bad else OK, share, most, "", words, mend)
