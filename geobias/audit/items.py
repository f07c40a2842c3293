"""The audit of a benchmark's items: those of one group beside those of the others."""

from __future__ import annotations

from collections.abc import Iterator

from geobias.audit.audited import Audited
from geobias.audit.copies import overlaps, repeats
from geobias.audit.languages import languages
from geobias.audit.names import group_names
from geobias.audit.scripts import scripts
from geobias.audit.signatures import signatures
from geobias.audit.texts import Audit
from geobias.audit.tokens import empty_texts, lengths
from geobias.corpora import Benchmark
from geobias.tables import AuditFinding, FindingTable, OverlapTable

_CHECKS = (empty_texts, lengths, signatures, scripts, languages)


def audit_items(items: Benchmark) -> Audit:
    """Every check that items allow; the text of one is all that its row holds.

    That several groups have an item is no fault.
    """
    corpus = items.to_corpus()
    groups = corpus.groups("group")
    audited = Audited(corpus, groups, names={name: len(rows) for name, rows in groups.items()})
    table = overlaps(audited)
    return Audit(FindingTable(tuple(_findings(audited, table))), table)


def _findings(audited: Audited, table: OverlapTable) -> Iterator[AuditFinding]:
    for check in _CHECKS:
        yield from check(audited)
    for group in audited.kept:
        yield repeats(audited, table, group)
    yield from group_names(audited.names, "groups")
