"""Distances of groups and what goes with them, in sentences and a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from geobias.report.estimates import chance, p_or_dash, signed
from geobias.report.page_tables import PageTable
from geobias.report.phrases import COEFFICIENT_NAMES, capital, census, count, plural, quantity_label

if TYPE_CHECKING:
    import pandas as pd


def apart_sentence(name: str, part: pd.DataFrame, noun: str) -> str:
    """How many pairs are told apart by a quantity, and which lie furthest apart; rows are those of a separation."""
    judged, label = part[part["verdict"] != ""], capital(quantity_label(name))
    words = f"{label}: of {plural(len(part), 'pair')} of {noun} "
    words += census(judged["verdict"].tolist(), judged["lacking"].tolist()) if len(judged) else "none was judged"
    known = part[part["excess"].notna()]
    if known.empty:
        return f"{words}."
    row = known.loc[known["excess"].idxmax()]
    return f"{words}. Furthest apart: {row['group_a']} and {row['group_b']}, {chance(row['p_holm'], 'Holm p')}."


def related_sentence(row: Mapping[Any, Any]) -> str:
    """A relation with its p and its verdict, and what its note says."""
    coefficient = COEFFICIENT_NAMES.get(row["coefficient"], row["coefficient"])
    note = f" {capital(row['note'])}." if row["note"] else ""
    names = f"{capital(quantity_label(row['x']))} and {quantity_label(row['y'])}"
    return (
        f"{names}: {coefficient} {signed(row['statistic'])}, {chance(row['p_qap'])}, "
        f"{row['verdict'] or 'not judged'}.{note}"
    )


def related_table(title: str, relations: pd.DataFrame, noun: str) -> PageTable:
    """Every relation a row. noun : what groups are, in the plural."""
    rows = [
        [
            quantity_label(row["x"]), quantity_label(row["y"]),
            COEFFICIENT_NAMES.get(row["coefficient"], row["coefficient"]),
            row["verdict"] or "not judged", row["note"],
            signed(row["statistic"]), p_or_dash(row["p_qap"]), count(row["n_pairs"]), count(row["n_groups"]),
        ]
        for row in relations.to_dict("records")
    ]  # fmt: skip
    columns = ["distance", "with", "coefficient", "verdict", "note", "value", "p", "pairs", noun]
    return PageTable(title, columns, rows, names=5, folded=True)
