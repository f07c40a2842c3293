"""The training-mix study: what a region's own texts in the training set are worth to it and to the others.

In a notebook::

    from geobias.studies import training_mix
    report = training_mix.run(corpus={"name": "tweets", "path": "tweets"}, mix={"shares": [0.5, 0.0]})
"""

from geobias.studies.training_mix.auditing import audit
from geobias.studies.training_mix.plan import plan
from geobias.studies.training_mix.sections import SECTIONS
from geobias.studies.training_mix.settings import TrainingMixSettings
from geobias.studies.training_mix.study import STUDY, Measured, measure

SETTINGS, run = TrainingMixSettings, STUDY.run

__all__ = ["SECTIONS", "SETTINGS", "Measured", "TrainingMixSettings", "audit", "measure", "plan", "run"]
