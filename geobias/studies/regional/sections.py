"""What the page of a regional study shows, in its order."""

from geobias.report.sections import (
    audit,
    controls,
    differences,
    distances,
    explanations,
    layers,
    method,
    performance,
    relations,
    representation,
    reproducibility,
    separation,
    texts,
)

_IN_ORDER = (
    texts, audit, differences, separation, explanations, distances, representation, performance, relations, layers,
    controls, method, reproducibility,
)  # fmt: skip
SECTIONS = tuple(subject.SECTION for subject in _IN_ORDER)
