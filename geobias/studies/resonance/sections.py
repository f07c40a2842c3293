"""What the page of a resonance study shows, in its order."""

from geobias.report.sections import (
    age_items,
    certificate,
    interview,
    method,
    nation_fits,
    projections,
    reproducibility,
    scorings,
    statements,
)

_IN_ORDER = (
    certificate, interview, projections, nation_fits, age_items, statements, scorings, method, reproducibility,
)  # fmt: skip
SECTIONS = tuple(subject.SECTION for subject in _IN_ORDER)
