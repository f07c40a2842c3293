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

_BEHIND = (abstentions, asked_items, audit, method, reproducibility)
SECTIONS = (benchmark_scores.SECTION, region_gaps.OF_GROUPS, *(subject.SECTION for subject in _BEHIND))
