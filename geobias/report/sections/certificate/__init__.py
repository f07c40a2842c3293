"""Whether differences of nations outlive the designs that found them, and which design moves them."""

from geobias.report.sections.certificate.section import SECTION

__all__ = ["SECTION"]
