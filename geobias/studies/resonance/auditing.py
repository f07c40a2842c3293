"""`geobias audit`: what a resonance study would find in the survey before it asks."""

from __future__ import annotations

from geobias.audit import Audit, audit_respondents
from geobias.corpora import load_surveyed
from geobias.studies.resonance.settings import ResonanceStudySettings


def audit(settings: ResonanceStudySettings) -> Audit:
    """Read the survey and look; raises what reading raises."""
    return audit_respondents(load_surveyed(settings.corpus))
