"""The section on the stability certificate."""

from __future__ import annotations

from collections.abc import Iterator

from geobias.report.page_tables import PageTable
from geobias.report.run import Run
from geobias.report.section import Finding, Picture, Section
from geobias.report.sections.certificate.figures import design_matrix, pair_forest, rank_lines
from geobias.report.sections.certificate.rows import effects_of, pairs_of, ranked
from geobias.report.sections.certificate.tables import component_table, effect_table, pair_table, rank_table
from geobias.report.sections.certificate.variation import variation_bars
from geobias.report.sections.certificate.words import pair_findings, rank_findings, variation_findings
from geobias.report.sides import texts_of

MATRIX = (
    "Nations by design",
    "A nation's mean projection less that of all nations by the same design, the traditional end above 0; the last "
    "column is the mean over designs. A row of one colour is a nation that lies where it lies whatever the wording.",
)
FOREST = (
    "Differences over designs",
    "Each line: how much more traditional the first nation is, the mean over designs with its interval; filled where "
    "the difference is certified. Grey: from the least to the most that a single design gives. Right: the sign of the "
    "verdict (≠ different, ≈ not separable, ? cannot be tested), and how many designs have the sign of the mean.",
)
RANKS = (
    "Ranks",
    "Dots: the rank by the mean over designs. Lines: ranks by single designs. Grey: ranks that certified differences "
    "leave open, for all nations at once.",
)
VARIATION = (
    "What moves the answers",
    "Left: shares of the variance of one answer, with intervals; prompt and answer are what is left. Right: how much "
    "of what designs do to single nations is each design's own, and how many pairs of nations it turns.",
)


def _findings(run: Run) -> Iterator[Finding]:
    pairs, ranks = pairs_of(run), run.table("nation_ranks")
    if pairs is not None:
        yield from pair_findings(pairs, headline=run.table("verdict") is None)
    if ranks is not None:
        yield from rank_findings(ranks)
    yield from variation_findings(run.table("stability_components"), effects_of(run))


def _pictures(run: Run) -> Iterator[Picture]:
    means, pairs, ranks = run.table("nation_designs"), pairs_of(run), run.table("nation_ranks")
    components, effects = run.table("stability_components"), effects_of(run)
    if pairs is not None and pairs["difference"].notna().any():
        yield Picture("certificate", *FOREST, pair_forest(pairs))
    if means is not None:
        yield Picture("nations-by-design", *MATRIX, design_matrix(texts_of(means, "nation", "design"), ranked(run)))
    if ranks is not None and len(ranks) > 2:
        yield Picture("nation-ranks", *RANKS, rank_lines(texts_of(ranks, "nation")))
    if components is not None or effects is not None:
        yield Picture("stability-components", *VARIATION, variation_bars(components, effects))


def _tables(run: Run) -> Iterator[PageTable]:
    pairs, ranks, effects = pairs_of(run), run.table("nation_ranks"), effects_of(run)
    components = run.table("stability_components")
    if pairs is not None:
        yield pair_table(pairs)
    if ranks is not None:
        yield rank_table(ranks)
    if effects is not None:
        yield effect_table(effects)
    if components is not None:
        yield component_table(texts_of(components, "note"))


SECTION = Section("certificate", "Stability certificate", _findings, _pictures, _tables)
