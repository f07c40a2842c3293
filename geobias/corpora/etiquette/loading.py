"""A table of statements, one a row, becomes `Etiquette`; without one it is the statements that come along."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from importlib import resources
from pathlib import Path
from typing import Any, get_args

import numpy as np

from geobias.arguments import choice
from geobias.corpora.cells import object_array
from geobias.corpora.cleaning import Cleaning, CleaningName, get_cleaning
from geobias.corpora.columns import as_string
from geobias.corpora.etiquette.counting import Counting
from geobias.corpora.etiquette.etiquette import COUNTRY, REGION, TYPE, Etiquette
from geobias.corpora.etiquette.reading import MOJIBAKE, Mending, label_words, read_labels, read_texts
from geobias.corpora.etiquette.rules import CONFLICTS, EMPTY, REPEATS, SHORT, Lines, Rules
from geobias.corpora.group_names import blank_notice, tidy_groups
from geobias.errors import InputError
from geobias.raw import plain_name, read_bytes, read_table

SCOPE = "scope"
"""Attribute of the statements that come along: "general" ones hold in all regions, "regional" ones are of their own."""


def load_etiquette(
    path: str | Path | None = None,
    *,
    statement: str = "statement",
    region: str = REGION,
    label: str = "label",
    type: str | None = None,
    country: str | None = None,
    label_map: Mapping[Any, int | None] | None = None,
    mojibake: MOJIBAKE = "repair",
    cleaning: CleaningName | Cleaning = "gentle",
    empty: EMPTY = "drop",
    short: SHORT = "keep",
    least_words: int = 4,
    conflicts: CONFLICTS = "drop",
    repeats: REPEATS = "first",
) -> Etiquette:
    """Load csv, tsv, json, jsonl or parquet with one statement a row, plain or compressed.

    Parameters
    ----------
    path : of the table. None = 400 statements that come with geobias, of five regions and four types, half of them
        general and half of their region; they were written to try things out on, and are no reference of customs.
    statement, region, label, type, country : names of the columns; None = there is none.
    label_map : word of the column -> 1 (accepted), -1 (not) or None (left out); None = {1: 1, -1: -1}.
    mojibake : "repair" undoes what `mend_mojibake` can; what is left is counted. "keep" only counts.
    cleaning : a name of `CLEANINGS` or a `Cleaning`; it goes over every statement.
    empty, short, least_words, conflicts, repeats : see `Rules`.

    Returns
    -------
    Etiquette. Its `counts` say by region what was read, repaired, flagged, dropped and kept. A row without a region or
    label is dropped.

    Raises
    ------
    InputError : no such file, one of another kind, a missing column, a label that is none, a row that a rule with
        "error" finds, or no statement that is left.
    """
    choice("mojibake", mojibake, get_args(MOJIBAKE))
    rules = Rules(empty, short, least_words, conflicts, repeats)
    cleaned_by = get_cleaning(cleaning)
    if path is None:
        with resources.as_file(resources.files("geobias.corpora.etiquette") / "statements.csv") as file:
            columns = _Columns("statement", REGION, "label", {TYPE: TYPE, COUNTRY: COUNTRY, SCOPE: SCOPE})
            return _own(_load(file, columns, label_words(None), Mending(mojibake, cleaned_by), rules))
    others = {name: column for name, column in ((TYPE, type), (COUNTRY, country)) if column is not None}
    columns = _Columns(statement, region, label, others)
    return _load(Path(path), columns, label_words(label_map), Mending(mojibake, cleaned_by), rules)


@dataclass(frozen=True)
class _Columns:
    statement: str
    region: str
    label: str
    others: Mapping[str, str]

    @property
    def names(self) -> tuple[str, ...]:
        return (self.statement, self.region, self.label, *self.others.values())


def _load(path: Path, columns: _Columns, labels: Mapping[str, int | None], mending: Mending, rules: Rules) -> Etiquette:
    table, source = replace(read_table(path, needed=columns.names), hint=""), path.name
    table.check(columns.names, source)
    texts = read_texts(table, columns.statement, source)
    numbers = read_labels(table, columns.label, source, labels)
    named = {REGION: columns.region, **columns.others}
    tidied = {name: tidy_groups([as_string(value) for value in table[column]]) for name, column in named.items()}
    attributes = {name: tidy for name, (tidy, _) in tidied.items()}
    log = Counting(source, attributes[REGION])
    log.add(np.ones(len(texts), dtype=bool), "read", "rows")
    cleaned = [mending.clean(text) for text in texts]
    log.repaired([repairs for _, repairs, _ in cleaned], table.repairs)
    for name, (_, mended) in tidied.items():
        log.found(np.array(list(mended), dtype=np.int64), "repaired", f"blank_around_{name}")
    log.add(np.array([broken for *_, broken in cleaned], dtype=bool), "flagged", "mojibake_left")
    placed = log.without(np.array([not name for name in attributes[REGION]], dtype=bool), "no_region")
    placed &= log.without(np.array([number is None for number in numbers], dtype=bool), "no_label")
    rows = placed_rows = np.flatnonzero(placed)
    lines = Lines(
        [cleaned[row][0] for row in rows],
        [attributes[REGION][row] for row in rows],
        [int(numbers[row] or 0) for row in rows],
        lambda row: table.places(int(placed_rows[row])),
    )
    kept, found = rules.apply(lines)
    for finding in found:
        log.found(rows[finding.rows], finding.event, finding.reason)
    rows = rows[kept]
    if not len(rows):
        raise InputError(f"{source} must have a statement that is kept", "it has none", "Check its columns and rules.")
    log.found(rows, "kept", "statements")
    width = max(6, len(str(len(texts))))
    return Etiquette(
        ids=object_array([f"{plain_name(path).rsplit('.', 1)[0]}-{row:0{width}d}" for row in rows]),
        texts=object_array([cleaned[row][0] for row in rows]),
        labels=np.array([numbers[row] for row in rows], dtype=np.int8),
        attributes={name: object_array([values[row] for row in rows]) for name, values in attributes.items()},
        cleaning=f"{mending.cleaning.fingerprint}, mojibake {mending.mojibake}",
        counts=log.counts,
        files={str(path): read_bytes(path)[1]},
        notices=(*table.notices, *blank_notice(tidied[REGION][1], source, REGION), *log.notices(lines, kept)),
    )


def _own(statements: Etiquette) -> Etiquette:
    """The statements that come along: known by name and not by path, with what is planted in them."""
    scope = statements.attributes[SCOPE]
    [digest] = statements.files.values()
    planted = {name: int((scope == name).sum()) for name in ("general", "regional")}
    made = "The statements come with geobias, written to try things out on; they are no reference of customs."
    return replace(
        statements,
        files={"statements.csv of geobias": digest},
        details={"planted": planted},
        notices=(*statements.notices, made),
    )
