"""The sections of the house, each a package that exposes `SECTION`.

A new one is a package here, its name below, and an entry in the `sections.py` of a study that shows it.
"""

from geobias.report.sections import (
    abstentions,
    age_items,
    agreement,
    alignment,
    alignment_differences,
    alignment_placebos,
    annotators,
    answer_geometry,
    asked_items,
    asked_statements,
    audit,
    benchmark_scores,
    certificate,
    controls,
    differences,
    distances,
    dividing_items,
    etiquette_examples,
    etiquette_scores,
    explanations,
    interview,
    layers,
    method,
    multiverse,
    named_regions,
    nation_fits,
    performance,
    projections,
    published_values,
    region_distances,
    region_gaps,
    relations,
    representation,
    reproducibility,
    scorings,
    separation,
    soft_alignments,
    stated_values,
    statements,
    texts,
    training_mix,
    transfer,
    written_statements,
    wrong_types,
)

_IN_ORDER = (
    published_values, multiverse, certificate, projections, nation_fits, scorings, statements, age_items,
    stated_values, answer_geometry, interview, benchmark_scores, etiquette_scores, wrong_types, region_gaps,
    abstentions, transfer, region_distances, named_regions, written_statements, etiquette_examples,
    asked_statements, asked_items, annotators, alignment, alignment_differences, alignment_placebos, agreement,
    dividing_items, soft_alignments, texts, audit, differences, separation, explanations, distances, representation,
    performance, training_mix, relations, layers, controls, method, reproducibility,
)  # fmt: skip
SECTIONS = tuple(subject.SECTION for subject in _IN_ORDER)
"""All of them, in the order of a page."""

MULTIVERSE_SECTIONS = (multiverse.SECTION, method.SECTION, reproducibility.SECTION)
"""Those of the page that gathers many runs."""

PUBLISHED_SECTIONS = (published_values.SECTION, audit.SECTION, reproducibility.SECTION)
"""Those of the page of a paper's published numbers, whose record names `PUBLISHED` as its study."""
PUBLISHED = "published numbers"

__all__ = ["MULTIVERSE_SECTIONS", "PUBLISHED", "PUBLISHED_SECTIONS", "SECTIONS"]
