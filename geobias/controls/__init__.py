"""Controls: the pipeline where nothing is to be found (random groups), and where a known thing is (planted effects);
and what is left of a finding when training or cleaning is done again, alike for all groups."""

from geobias.controls.cost import count_controls
from geobias.controls.dissimilarities import dissimilarity_tables
from geobias.controls.mean_distances import mahalanobis_tables
from geobias.controls.placebo import pairs_of, partitions
from geobias.controls.repeated import Repeated
from geobias.controls.running import Controls, run_controls
from geobias.controls.settings import ControlPlan, ControlSettings
from geobias.controls.tables import control_tables

__all__ = [
    "ControlPlan",
    "ControlSettings",
    "Controls",
    "Repeated",
    "control_tables",
    "count_controls",
    "dissimilarity_tables",
    "mahalanobis_tables",
    "pairs_of",
    "partitions",
    "run_controls",
]
