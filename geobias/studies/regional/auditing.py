"""`geobias audit`: what a regional study would find before it encodes a text."""

from __future__ import annotations

from geobias.audit import Audit
from geobias.pipeline import Inputs, Session, group_texts, task_kind, with_audit
from geobias.studies.regional.settings import RegionalSettings


def audit(settings: RegionalSettings) -> Audit:
    """Tokenize, choose pools and look; raises the same errors as `run` where there are no groups to look at."""
    session, inputs = Session.unkept(settings), Inputs.read(settings)
    learns = task_kind(inputs, settings.task) != "none"
    materials = group_texts(inputs, settings.sampling, session, learns=learns)
    return with_audit(materials, settings.sampling, settings.audit.allow, stops=False).audited
