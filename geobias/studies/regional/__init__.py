"""The regional study: distances between regions, a task's performance by region, and the relation of the two.

In a notebook::

    from geobias.studies import regional
    report = regional.run(corpus={"name": "tweets", "path": "tweets"})
    report
"""

from geobias.pipeline.settings import RegionalSettings
from geobias.studies.regional.plan import Plan, plan
from geobias.studies.regional.recipe import run

SETTINGS = RegionalSettings

__all__ = ["SETTINGS", "Plan", "RegionalSettings", "plan", "run"]
