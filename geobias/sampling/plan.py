"""SamplingPlan: the sizes and rules of every draw of a study."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from geobias.corpora import joint_name
from geobias.errors import InputError

CLUSTER = "cluster"
"""The attribute that loaders give a corpus whose texts' authors (days, sources) are known."""


@dataclass(frozen=True)
class SamplingPlan:
    """What is drawn, how large, how often.

    Attributes
    ----------
    by : the attribute whose values are the groups; a study takes that of the corpus (`corpus.group`). Several make
        joint groups, e.g. ("country", "sex") those of the attribute "country / sex" (`Corpus.grouped`).
    cluster : the attribute whose equal values (an author, a day) are dealt, permuted and left out together where
        floors, intervals and tests are made, where the corpus has it; a text whose value is blank, or a word for it, is
        a cluster of its own. None = every text is.
    groups : the base groups; None = every value but pooled groups and a declared baseline.
    pooled_groups : values of `by` that pool several regions, beside those that the corpus declares (Reuters'
        "multiple"): measured, kept out of inference.
    mixed : add a group of equal parts of every base group's pool, "mixed".
    baseline : add the reference the training texts come from, or all texts of the test split, "baseline".
        Where a group of the user's has such a name, ours is "mixed (built)" or "baseline (built)".
    pool : documents of a group that all its draws come from (published: 810); None = all it has.
    outer, outer_documents, inner, documents : the nested bootstrap; each of `outer` samples of `outer_documents`
        from the pool is resampled `inner` times to `documents`, both with replacement.
    most_divergences : of all pairs and repeats of the nested bootstrap; many groups get fewer inner resamples, with a
        notice. None = as many as asked for.
    lda_repeats, lda_documents : subsamples without replacement for the discriminant, documents per group.
    score_repeats, score_documents : subsamples without replacement that scores are computed on.
    score_all : scores draw from every usable text of a group that does not train, not from its pool alone.
    long_join, long_documents, long_blocks : long texts are `long_join` short ones joined, `long_documents` per group,
        joined only within one of `long_blocks` blocks of the pool, so that different blocks share no source text.
    min_documents : a group with fewer usable documents is small; `on_small` says what happens to it: "drop" (left
        out, in one notice for all such groups), "all" (taken as it is) or "error".
    near_duplicates : texts whose 5-character shingles have a Jaccard similarity of at least this are never on both
        sides of training and evaluation, and count once in floors, intervals and tests; None = copies alone, equal but
        for case and punctuation.
    on_shared : what becomes of texts that stand in several groups, equal but for case and punctuation: "keep", or
        "drop" = none of them is measured, scored or trained on.
    on_conflict : what becomes of texts that could train and have a copy with another label: "drop" = none of them
        trains, "first" = the first in the file does. Evaluated ones stay, each with its own label.
    train_ungrouped : whether texts without a group train too.
    unseen_labels : what becomes of labels that no training text has: "drop" = they are no part of the task, "keep" =
        they are, and every model misses them.
    """

    by: str | tuple[str, ...] = "region"
    cluster: str | None = CLUSTER
    groups: tuple[str, ...] | None = None
    pooled_groups: tuple[str, ...] = ()
    mixed: bool = True
    baseline: bool = True
    pool: int | None = 810
    outer: int = 5
    outer_documents: int = 200
    inner: int = 5
    documents: int = 100
    most_divergences: int | None = 5000
    lda_repeats: int = 25
    lda_documents: int = 100
    score_repeats: int = 30
    score_documents: int = 200
    score_all: bool = False
    long_join: int = 10
    long_documents: int = 225
    long_blocks: int = 5
    min_documents: int = 20
    on_small: Literal["error", "all", "drop"] = "drop"
    near_duplicates: float | None = 0.8
    on_shared: Literal["keep", "drop"] = "keep"
    on_conflict: Literal["drop", "first"] = "drop"
    train_ungrouped: bool = False
    unseen_labels: Literal["drop", "keep"] = "drop"

    def __post_init__(self) -> None:
        if self.near_duplicates is not None and not 0 < self.near_duplicates <= 1:
            raise InputError(
                "sampling.near_duplicates must lie in (0, 1], or be null",
                f"it is {self.near_duplicates}",
                "Pass 0.8, or null for exact copies alone.",
            )
        if self.groups is not None and len(set(self.groups)) < max(2, len(self.groups)):
            raise InputError(
                "sampling.groups must name at least two groups, each once",
                f"they are {list(self.groups)}",
                "Name others, or leave it out for all groups.",
            )
        for name in self.__dataclass_fields__:
            value = getattr(self, name)
            if type(value) is int and value < 1:
                raise InputError(f"sampling.{name} must be at least 1", f"it is {value}", "Give a positive number.")

    @property
    def attribute(self) -> str:
        """The attribute whose values are the groups; of several `by` the joint one."""
        return joint_name(self.by)

    @property
    def repeats(self) -> int:
        """Repeats of the nested bootstrap."""
        return self.outer * self.inner
