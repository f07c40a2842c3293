"""What the page of a positionality study shows, in its order."""

from geobias.report.sections import (
    agreement,
    alignment,
    alignment_differences,
    alignment_placebos,
    annotators,
    audit,
    dividing_items,
    method,
    reproducibility,
    soft_alignments,
)

_IN_ORDER = (
    annotators, alignment, alignment_differences, alignment_placebos, agreement, dividing_items, soft_alignments,
    audit, method, reproducibility,
)  # fmt: skip
SECTIONS = tuple(subject.SECTION for subject in _IN_ORDER)
