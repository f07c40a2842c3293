"""`geobias audit`: what a training-mix study would find before it encodes a text."""

from __future__ import annotations

from geobias.audit import Audit
from geobias.pipeline import Inputs, Session, with_audit
from geobias.studies.training_mix.settings import TrainingMixSettings
from geobias.studies.training_mix.study import regional_groups


def audit(settings: TrainingMixSettings) -> Audit:
    """Tokenize, choose pools and look; raises the same errors as `run` where there are no groups to look at."""
    session = Session.unkept(settings)
    materials, sampling, _ = regional_groups(Inputs.read(settings), settings, session)
    return with_audit(materials, sampling, settings.audit.allow, stops=False).audited
