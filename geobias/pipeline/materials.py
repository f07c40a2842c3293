"""Materials: what is decided before the first text is encoded; each step of the preparation adds its part."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from geobias.audit import Audit, TextStatistics
from geobias.corpora import Corpus
from geobias.sampling import Draws, Fold, Pools, Units
from geobias.tables import FindingTable


@dataclass(frozen=True)
class Texts:
    """One kind of text, "short" or "long", with its draws; None where the study does not need them.

    blocks : of every long text, texts of different blocks share no source.
    """

    corpus: Corpus
    pools: Pools
    bootstrap: Draws | None
    subsamples: Draws | None
    blocks: np.ndarray | None = None


@dataclass(frozen=True)
class Materials:
    """A corpus in groups (`reading`), the rows of a task (`task_rows`) and the draws of texts (`text_draws`).

    units : of every text, what is resampled together (author, day), and which of several copies counts.
    task : "none", "binary", "multiclass" or "multilabel", as the corpus and the settings allow.
    probed : whether the task's models read embeddings.
    score_draws : the texts that scores are computed on, where these are drawn.
    kinds : "short" and, where asked for, "long" texts.
    separated : kinds of texts whose token clouds are also compared at one size, with their floor.
    notices : what a reader should know, one sentence each.
    dropped : bool (n,), texts that are left out because several groups have them; None = they are kept.
    audit : what was found before anything is measured; None = nobody looked.
    """

    corpus: Corpus
    statistics: TextStatistics
    pools: Pools
    units: Units
    task: str = "none"
    probed: bool = False
    folds: list[Fold] = field(default_factory=list)
    score_draws: Draws | None = None
    kinds: Mapping[str, Texts] = field(default_factory=dict)
    separated: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()
    dropped: np.ndarray | None = None
    audit: Audit | None = None

    def noticing(self, *sentences: str) -> Materials:
        """The same with these said after the others."""
        return replace(self, notices=(*self.notices, *sentences))

    @property
    def audited(self) -> Audit:
        """What the audit found; nothing where nobody looked."""
        return self.audit if self.audit is not None else Audit(FindingTable(()))

    @property
    def clusters(self) -> np.ndarray:
        """The unit of every text, int64 (n,)."""
        return self.units.of_text

    @cached_property
    def corpus_sha256(self) -> str:
        return self.corpus.digest()

    def is_evaluated(self, group: str) -> bool:
        """Whether every model is scored on the group's draws; else each on its own held-out fold."""
        return group != self.pools.baseline or not self.pools.held_out_baseline

    def evaluated_rows(self) -> np.ndarray:
        """Every row that all models are asked about, once, int64."""
        return np.unique(np.concatenate([rows for g, rows in self.pools.scored.items() if self.is_evaluated(g)]))

    def scored_rows(self, group: str) -> np.ndarray:
        """Labelled rows that scores of a group are computed on in any repeat, once; none without a task."""
        if self.task == "none":
            return np.empty(0, dtype=np.int64)
        if not self.is_evaluated(group):
            rows = np.concatenate([fold.held_out for fold in self.folds])
        elif self.score_draws is None:
            rows = self.pools.scored[group]
        else:
            rows = self.pools.scored[group][self.score_draws.positions[group]]
        return np.unique(rows[self.corpus.labelled[rows]])

    def texts_to_encode(self) -> list[str]:
        """All texts whose pooled vectors are needed, each once."""
        short = [*self.pools.rows.values()]
        if self.probed:
            short += [self.evaluated_rows(), *(row for fold in self.folds for row in (fold.train, fold.held_out))]
        wanted = [(self.corpus, np.unique(np.concatenate(short)))]
        if "long" in self.kinds:
            long = self.kinds["long"]
            wanted.append((long.corpus, np.arange(len(long.corpus))))
        return _distinct(wanted)

    def texts_for_clouds(self) -> list[str]:
        """All texts whose token vectors are needed, each once: those drawn, or all of a pool."""
        wanted = []
        for name, kind in self.kinds.items():
            if name in self.separated:
                wanted.append((kind.corpus, np.unique(np.concatenate(list(kind.pools.rows.values())))))
            elif kind.bootstrap is not None:
                wanted.append((kind.corpus, kind.bootstrap.drawn_rows()))
        return _distinct(wanted)


def _distinct(wanted: Iterable[tuple[Corpus, np.ndarray]]) -> list[str]:
    """Texts of (corpus, rows) pairs, each once, in order."""
    return list(dict.fromkeys(text for corpus, rows in wanted for text in corpus.texts[rows]))
