"""The resonance study: which values does generated text carry, whose are they, and does that outlive other wordings?

In a notebook::

    from geobias.studies import resonance
    report = resonance.run(responder={"name": "smollm2"}, interview={"source": "nations"}, corpus={"name": "no_survey"})
"""

from geobias.studies.resonance.auditing import audit
from geobias.studies.resonance.plan import plan
from geobias.studies.resonance.respondents import in_words_of as in_words_of
from geobias.studies.resonance.sections import SECTIONS
from geobias.studies.resonance.settings import ResonancePlan, ResonanceStudySettings
from geobias.studies.resonance.study import STUDY, Measured, Read, measure

SETTINGS, run = ResonanceStudySettings, STUDY.run

__all__ = [
    "SECTIONS",
    "SETTINGS",
    "Measured",
    "Read",
    "ResonancePlan",
    "ResonanceStudySettings",
    "audit",
    "measure",
    "plan",
    "run",
]
