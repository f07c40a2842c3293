"""The columns of items become values from -1 to 1."""

from __future__ import annotations

from collections import Counter

import numpy as np

from geobias.corpora.survey.codes import CodeRules, read_codes
from geobias.corpora.survey.counting import Counting
from geobias.corpora.survey.declaration import Declaration, Item, Parts
from geobias.corpora.survey.reading import computed
from geobias.corpora.survey.scaling import SCALING, scaled
from geobias.raw import RawTable


def read_items(
    table: RawTable, declaration: Declaration, scaling: SCALING, counting: Counting
) -> dict[str, np.ndarray]:
    """item -> float64 (N,) in [-1, 1], +1 = traditional, NaN = no answer.

    Raises
    ------
    InputError : a missing column, or a code that is outside the range and not declared as missing.
    """
    out = {}
    for name, item in declaration.items.items():
        if computed(table, item, counting.source):
            codes = _from_parts(table, name, item, declaration, counting)
        else:
            rules = CodeRules(
                f"items.{name}.missing",
                item.range,
                declaration.missing if item.missing is None else item.missing,
                item.no_answer,
                declaration.recode.get(item.column, {}),
            )
            codes, reasons = read_codes(table, item.column, rules, counting.source)
            counting.reasons(name, reasons)
        out[name] = scaled(codes, *item.ends, item.traditional, scaling)
    return out


def _from_parts(table: RawTable, name: str, item: Item, declaration: Declaration, counting: Counting) -> np.ndarray:
    """The codes of an item computed from its parts, NaN where one of them is missing."""
    parts = item.parts
    assert isinstance(parts, Parts)
    total = np.zeros(len(table[item.columns[1]]))
    for sign, columns in ((1, parts.plus), (-1, parts.minus)):
        for column in columns:
            missing = declaration.missing if parts.missing is None else parts.missing
            rules = CodeRules(
                f"items.{name}.parts.missing",
                parts.range,
                missing,
                recode=declaration.recode.get(column, {}),
            )
            codes, reasons = read_codes(table, column, rules, counting.source)
            counting.reasons(name, Counter({f"{column}: {reason}": rows for reason, rows in reasons.items()}))
            total += sign * codes
    counting.add(name, "repaired", f"computed from {', '.join(item.columns[1:])}", int((~np.isnan(total)).sum()))
    counting.say(f"'{name}' was computed from {', '.join(item.columns[1:])}, as there is no column {item.column}.")
    return total
