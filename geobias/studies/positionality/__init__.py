"""The positionality study: with whom do a data set's labels and a model's answers agree?

In a notebook::

    from geobias.studies import positionality
    report = positionality.run(
        corpus={"name": "judgements", "path": "judgements.csv", "attributes": ["country"], "sources": ["label"]}
    )
"""

from geobias.studies.positionality.auditing import audit
from geobias.studies.positionality.plan import plan
from geobias.studies.positionality.sections import SECTIONS
from geobias.studies.positionality.settings import AlignmentPlan, PositionalitySettings
from geobias.studies.positionality.study import STUDY, Measured, measure

SETTINGS, run = PositionalitySettings, STUDY.run

__all__ = [
    "SECTIONS",
    "SETTINGS",
    "AlignmentPlan",
    "Measured",
    "PositionalitySettings",
    "audit",
    "measure",
    "plan",
    "run",
]
