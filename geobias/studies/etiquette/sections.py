"""What the page of an etiquette study shows, in its order."""

from geobias.report.sections import (
    abstentions,
    asked_statements,
    audit,
    etiquette_examples,
    etiquette_scores,
    method,
    named_regions,
    region_distances,
    region_gaps,
    reproducibility,
    transfer,
    written_statements,
    wrong_types,
)

_IN_ORDER = (
    etiquette_scores, wrong_types, region_gaps, abstentions, transfer, region_distances, named_regions,
    written_statements, etiquette_examples, asked_statements, audit, method, reproducibility,
)  # fmt: skip
SECTIONS = tuple(subject.SECTION for subject in _IN_ORDER)
