"""Score tables: slips in anyone's tables of scores, gaps and distances, and in the texts beside them."""

from geobias.audit.score_tables.answer_counts import RECALLS, Confusions, confusions, texts_behind
from geobias.audit.score_tables.auditing import CHECKS, audit_tables
from geobias.audit.score_tables.gap_lines import GapLine, NamedLine, gap_line, gap_line_of
from geobias.audit.score_tables.like_groups import Twins, apart_groups, twins
from geobias.audit.score_tables.prevalence import precisions, prevalence_gaps
from geobias.audit.score_tables.series import identical_series, same_in_every_repeat
from geobias.audit.score_tables.stretches import Stretch, shared_rows, shared_stretches
from geobias.audit.score_tables.whole_counts import MultilabelCounts, multilabel_counts

__all__ = [
    "CHECKS",
    "RECALLS",
    "Confusions",
    "GapLine",
    "MultilabelCounts",
    "NamedLine",
    "Stretch",
    "Twins",
    "apart_groups",
    "audit_tables",
    "confusions",
    "gap_line",
    "gap_line_of",
    "identical_series",
    "multilabel_counts",
    "precisions",
    "prevalence_gaps",
    "same_in_every_repeat",
    "shared_rows",
    "shared_stretches",
    "texts_behind",
    "twins",
]
