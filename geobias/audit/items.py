"""The audit of a benchmark's items: those of one group beside those of the others."""

from __future__ import annotations

from geobias.audit.grouped import audit_grouped
from geobias.audit.languages import languages
from geobias.audit.scripts import scripts
from geobias.audit.signatures import signatures
from geobias.audit.texts import Audit
from geobias.audit.tokens import empty_texts, lengths
from geobias.corpora import Benchmark


def audit_items(items: Benchmark) -> Audit:
    """Every check that items allow; the text of one is all that its row holds."""
    return audit_grouped(items.to_corpus(), "group", (empty_texts, lengths, signatures, scripts, languages))
