"""What a model writes of each region: whether it agrees with itself, and which words part regions."""

from geobias.report.sections.written_statements.section import SECTION

__all__ = ["SECTION"]
