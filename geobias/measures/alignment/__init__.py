"""Alignment: with whom do a data set's labels and a model's answers agree?"""

from geobias.measures.alignment.cells import Cell, cells_of, mean_answers
from geobias.measures.alignment.differences import alignment_differences
from geobias.measures.alignment.intervals import alignment_intervals
from geobias.measures.alignment.published import Suppression, align
from geobias.measures.alignment.settings import AlignmentSettings
from geobias.measures.alignment.statistics import CORRECTED, LATENT, MATCHED, STATISTICS, R

__all__ = [
    "CORRECTED",
    "LATENT",
    "MATCHED",
    "STATISTICS",
    "AlignmentSettings",
    "Cell",
    "R",
    "Suppression",
    "align",
    "alignment_differences",
    "alignment_intervals",
    "cells_of",
    "mean_answers",
]
