"""The audit of statements that regions accept or not: unlike labels are a fault within a region, not between two."""

from __future__ import annotations

from geobias.audit.grouped import audit_grouped
from geobias.audit.labels import conflicts_of, labels
from geobias.audit.languages import languages
from geobias.audit.scripts import scripts
from geobias.audit.signatures import signatures
from geobias.audit.texts import Audit
from geobias.audit.tokens import empty_texts, lengths
from geobias.corpora import Etiquette
from geobias.corpora.etiquette import REGION


def audit_statements(statements: Etiquette) -> Audit:
    """Every check that statements of regions allow."""
    checks = (empty_texts, lengths, labels, signatures, scripts, languages)
    return audit_grouped(statements.to_corpus(), REGION, checks, within=(conflicts_of,))
