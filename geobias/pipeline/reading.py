"""A corpus in groups: what the encoder reads of every text, the units that texts come in, and the groups' pools."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from geobias.audit import TextStatistics, check_readable
from geobias.corpora import Corpus
from geobias.errors import InputError
from geobias.models import Encoder
from geobias.pipeline.inputs import Inputs
from geobias.pipeline.materials import Materials
from geobias.pipeline.naming import check_sampled_names
from geobias.pipeline.separable import LEAST_CLUSTERS
from geobias.pipeline.session import Session
from geobias.sampling import CLUSTER, Pools, SamplingPlan, Units, make_pools, shared_texts, units_of
from geobias.suggest import nearest, override

_COUNTED_AT_ONCE = 1_000


def group_texts(inputs: Inputs, sampling: SamplingPlan, session: Session, *, learns: bool) -> Materials:
    """Tokenize the texts and choose every group's pool.

    Parameters
    ----------
    learns : whether a task is to be learned, for which texts are left out of the pools.

    Raises
    ------
    InputError : a group is absent or too small, or the encoder cannot read it.
    """
    corpus, encoder = inputs.corpus.grouped(sampling.by), inputs.encoder
    check_sampled_names(corpus, sampling)
    names = _unit_names(corpus, sampling)
    with session.bar("Counting tokens", "texts") as progress:
        statistics = _text_statistics(corpus, encoder, sampling, progress)
    dropped = shared_texts(corpus, sampling, statistics.usable) if sampling.on_shared == "drop" else None
    usable = statistics.usable if dropped is None else statistics.usable & ~dropped
    pools = make_pools(corpus, sampling, usable, session.seed, learns=learns)
    if encoder.settings.on_unknown == "error":
        read = corpus.groups(sampling.attribute)
        check_readable({g: rows for g, rows in pools.rows.items() if g in read}, statistics.tokens, statistics.unknown)
    units = units_of(corpus, pools, names, near_duplicates=sampling.near_duplicates, seed=session.seed)
    few = _few_units(pools, units) if names is not None else ()
    told = (*few, *_dropped_texts(corpus, sampling, dropped), *encoder.sinks.describe())
    notices = (*told, *corpus.notices, *pools.notices, *units.notices)
    return Materials(corpus, statistics, pools, units, notices=notices, dropped=dropped)


def _dropped_texts(corpus: Corpus, plan: SamplingPlan, dropped: np.ndarray | None) -> tuple[str, ...]:
    """A notice of the texts that are left out because several groups have them."""
    if dropped is None or not dropped.any():
        return ()
    counts = {group: int(dropped[rows].sum()) for group, rows in corpus.groups(plan.attribute).items()}
    by_group = ", ".join(f"{group} {count:,}" for group, count in counts.items() if count)
    return (f"Texts that several groups have are left out of all (sampling.on_shared=drop): {by_group}.",)


def _few_units(pools: Pools, units: Units) -> tuple[str, ...]:
    """A notice of the regions whose texts have so few authors that no test can be made of them."""
    counts = {group: len(np.unique(units.of_text[pools.rows[group]])) for group in pools.regions}
    few = [f"{group} ({count})" for group, count in counts.items() if count < LEAST_CLUSTERS]
    if not few:
        return ()
    return (
        f"No test can be made of regions with fewer than {LEAST_CLUSTERS} units (sampling.cluster): {', '.join(few)}. "
        "Have clusters that tell more texts apart, or take every text as a unit: sampling.cluster=null.",
    )


def _unit_names(corpus: Corpus, plan: SamplingPlan) -> np.ndarray | None:
    """What texts of one unit share; None where each is its own. Groups that are called "cluster" are groups."""
    name = plan.cluster
    if name is None or (name == CLUSTER and (name not in corpus.attributes or name == plan.attribute)):
        return None
    if name not in corpus.attributes:
        raise InputError(
            "sampling.cluster must be an attribute of the corpus",
            f"'{name}' is none",
            f"{nearest(name, corpus.attributes)}It has {sorted(corpus.attributes)}. To take a column of the file, say "
            f"{override('corpus.cluster', name)} instead; sampling.cluster=null takes every text as a cluster.",
        )
    return corpus.attributes[name]


def _text_statistics(
    corpus: Corpus, encoder: Encoder, plan: SamplingPlan, progress: Callable[[int, int], None]
) -> TextStatistics:
    """Tokens of every text that is in a group or may train; 0 for the others."""
    splits = ("train", "test", "") if plan.train_ungrouped else ("train", "test")
    rows = np.concatenate([*corpus.groups(plan.attribute).values(), np.flatnonzero(np.isin(corpus.splits, splits))])  # type: ignore[arg-type]
    rows = np.unique(rows).astype(np.int64)
    tokens, unknown = np.zeros((2, len(corpus)), dtype=np.int64)
    truncated = np.zeros(len(corpus), dtype=bool)
    for start in range(0, len(rows), _COUNTED_AT_ONCE):
        part = rows[start : start + _COUNTED_AT_ONCE]
        for row, tokenized in zip(part, encoder.tokenize(corpus.texts[part].tolist()), strict=True):
            tokens[row] = encoder.content_tokens(tokenized)
            unknown[row], truncated[row] = tokenized.unknown, tokenized.truncated
        progress(start + len(part), len(rows))
    return TextStatistics(tokens, truncated, unknown)
