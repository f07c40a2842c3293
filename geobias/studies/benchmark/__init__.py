"""The benchmark study: how right are a model's answers to the items of each group?

In a notebook::

    from geobias.studies import benchmark
    report = benchmark.run(corpus={"name": "benchmark", "path": "mine.yaml"}, responder={"name": "smollm2"})
"""

from geobias.studies.benchmark.auditing import audit
from geobias.studies.benchmark.plan import plan
from geobias.studies.benchmark.sections import SECTIONS
from geobias.studies.benchmark.settings import BenchmarkSettings, BenchmarkStudySettings
from geobias.studies.benchmark.study import STUDY, Measured, measure

SETTINGS, run = BenchmarkStudySettings, STUDY.run

__all__ = [
    "SECTIONS",
    "SETTINGS",
    "BenchmarkSettings",
    "BenchmarkStudySettings",
    "Measured",
    "audit",
    "measure",
    "plan",
    "run",
]
