"""The etiquette study: does a model know what is polite where?

In a notebook::

    from geobias.studies import etiquette
    report = etiquette.run(corpus={"name": "etiquette", "path": "norms.csv"}, responder={"name": "smollm2"})
"""

from geobias.studies.etiquette.auditing import audit
from geobias.studies.etiquette.plan import plan
from geobias.studies.etiquette.sections import SECTIONS
from geobias.studies.etiquette.settings import AskingSettings, EtiquettePlan, EtiquetteStudySettings
from geobias.studies.etiquette.study import STUDY, Measured, measure
from geobias.studies.etiquette.trained_settings import FinetunedSettings, ProbedSettings, PublishedSettings
from geobias.studies.etiquette.training import Lessons, dependence_of, least_units

SETTINGS, run = EtiquetteStudySettings, STUDY.run

__all__ = [
    "SECTIONS",
    "SETTINGS",
    "AskingSettings",
    "EtiquettePlan",
    "EtiquetteStudySettings",
    "FinetunedSettings",
    "Lessons",
    "Measured",
    "ProbedSettings",
    "PublishedSettings",
    "audit",
    "dependence_of",
    "least_units",
    "measure",
    "plan",
    "run",
]
