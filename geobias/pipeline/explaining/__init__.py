"""Why two groups of a finished run differ: its texts anew, three methods on them, and the excess without words."""

from geobias.pipeline.explaining.masking import Masking, mask_words
from geobias.pipeline.explaining.measuring import Explained, explain_by, pair_costs
from geobias.pipeline.explaining.reopening import (
    EXPLAINED,
    check_content,
    finished_run,
    record_explained,
    reopened,
)
from geobias.pipeline.explaining.texts import ComparedTexts
from geobias.pipeline.explaining.writing import keep_rows

__all__ = [
    "EXPLAINED",
    "ComparedTexts",
    "Explained",
    "Masking",
    "check_content",
    "explain_by",
    "finished_run",
    "keep_rows",
    "mask_words",
    "pair_costs",
    "record_explained",
    "reopened",
]
