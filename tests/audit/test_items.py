"""Items of a benchmark: what one group has twice, and what sets its items apart."""

from __future__ import annotations

from dataclasses import replace

import pytest

from geobias.audit import audit_items
from geobias.corpora import load_benchmark


def found(items) -> dict[tuple[str, str], str]:
    rows = audit_items(items).findings.rows
    return {(row.check, row.where): row.severity for row in rows if row.severity != "ok"}


@pytest.mark.parametrize("name", ["stories", "choices", "judgements"])
def test_those_that_come_with_geobias_give_no_warning(name):
    assert audit_items(load_benchmark(name)).findings.of("warning", "stop") == ()


def test_an_item_that_a_group_has_twice_is_told_and_one_of_two_groups_is_not():
    items = load_benchmark("choices")
    first, second = (places for _, places in list(items.members().items())[:2])
    columns = {name: values.copy() for name, values in items.columns.items()}
    for values in columns.values():
        values[second[0]] = values[first[0]]
    assert found(replace(items, columns=columns)) == {}
    for values in columns.values():
        values[first[1]] = values[first[0]]
    assert found(replace(items, columns=columns)) == {("repeated_texts", items.groups[first[0]]): "note"}


def test_groups_whose_items_were_prepared_otherwise_are_pointed_out():
    items = load_benchmark("stories")
    group, places = next(iter(items.members().items()))
    columns = {name: values.astype(object) for name, values in items.columns.items()}
    for values in columns.values():
        values[places] = [f"see https://example.org {one}" for one in values[places]]
    changed = replace(items, columns={name: values.astype(str) for name, values in columns.items()})
    assert found(changed)["signature_addresses", group] == "warning"
