"""Statements of regions: unlike labels are a fault within a region alone."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from geobias.audit import audit_statements
from geobias.corpora import load_etiquette


@pytest.fixture(scope="module")
def statements():
    return load_etiquette()


def found(statements, check: str) -> dict[str, tuple[str, int]]:
    rows = audit_statements(statements).findings.rows
    return {row.where: (row.severity, row.count) for row in rows if row.check == check and row.severity != "ok"}


def test_those_that_come_with_geobias_give_no_warning(statements):
    assert audit_statements(statements).findings.of("warning", "stop") == ()


def test_unlike_labels_count_within_a_region(statements):
    regions = statements.attributes["region"]
    first, second = list(dict.fromkeys(regions))[:2]
    texts, labels = statements.texts.copy(), statements.labels.copy()
    of_first, of_second = np.flatnonzero(regions == first), np.flatnonzero(regions == second)
    texts[of_second[0]], labels[of_second[0]] = texts[of_first[0]], -labels[of_first[0]]  # as regions differ
    assert found(replace(statements, texts=texts, labels=labels), "conflicting_labels") == {}
    texts[of_first[1:4]], labels[of_first[1:4]] = texts[of_first[0]], -labels[of_first[0]]
    changed = replace(statements, texts=texts, labels=labels)
    assert found(changed, "conflicting_labels") == {first: ("warning", 4)}
    assert found(changed, "repeated_texts") == {first: ("note", 3)}
