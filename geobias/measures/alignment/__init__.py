"""Alignment: with whom do a data set's labels and a model's answers agree?"""

from geobias.measures.alignment.cells import Cell, cells_of, mean_answers
from geobias.measures.alignment.published import Suppression, align

__all__ = ["Cell", "Suppression", "align", "cells_of", "mean_answers"]
