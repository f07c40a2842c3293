"""The audit of texts in groups: every check, in the order in which a reader would ask."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from geobias.audit.audited import Audited
from geobias.audit.copies import copies, overlaps
from geobias.audit.labels import conflicts, labels
from geobias.audit.languages import languages
from geobias.audit.leakage import leakage
from geobias.audit.names import group_names
from geobias.audit.scripts import scripts
from geobias.audit.signatures import mended, signatures
from geobias.audit.sizes import sizes, uneven_sizes, units
from geobias.audit.tokens import empty_texts, lengths, truncated_texts, unknown_tokens
from geobias.tables import AuditFinding, FindingTable, OverlapTable

BY_GROUP = (empty_texts, truncated_texts, lengths, unknown_tokens, labels)
"""Checks of what distances and scores follow; where these warn, verdicts go by adjusted differences."""
BESIDE = (conflicts, signatures, mended, scripts, languages, leakage, sizes, uneven_sizes, units)


@dataclass(frozen=True)
class Audit:
    """What an audit found, and, of texts, how many of one group stand in another."""

    findings: FindingTable
    overlaps: OverlapTable = field(default_factory=lambda: OverlapTable(()))

    def allowing(self, names: Iterable[str]) -> Audit:
        """The same with checks that may stop a run overridden by name."""
        return Audit(self.findings.allowing(names), self.overlaps)


def audit_texts(audited: Audited) -> Audit:
    """Every check of a corpus in groups: one finding per check and group, fine or not."""
    table = overlaps(audited)
    return Audit(FindingTable((*audit_groups(audited).rows, *_rest(audited, table))), table)


def audit_groups(audited: Audited) -> FindingTable:
    """The checks of `BY_GROUP` alone, which are quick."""
    return FindingTable(tuple(finding for check in BY_GROUP for finding in check(audited)))


def _rest(audited: Audited, table: OverlapTable) -> Iterator[AuditFinding]:
    yield from copies(audited, table)
    for check in BESIDE:
        yield from check(audited)
    if audited.names:
        yield from group_names(audited.names)
