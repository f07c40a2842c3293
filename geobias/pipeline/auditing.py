"""The audit at the start of every study of texts, before the first text is encoded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from geobias.audit import Audited, audit_texts, check_stops
from geobias.corpora import POOLED
from geobias.pipeline.corpus_statistics import region_rows
from geobias.pipeline.materials import Materials
from geobias.sampling import SamplingPlan


def with_audit(
    materials: Materials, sampling: SamplingPlan, allowed: Sequence[str] = (), *, stops: bool = True
) -> Materials:
    """Look for what would make the comparison meaningless.

    Parameters
    ----------
    allowed : names of checks that may not stop the run. stops : False = nothing stops it, for who wants to see all.

    Raises
    ------
    InputError : a finding stops the run.
    """
    audit = audit_texts(audited(materials, sampling)).allowing(allowed)
    if stops:
        check_stops(audit.findings)
    return replace(materials, audit=audit)


def audited(materials: Materials, sampling: SamplingPlan) -> Audited:
    """The groups of a study as the audit looks at them."""
    corpus, pools = materials.corpus, materials.pools
    rows = region_rows(materials)
    declared = {*sampling.pooled_groups, *corpus.with_role(pools.by, POOLED)}
    beside = {name: pools.rows[name] for name in pools.pooled_groups}
    copied = {name: rows[name] for name in rows if name in beside and name not in declared}
    return Audited(
        corpus,
        {name: rows[name] for name in pools.regions},
        materials.statistics,
        {name: some for name, some in beside.items() if name not in copied},
        copied,
        {name: len(some) for name, some in corpus.groups(pools.by).items()},
        _units(materials),
        _drawn(sampling, scored=corpus.task != "none"),
        sampling.pool,
        materials.dropped,
    )


def _units(materials: Materials) -> np.ndarray | None:
    """None where every text is a unit of its own."""
    of_text = materials.units.of_text
    return of_text if len(np.unique(of_text)) < len(of_text) else None


def _drawn(sampling: SamplingPlan, *, scored: bool) -> dict[str, int]:
    names = ["outer_documents", "lda_documents", *(["score_documents"] if scored else [])]
    return {f"sampling.{name}": getattr(sampling, name) for name in names}
