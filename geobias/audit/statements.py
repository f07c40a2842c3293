"""The audit of statements that regions accept or not: unlike labels are a fault within a region, not between two."""

from __future__ import annotations

from collections.abc import Iterator

from geobias.audit.audited import Audited
from geobias.audit.copies import overlaps, repeats
from geobias.audit.labels import conflicts_of, labels
from geobias.audit.languages import languages
from geobias.audit.names import group_names
from geobias.audit.scripts import scripts
from geobias.audit.signatures import signatures
from geobias.audit.texts import Audit
from geobias.audit.tokens import empty_texts, lengths
from geobias.corpora import Etiquette
from geobias.corpora.etiquette import REGION
from geobias.tables import AuditFinding, FindingTable, OverlapTable

_CHECKS = (empty_texts, lengths, labels, signatures, scripts, languages)


def audit_statements(statements: Etiquette) -> Audit:
    """Every check that statements of regions allow."""
    corpus = statements.to_corpus()
    groups = corpus.groups(REGION)
    audited = Audited(corpus, groups, names={name: len(rows) for name, rows in groups.items()})
    table = overlaps(audited)
    return Audit(FindingTable(tuple(_findings(audited, table))), table)


def _findings(audited: Audited, table: OverlapTable) -> Iterator[AuditFinding]:
    for check in _CHECKS:
        yield from check(audited)
    for group, rows in audited.kept.items():
        yield repeats(audited, table, group)
        yield from conflicts_of(audited, rows, group)
    yield from group_names(audited.names, "regions")
