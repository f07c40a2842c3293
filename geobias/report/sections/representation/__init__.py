"""Whether regions that are rare in the reference set are far from it."""

from geobias.report.sections.representation.figures import share_of
from geobias.report.sections.representation.section import SECTION

__all__ = [
    "SECTION",
    "share_of",
]
