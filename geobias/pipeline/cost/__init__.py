"""What a run would do and cost on this machine: works are counted, and a little of each is timed."""

from geobias.pipeline.cost.account import Plan
from geobias.pipeline.cost.encoding import EncodingWork, encoding_work
from geobias.pipeline.cost.omnibus import count_omnibus
from geobias.pipeline.cost.sinkhorn import (
    ClusterCounts,
    Counted,
    SinkhornWork,
    count_distances,
    count_floors,
    count_layers,
    pairs,
    sinkhorn_works,
)
from geobias.pipeline.cost.training import TrainingWork, training_work

__all__ = [
    "ClusterCounts",
    "Counted",
    "EncodingWork",
    "Plan",
    "SinkhornWork",
    "TrainingWork",
    "count_distances",
    "count_floors",
    "count_layers",
    "count_omnibus",
    "encoding_work",
    "pairs",
    "sinkhorn_works",
    "training_work",
]
