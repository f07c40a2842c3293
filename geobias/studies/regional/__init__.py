"""The regional study: distances between regions, a task's performance by region, and the relation of the two.

In a notebook::

    from geobias.studies import regional
    report = regional.run(corpus={"name": "tweets", "path": "tweets"})
    report
"""

from geobias.studies.regional.auditing import audit
from geobias.studies.regional.explaining import PairExplained, explain
from geobias.studies.regional.plan import plan
from geobias.studies.regional.sections import SECTIONS
from geobias.studies.regional.settings import RegionalSettings
from geobias.studies.regional.study import STUDY, Measured, measure

SETTINGS, run = RegionalSettings, STUDY.run

__all__ = [
    "SECTIONS",
    "SETTINGS",
    "Measured",
    "PairExplained",
    "RegionalSettings",
    "audit",
    "explain",
    "measure",
    "plan",
    "run",
]
