"""Judgements: each defect that is planted is found; those that come with geobias give no warning."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from geobias.audit import audit_judgements
from geobias.corpora import make_judgements


@pytest.fixture(scope="module")
def clean():
    return make_judgements()


def loud(judgements) -> set[tuple[str, str]]:
    return {(row.check, row.where) for row in audit_judgements(judgements).findings.of("warning", "stop")}


def test_made_up_judgements_give_no_warning(clean):
    assert loud(clean) == set()


def test_items_with_one_text_are_noted(clean):
    texts = np.array([f"item {place}" for place in range(len(clean.items))], dtype=object)
    texts[:2] = "One and the same!", "one and the same"
    [found] = [
        row for row in audit_judgements(replace(clean, texts=texts)).findings.rows if row.check == "repeated_items"
    ]
    assert (found.severity, found.count, found.rows) == ("note", 2, "; ".join(map(str, clean.items[:2])))


def test_annotators_of_one_answer_are_found(clean):
    answers = clean.answers.copy()
    answers[clean.annotator < len(clean.annotators) // 4] = 0.0
    assert ("one_answer", "") in loud(replace(clean, answers=answers))


def test_twin_sources_stop_and_constant_ones_warn(clean):
    name, values = next(iter(clean.sources.items()))
    twin = replace(clean, sources={**clean.sources, "other": values.copy(), "flat": np.ones_like(values)})
    assert {("same_sources", f"{name} – other"), ("constant_source", "flat")} <= loud(twin)
    assert [row.check for row in audit_judgements(twin).findings.stops] == ["same_sources"]


def test_a_group_that_leaves_items_unanswered_is_found(clean):
    attribute = next(iter(clean.attributes))
    given = clean.values_of(attribute)
    group = given[0][0]
    members = np.array([group in values for values in given])
    answers = clean.answers.copy()
    silent = np.flatnonzero(members[clean.annotator])[::4]
    answers[silent] = np.nan
    assert ("no_answer", f"{attribute}: {group}") in loud(replace(clean, answers=answers))


def test_names_of_groups_are_looked_at(clean):
    attribute = next(iter(clean.attributes))
    given = list(clean.attributes[attribute])
    group = given[0][0]
    given[0] = (group.upper(),) if group != group.upper() else (group.lower(),)
    found = loud(replace(clean, attributes={**clean.attributes, attribute: given}))
    assert any(check == "alike_names" and where.startswith(f"{attribute}: ") for check, where in found)
