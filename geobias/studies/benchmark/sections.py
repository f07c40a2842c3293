"""What the page of a benchmark study shows, in its order."""

from geobias.report.sections import (
    abstentions,
    asked_items,
    audit,
    benchmark_scores,
    method,
    region_gaps,
    reproducibility,
)

_IN_ORDER = (benchmark_scores, region_gaps, abstentions, asked_items, audit, method, reproducibility)
SECTIONS = tuple(subject.SECTION for subject in _IN_ORDER)
