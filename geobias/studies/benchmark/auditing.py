"""`geobias audit`: what a benchmark study would find before it asks."""

from __future__ import annotations

from geobias.audit import Audit, audit_items
from geobias.corpora import load_benchmarked
from geobias.studies.benchmark.settings import BenchmarkStudySettings


def audit(settings: BenchmarkStudySettings) -> Audit:
    """Read the items and look; raises what reading raises."""
    return audit_items(load_benchmarked(settings.corpus))
