"""`geobias audit`: what an etiquette study would find before it asks."""

from __future__ import annotations

from geobias.audit import Audit, audit_statements
from geobias.corpora import load_statements
from geobias.studies.etiquette.settings import EtiquetteStudySettings


def audit(settings: EtiquetteStudySettings) -> Audit:
    """Read the statements and look; raises what reading raises."""
    return audit_statements(load_statements(settings.corpus))
