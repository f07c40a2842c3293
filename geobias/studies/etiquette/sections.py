"""What the page of an etiquette study shows, in its order."""

from geobias.report.sections import (
    abstentions,
    asked_statements,
    audit,
    etiquette_examples,
    etiquette_scores,
    method,
    region_gaps,
    reproducibility,
    transfer,
    wrong_types,
)

_IN_ORDER = (
    etiquette_scores, wrong_types, region_gaps, abstentions, transfer, etiquette_examples, asked_statements, audit,
    method, reproducibility,
)  # fmt: skip
SECTIONS = tuple(subject.SECTION for subject in _IN_ORDER)
