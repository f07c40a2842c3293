"""What the page of a resonance study shows, in its order."""

from geobias.report.sections import (
    age_items,
    answer_geometry,
    audit,
    certificate,
    interview,
    method,
    nation_fits,
    projections,
    reproducibility,
    scorings,
    stated_values,
    statements,
)

_IN_ORDER = (
    certificate, projections, nation_fits, age_items, statements, scorings, stated_values, answer_geometry, interview,
    audit, method, reproducibility,
)  # fmt: skip
SECTIONS = tuple(subject.SECTION for subject in _IN_ORDER)
