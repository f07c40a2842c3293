"""What a group's own texts in the training set are worth to it and to the others."""

from geobias.report.sections.training_mix.section import SECTION

__all__ = ["SECTION"]
