"""Labels as they stand in files become int8 codes and declared names."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from geobias.corpora.corpus import UNLABELLED
from geobias.errors import InputError
from geobias.raw import Places
from geobias.suggest import nearest

# "+" sorts before "-"; every other usual pair (0/1, neg/pos, no/yes, false/true) sorts with the negative
# first.
_SIGNS = {"-": 0, "+": 1}
_WHOLE = re.compile(r"[+-]?[0-9]+\.0+")
_AROUND = "".join(map(chr, range(33)))  # white space and control characters
# What programs write where there is nothing; "none" in small letters may well be a label.
_NOTHING = {"nan", "NaN", "NAN", "None", "NULL", "null", "<NA>", "NaT"}
MOST_CLASSES = 100


@dataclass(frozen=True)
class LabelRules:
    """How a column of labels is read; see `encode_labels`, and `decode_bits` for `declared` names.

    `ordered` : the names are ordered ratings, from the lowest to the highest: numbers as they count, other names as
        `label_map` names them.
    """

    label_map: Mapping[Any, Any] | None = None
    separator: str = "|"
    declared: Sequence[str] | None = None
    ordered: bool = False

    def __post_init__(self) -> None:
        if not self.separator:
            raise InputError("the separator of labels must not be empty", "it is", "Pass separator='|'.")

    def read(
        self, values: Sequence[Any], column: str, source: str, places: Places
    ) -> tuple[np.ndarray | None, tuple[str, ...]]:
        """Codes and names of a column."""
        if self.declared is not None:
            labels, names = decode_bits(values, self.declared, column=column, source=source, places=places)
        else:
            labels, names = encode_labels(  # type: ignore[assignment]
                values, column=column, source=source, label_map=self.label_map, separator=self.separator, places=places
            )
        return self._in_order(labels, names, f"column '{column}' of {source}") if self.ordered else (labels, names)

    def _in_order(
        self, labels: np.ndarray | None, names: tuple[str, ...], place: str
    ) -> tuple[np.ndarray | None, tuple[str, ...]]:
        if labels is None:
            return None, ()
        if labels.ndim == 2:
            raise InputError(
                f"ordered labels in {place} must be one per text", "some have several", "Leave ordered out."
            )
        targets = [_name(target) for target in (self.label_map or {}).values() if not _is_missing(target)]
        order = tuple(dict.fromkeys(targets)) or names
        if not targets and any(_sort_key(name)[0] for name in names):
            raise InputError(
                f"ordered labels in {place} must be numbers, or named in their order by label_map",
                f"they are {list(names)[:8]}",
                "Pass label_map={value: name, ...} from the lowest to the highest.",
            )
        codes = np.array([order.index(name) for name in names] + [UNLABELLED], dtype=np.int8)
        return codes[labels], order


def encode_labels(
    values: Sequence[Any],
    *,
    column: str,
    source: str,
    label_map: Mapping[Any, Any] | None = None,
    separator: str = "|",
    places: Places | None = None,
) -> tuple[np.ndarray | None, tuple[str, ...]]:
    """Codes and names of a column of labels.

    Parameters
    ----------
    values : one entry per text: a string or number, or a list (or a string with `separator` in it) of several
        labels. None, NaN, blank strings and the words that programs write for them ("nan", "None", "null") mean
        "not labelled", unless `label_map` names the word; an empty list means "none of the labels". Whole numbers
        are one label however they are written: 1, 1.0 and "1.0".
    label_map : value -> label name, None = not labelled; every value must be in it. Without it the values are
        the names.
    places : where each entry stands, for messages.

    Returns
    -------
    int8 (n,) of places among the sorted names, -1 = not labelled; of two names the negative comes first. Or int8
    (n, L) with L sorted names where any entry has several labels, or (None, ()) where nothing is labelled.

    Raises
    ------
    InputError : one value alone, or so many that the column holds ids, measurements or free text; a value that is not
        in `label_map`; a missing label inside a list.

    >>> encode_labels(["4", "0", ""], column="label", source="t.csv")
    (array([ 1,  0, -1], dtype=int8), ('0', '4'))
    >>> encode_labels([["tin"], ["gold", "tin"], None], column="topics", source="t.jsonl")[0].tolist()
    [[0, 1], [1, 1], [-1, -1]]
    """
    place = f"column '{column}' of {source}"
    nothing = _NOTHING - {_name(key) for key in label_map or ()}
    where = places or Places()
    sets = [_names(value, where(row), place, separator, nothing) for row, value in enumerate(values)]
    multilabel = any(_is_list(value, separator) for value in values)
    if label_map is not None:
        sets = _mapped(sets, label_map, place, where)
    found = {name for names in sets if names for name in names}
    declared = {_name(target) for target in (label_map or {}).values() if not _is_missing(target)} | found
    names = tuple(sorted(declared, key=_sort_key))
    if not found and not (multilabel and names):
        return None, ()
    _check_number(names, sum(bool(entry) for entry in sets), multilabel, place)
    if multilabel:
        return _many_hot(sets, names), names
    codes = [UNLABELLED if not entry else names.index(entry[0]) for entry in sets]
    return np.array(codes, dtype=np.int8), names


def decode_bits(
    values: Sequence[Any], names: Sequence[str], *, column: str, source: str, places: Places | None = None
) -> tuple[np.ndarray, tuple[str, ...]]:
    """Labels int8 (n, L) from strings of L bits, one a declared name, as DocBERT's files have them; "" = not labelled.

    White space and control characters around the bits are not looked at.

    >>> decode_bits(["010\\x03", ""], ["grain", "oil", "ship"], column="label", source="t.tsv")[0].tolist()
    [[0, 1, 0], [-1, -1, -1]]
    """
    out = np.full((len(values), len(names)), UNLABELLED, dtype=np.int8)
    for row, value in enumerate(values):
        bits = "" if _is_missing(value) else str(value).strip(_AROUND)
        if bits and (len(bits) != len(names) or not set(bits) <= {"0", "1"}):
            place = (places or Places())(row)
            got = f"{place} has {len(bits)}" if set(bits) <= {"0", "1"} else f"{place} is {bits[:20]!r}"
            raise InputError(
                f"labels in column '{column}' of {source} must be {len(names)} bits, one for each declared name",
                got,
                "Give the label names that the bits were made with.",
            )
        if bits:
            out[row] = [int(bit) for bit in bits]
    return out, tuple(names)


def _names(value: Any, where: str, place: str, separator: str, nothing: set[str]) -> list[str] | None:
    """Label names of one entry, None = not labelled."""
    if _is_missing(value) or (isinstance(value, str) and value.strip() in nothing):
        return None
    if isinstance(value, str):
        return [name for part in value.split(separator) if (name := _name(part))]
    if not _is_list(value, separator):
        return [_name(value)]
    items = list(value)
    if any(_is_missing(item) for item in items):
        raise InputError(f"labels in {place} must not be missing inside a list", f"{where} is {items}", "Drop them.")
    return [_name(item) for item in items]


def _is_list(value: Any, separator: str) -> bool:
    if isinstance(value, str):
        return separator in value
    return isinstance(value, (list, tuple, set, np.ndarray))


def _is_missing(value: Any) -> bool:
    if isinstance(value, str):
        return not value.strip()
    return value is None or (isinstance(value, (float, np.floating)) and math.isnan(value))


def _name(value: Any) -> str:
    # Whole numbers turn into floats where a column has gaps; 4.0 and 4 are one label.
    name = str(value).strip()
    return str(int(name.partition(".")[0])) if _WHOLE.fullmatch(name) else name


def _sort_key(name: str) -> tuple[int, float, str]:
    try:
        value = float(name)
    except ValueError:
        value = math.nan
    return (0, value, name) if math.isfinite(value) else (1, _SIGNS.get(name, 0), name)


def _mapped(
    sets: list[list[str] | None], label_map: Mapping[Any, Any], place: str, where: Places
) -> list[list[str] | None]:
    table = {_name(key): None if _is_missing(target) else _name(target) for key, target in label_map.items()}
    unknown = Counter(name for entry in sets for name in entry or () if name not in table)
    if unknown:
        row, first = next((r, n) for r, entry in enumerate(sets) for n in entry or () if n in unknown)
        raise InputError(
            f"labels in {place} must be keys of label_map {list(table)}",
            f"{where(row)} is '{first}'" + (f" (in all {listed(unknown)})" if sum(unknown.values()) > 1 else ""),
            f"{nearest(first, table)}Add it to label_map; None means not labelled.",
        )
    out: list[list[str] | None] = []
    for entry in sets:
        kept = [target for name in entry or () if (target := table[name]) is not None]
        out.append(kept if kept or entry == [] else None)
    return out


def listed(counts: Mapping[str, int], most: int = 8) -> str:
    """Names with their counts, the frequent ones first.

    >>> listed({"tin": 2, "jet": 31})
    'jet 31, tin 2'
    """
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    more = f" and {len(ordered) - most} more" if len(ordered) > most else ""
    return ", ".join(f"{name} {count}" for name, count in ordered[:most]) + more


def _many_hot(sets: list[list[str] | None], names: tuple[str, ...]) -> np.ndarray:
    position = {name: index for index, name in enumerate(names)}
    codes = np.zeros((len(sets), len(names)), dtype=np.int8)
    for row, entry in enumerate(sets):
        if entry is None:
            codes[row] = UNLABELLED
        else:
            codes[row, [position[name] for name in entry]] = 1
    return codes


def _check_number(names: tuple[str, ...], labelled: int, multilabel: bool, place: str) -> None:
    """Raise an error where a column of one value, or of about as many as texts, is called a column of labels."""
    shown = ", ".join(repr(name) for name in names[:3]) + (" and others" if len(names) > 3 else "")
    if len(names) == 1 and not multilabel:
        raise InputError(
            f"{place} must take two values or more",
            f"it takes one: {shown}",
            "Pass label_map={value: name, other value: other name} to declare both, or leave the label column out.",
        )
    if len(names) > (max(MOST_CLASSES, labelled) if multilabel else min(MOST_CLASSES, max(10, labelled / 2))):
        raise InputError(
            f"{place} must hold labels, of which each stands for many texts",
            f"it takes {len(names)} values over {labelled} texts, as ids, measurements or free text do: {shown}",
            "Name another column, or pass label_map to join the values into a few.",
        )
