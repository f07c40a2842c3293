"""What the page of a positionality study shows, in its order."""

from geobias.report.sections import method, reproducibility

_IN_ORDER = (method, reproducibility)
SECTIONS = tuple(subject.SECTION for subject in _IN_ORDER)
