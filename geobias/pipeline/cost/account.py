"""Plan: the account of what a run would do and cost, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from geobias.pipeline.cost.durations import clock
from geobias.pipeline.cost.encoding import EncodingWork
from geobias.pipeline.cost.sinkhorn import SinkhornWork
from geobias.pipeline.cost.training import TrainingWork
from geobias.pipeline.materials import Materials


@dataclass(frozen=True)
class Plan:
    """What a run would do; `str` gives the account that the command prints."""

    groups: dict[str, int]
    roles: dict[str, str]
    encoding: EncodingWork
    sinkhorn: list[SinkhornWork]
    lda_fits: int
    models: int
    training: TrainingWork | None
    store: str
    notices: Sequence[str] = field(default_factory=list)

    @classmethod
    def of(
        cls,
        materials: Materials,
        encoding: EncodingWork,
        training: TrainingWork | None,
        store: str,
        *,
        sinkhorn: Sequence[SinkhornWork] = (),
        lda_fits: int = 0,
    ) -> Plan:
        """The account of a study of these materials."""
        return cls(
            groups={group: len(rows) for group, rows in materials.pools.rows.items()},
            roles=materials.pools.roles,
            encoding=encoding,
            sinkhorn=list(sinkhorn),
            lda_fits=lda_fits,
            models=len(materials.folds),
            training=training,
            store=str(Path(store)),
            notices=materials.notices,
        )

    @property
    def seconds(self) -> float:
        """Of all that was timed."""
        training = self.training.seconds if self.training else 0.0
        return self.encoding.seconds + training + sum(work.seconds for work in self.sinkhorn)

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        yield "Groups (documents in the pool):"
        yield "  " + ", ".join(f"{g} {n}" for g, n in self.groups.items())
        encoding = self.encoding
        yield (
            f"Encode {encoding.missing_texts:,} of {encoding.texts:,} texts ({encoding.missing_tokens:,} tokens): "
            f"about {clock(encoding.seconds)}."
        )
        for work in self.sinkhorn:
            number = f"{'at most ' * work.at_most}{work.problems:,}"
            yield (
                f"Sinkhorn, {work.purpose}: {number} problems of about {work.tokens_per_cloud:,} tokens per cloud: "
                f"about {clock(work.seconds)}, {work.gigabytes:.2f} GB of costs at once."
            )
        fits = f"Discriminants: {self.lda_fits:,} fits. " if self.lda_fits else ""
        yield f"{fits}Task: {self.models} models."
        if self.training:
            yield str(self.training)
        yield f"The store grows by about {encoding.gigabytes:.2f} GB in {self.store}."
        untimed = ["discriminants"] * bool(self.lda_fits) + ["task"] * (self.training is None)
        besides = f" besides {' and '.join(untimed)}" if untimed else ""
        yield f"In all about {clock(self.seconds)}{besides}, by a short trial on this machine."
        for notice in self.notices:
            yield f"Note: {notice}"
