"""How right answers about each group of a benchmark are."""

from geobias.report.sections.benchmark_scores.section import SECTION

__all__ = ["SECTION"]
