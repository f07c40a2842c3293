"""Alignment: with whom do a data set's labels and a model's answers agree?"""

from geobias.measures.alignment.cells import Cell, cells_of, mean_answers
from geobias.measures.alignment.cloud_distances import ItemDistances, ItemDistanceSettings, item_distances
from geobias.measures.alignment.cloud_geometry import ItemGeometry, item_geometry
from geobias.measures.alignment.clouds import item_clouds
from geobias.measures.alignment.components import crossed_model
from geobias.measures.alignment.differences import alignment_differences
from geobias.measures.alignment.dividing import dividing_items
from geobias.measures.alignment.gaps import alignment_gaps
from geobias.measures.alignment.held_out import held_out_labels
from geobias.measures.alignment.intervals import alignment_intervals
from geobias.measures.alignment.majority import LabelShare, MajorityLabels
from geobias.measures.alignment.own_part import own_parts
from geobias.measures.alignment.placebo import alignment_placebos, relabelled, with_parity
from geobias.measures.alignment.published import Suppression, align
from geobias.measures.alignment.settings import AlignmentSettings
from geobias.measures.alignment.soft import soft_alignments
from geobias.measures.alignment.statistics import CORRECTED, LATENT, MATCHED, STATISTICS, R
from geobias.measures.alignment.who_answered import annotator_groups, item_answers

__all__ = [
    "CORRECTED",
    "LATENT",
    "MATCHED",
    "STATISTICS",
    "AlignmentSettings",
    "Cell",
    "ItemDistanceSettings",
    "ItemDistances",
    "ItemGeometry",
    "LabelShare",
    "MajorityLabels",
    "R",
    "Suppression",
    "align",
    "alignment_differences",
    "alignment_gaps",
    "alignment_intervals",
    "alignment_placebos",
    "annotator_groups",
    "cells_of",
    "crossed_model",
    "dividing_items",
    "held_out_labels",
    "item_answers",
    "item_clouds",
    "item_distances",
    "item_geometry",
    "mean_answers",
    "own_parts",
    "relabelled",
    "soft_alignments",
    "with_parity",
]
