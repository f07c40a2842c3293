"""The distances once more, with all texts cleaned alike and strictly: what cleaning alone puts apart goes away."""

from __future__ import annotations

import unicodedata
from dataclasses import replace

import numpy as np

from geobias.controls.distances import Comparison
from geobias.controls.negative import Key, metrics_of, statistics, tested
from geobias.controls.placebo import gaps_of, partitions
from geobias.controls.regions import Regions
from geobias.controls.repeated import Repeated, fate_of, pair_pvalues
from geobias.corpora import CLEANINGS, normalise_text
from geobias.models import Encoder, extract
from geobias.pipeline import LEAST_CLUSTERS, Embeddings, Materials, Performance, Session
from geobias.processes import Alone

_GENTLE = replace(CLEANINGS["gentle"], unescape_passes=2)


def strictly_cleaned(text: str) -> str:
    """Without handles, addresses, HTML references, case and all that is no letter; "" where nothing is left.

    >>> strictly_cleaned("@bob I CAN'T &lt;3 na\\u00efve &amp;amp; http://x.y 42 times!")
    'i can t naïve times'
    """
    words = normalise_text(_GENTLE(text))
    return " ".join("".join(c if unicodedata.category(c)[0] in "LM" else " " for c in words).split())


def repeat_cleaning(
    materials: Materials,
    embeddings: Embeddings,
    regions: Regions,
    performance: Performance | None,
    compare: Comparison,
    encoder: Encoder,
    session: Session,
) -> list[Repeated]:
    """Every distance of pairs of groups and every relation with gaps, as the study has it and cleaned strictly.

    Both are of the texts of which something is left, so nothing but the cleaning differs; gaps are the study's. None,
    and a notice, where a region has too few of these.
    """
    texts = [strictly_cleaned(text) for text in materials.corpus.texts[regions.rows]]
    kept = np.array([bool(text) for text in texts])
    if few := regions.fewer_than(LEAST_CLUSTERS, kept):
        session.notice(
            f"The cleaning was not repeated for the control: strictly cleaned, {', '.join(few)} would have fewer than "
            f"{LEAST_CLUSTERS} clusters with a letter."
        )
        return []
    before, after = regions.some(kept), cleaned_regions(regions, kept, texts, embeddings, encoder, session)
    if not kept.all():
        session.notice(
            f"{(~kept).sum()} texts have no letter once they are strictly cleaned; the control of cleaning is without "
            "them."
        )
    assignments = partitions(before.owners, compare.plan.least_partitions, compare.seed)
    gaps = {}
    if performance is not None:
        options = (metrics_of(performance), compare.plan.splits, compare.seed)
        gaps = gaps_of(before, performance.predictions, assignments, *options)
    first, second = (compare.on_vectors(some, assignments) for some in (before, after))
    return [*_pairs(before.names, first, second, compare), *_statistics(gaps, first, second, compare)]


def cleaned_regions(
    regions: Regions,
    kept: np.ndarray,
    texts: list[str],
    embeddings: Embeddings,
    encoder: Encoder,
    session: Session,
) -> Regions:
    """The regions with the vectors of the cleaned texts, which are encoded where the store lacks them."""
    rows, wanted = regions.rows[kept], [text for text in texts if text]
    with session.bar("Encoding texts cleaned strictly", "texts") as progress:
        extract(encoder, embeddings.store, wanted, workers=session.workers, progress=progress, processes=Alone())
    vectors = embeddings.store.vectors(wanted, embeddings.pooling)
    order = np.argsort(rows)
    return regions.some(kept, lambda some: vectors[order[np.searchsorted(rows, some, sorter=order)]])


Tables = dict[str, np.ndarray]


def _pairs(names: tuple[str, ...], before: Tables, after: Tables, compare: Comparison) -> list[Repeated]:
    rows = []
    for name, table in before.items():
        ps, again = pair_pvalues(table), pair_pvalues(after[name])
        for place, (a, b) in enumerate(zip(*np.triu_indices(len(names), 1), strict=True)):
            numbers = (table[0, place], ps[place], after[name][0, place], again[place])
            rows.append(_row("pair", (name, ""), (names[a], names[b]), numbers, compare))
    return rows


def _statistics(gaps: Tables, before: Tables, after: Tables, compare: Comparison) -> list[Repeated]:
    plan, rows = compare.plan, []
    cleaned = statistics(after, gaps, plan)
    for key, values in statistics(before, gaps, plan).items():
        if key[0] in before:
            first, second = tested(key, values, plan, None), tested(key, cleaned[key], plan, None)
            numbers = (first.observed, first.pvalue, second.observed, second.pvalue)
            rows.append(_row(plan.coefficient if key[1] else "mean", key, ("", ""), numbers, compare))
    return rows


def _row(statistic: str, key: Key, pair: tuple[str, str], numbers: tuple[float, ...], compare: Comparison) -> Repeated:
    study, p_study, again, p_again = map(float, numbers)
    fate = fate_of(study, p_study, again, p_again, compare.plan.relation.alpha)
    return Repeated("cleaning", statistic, *key, *pair, study, p_study, again, np.nan, np.nan, p_again, fate)
