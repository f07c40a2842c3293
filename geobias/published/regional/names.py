"""What the released files call groups, scores and columns, and what they are called here."""

from __future__ import annotations

from dataclasses import dataclass

from geobias.errors import InputError

BASELINE, MIXED, ZA = "baseline", "mixed", "ZA"
GROUPS = (BASELINE, MIXED, "CA", "AU", "NZ", "UK", "US", ZA)
REGIONS = GROUPS[2:]
_ALIASES = {"base": BASELINE, "rand": BASELINE, "5-mixed": MIXED, "5mixed": MIXED}


@dataclass(frozen=True)
class Score:
    """One score: its name, the stem of its file of means, and its columns among the pairs."""

    metric: str
    stem: str
    gap: str
    dependence: str

    @property
    def words(self) -> str:
        return self.metric.replace("_neg", " (negative)").replace("_pos", " (positive)").replace("auc", "AUC")


SCORES = (
    Score("accuracy", "accuracy", "accuracy(%)", "dist_cor_acc"),
    Score("auc", "auc", "AUC(%)", "dist_cor_auc"),
    Score("precision_neg", "precision0", "precision_neg(%)", "dist_cor_prec0"),
    Score("precision_pos", "precision1", "precision_pos(%)", "dist_cor_prec1"),
    Score("recall_neg", "recall0", "recall_neg(%)", "dist_cor_reca0"),
    Score("recall_pos", "recall1", "recall_pos(%)", "dist_cor_reca1"),
)
F1_COLUMNS = {"F1 (negative)": "f1_0(%)", "F1 (positive)": "f1_1(%)"}
SHORT, LONG, LDA = "bert_short", "bert_long", "lda_long"
DISTANCES = (SHORT, LONG, LDA)
Pair = tuple[str, str]


def group_of(name: str) -> str:
    """
    >>> group_of("base"), group_of("5-mixed"), group_of("ca")
    ('baseline', 'mixed', 'CA')
    """
    word = name.strip().lower()
    found = {group.lower(): group for group in GROUPS} | _ALIASES
    if word not in found:
        raise InputError(f"groups must be among {list(GROUPS)}", f"one is '{name}'", "Name the right folder.")
    return found[word]


def pair_of(label: str) -> Pair:
    """Two groups of a label such as "ZA_mixed"; a pair is one whichever of them stands first.

    >>> pair_of("ZA_mixed") == pair_of("mixed_za") == ("mixed", "ZA")
    True
    """
    parts = label.split("_")
    if len(parts) != 2:
        raise InputError("a pair must be two groups joined by _", f"one is '{label}'", "Name the right folder.")
    a, b = sorted((group_of(part) for part in parts), key=GROUPS.index)
    return a, b
