"""`geobias audit`: what a positionality study would find before it compares."""

from __future__ import annotations

from geobias.audit import Audit, audit_judgements
from geobias.corpora import load_judged
from geobias.studies.positionality.settings import PositionalitySettings


def audit(settings: PositionalitySettings) -> Audit:
    """Read the judgements and look; raises what reading raises. Models are not asked."""
    return audit_judgements(load_judged(settings.corpus))
