"""Every check of anyone's tables, over all tables of a folder."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from geobias.audit.score_tables.pair_checks import pair_findings
from geobias.audit.score_tables.pair_columns import pair_columns
from geobias.audit.score_tables.place_checks import place_findings
from geobias.audit.score_tables.reading import FoundTable, tables_at
from geobias.audit.score_tables.score_blocks import score_block, wide_families
from geobias.audit.score_tables.score_checks import block_findings, column_findings, family_findings
from geobias.audit.score_tables.text_checks import text_families, text_findings
from geobias.tables import NOTE, AuditFinding, FindingTable

CHECKS = {
    "unreadable_file": "Every file can be read.",
    "identical_columns": "No column is another one.",
    "impossible_gaps": "Every column of gaps can be gaps of scores.",
    "mixed_signs": "No column of absolute gaps holds negative ones.",
    "copied_cells": "No cell holds the number of another.",
    "twin_groups": "No pair of groups is nearer than a group is to itself.",
    "group_apart": "No group is far from all others.",
    "constant_repeats": "No group's scores are the same in all repeats while others' vary.",
    "wrong_recalls": "Recalls follow from accuracy and precisions, as far as these tell.",
    "precision_by_prevalence": "No gap of precision is mostly one of prevalence, as far as the scores tell.",
    "empty_texts": "No text is empty.",
    "shared_texts": "No text is in two files.",
    "shared_stretch": "No file holds others' texts from some row on.",
    "coordinates_elsewhere": "Coordinates lie in the countries beside them.",
}
"""Name of a check -> what it says where it found nothing."""


def audit_tables(path: str | Path) -> FindingTable:
    """What is wrong with tables of scores, gaps, distances, texts and places: a file, or a folder and those in it.

    What a table is about is told by its columns: pairs by two columns of groups ("group_a", "group_b") or by labels
    ("au_ca"), in rows or as names of columns; scores by columns metric, group and value, with model and repeat, or by
    files with a column a group; texts by a column "text", places by "location" with a column of countries. A check that
    finds nothing gives one row "ok".

    Raises
    ------
    InputError : no such path, one file that cannot be read, or a folder without csv, tsv or parquet files.
    """
    tables, unread = tables_at(Path(path).expanduser())
    found = [AuditFinding("unreadable_file", name, NOTE, words=words) for name, words in unread]
    found += _distinct(_findings(tables))
    named = {finding.check for finding in found}
    found += [AuditFinding(check, words=words) for check, words in CHECKS.items() if check not in named]
    return FindingTable(tuple(found)).by_severity()


def _findings(tables: Sequence[FoundTable]) -> Iterator[AuditFinding]:
    for table in tables:
        yield from column_findings(table)
        for column in pair_columns(table):
            yield from pair_findings(column)
        block = score_block(table)
        if block is not None:
            yield from block_findings(block)
        yield from place_findings(table)
    for family in wide_families(tables):
        yield from family_findings(family)
    for texts in text_families(tables):
        yield from text_findings(texts)


def _distinct(findings: Iterator[AuditFinding]) -> list[AuditFinding]:
    """Each once: what names a row of a table, (check, where, words), is not to stand twice."""
    return list({(one.check, one.where, one.words): replace(one) for one in findings}.values())
