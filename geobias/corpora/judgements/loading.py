"""A table of judgements, one a row, becomes `Judgements`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import numpy as np

from geobias.arguments import choice
from geobias.corpora.cells import object_array
from geobias.corpora.columns import as_string
from geobias.corpora.corpus import CountLog
from geobias.corpora.judgements.answers import OUTSIDE, AnswerRules
from geobias.corpora.judgements.demographics import CHANGES, Given, of_annotators
from geobias.corpora.judgements.item_facts import FactColumns, facts_of_items
from geobias.corpora.judgements.joining import REPEATS, Joined, join_rows
from geobias.corpora.judgements.judgements import Judgements
from geobias.corpora.judgements.value_maps import mapped
from geobias.errors import InputError
from geobias.raw import RawTable, read_bytes, read_table
from geobias.suggest import nearest

_SHOWN = 12


def load_judgements(
    path: str | Path,
    *,
    item: str = "item",
    annotator: str = "annotator",
    answer: str = "answer",
    attributes: str | Sequence[str] = (),
    sources: str | Sequence[str] = (),
    text: str | None = None,
    items: str | Path | None = None,
    answer_map: Mapping[Any, float | None] | None = None,
    unknown: Sequence[Any] = (),
    scale: tuple[float, float] | None = None,
    outside: OUTSIDE = "error",
    repeats: REPEATS = "first",
    changes: CHANGES = "first",
    separator: str = "|",
    maps: Mapping[str, str | Mapping[Any, Any]] | None = None,
) -> Judgements:
    """Load csv, tsv, json, jsonl or parquet with one judgement a row, plain or compressed.

    Parameters
    ----------
    item, annotator, answer : names of the columns that say who judged what, and how.
    attributes : columns of what the annotators gave of themselves; rows of one judgement that differ in one of them
        alone are one judgement by an annotator of several values (two ethnicities).
    sources : columns of numbers that belong to the items: labels, scores, predictions. Of the judgements' table, or
        of `items`.
    text : column with the items' texts, of either table too.
    items : a table of items, one a row, with the column `item`.
    answer_map, unknown, scale, outside : see `AnswerRules`.
    repeats : which of several answers of one annotator to one item counts: "first", "last", "mean", or "error".
    changes : what counts of an annotator whose attributes change: "first", "last", "blank", or "error".
    separator : of several values in one cell.
    maps : attribute -> "spheres" (countries to cultural spheres), "decades" (ages), a YAML file or a mapping of values;
        source -> a mapping of its words to numbers, None = nothing is known of the item, or a YAML file of one.

    Returns
    -------
    Judgements. Their `counts` say, for every attribute and source, what was read, joined, dropped and not mapped.

    Raises
    ------
    InputError : a missing column or name; an answer that is none; an item of which sources say different things.
    """
    choice("repeats", repeats, get_args(REPEATS))
    choice("changes", changes, get_args(CHANGES))
    attributes, sources, maps = _several(attributes), _several(sources), maps or {}
    if unknown_maps := [name for name in maps if name not in (*attributes, *sources)]:
        raise InputError(
            f"maps must be of attributes or sources, which are {[*attributes, *sources]}",
            f"there is one of '{unknown_maps[0]}'",
            f"{nearest(unknown_maps[0], (*attributes, *sources))}Name one of these.",
        )
    needed = (item, annotator, answer, *attributes)
    table = replace(read_table(path, needed=needed), hint="")
    facts_table = None if items is None else replace(read_table(items, needed=(item,)), hint="")
    source = Path(path).name
    table.check(needed, source)
    rules = AnswerRules(answer_map, unknown, scale, outside)
    answers = rules.read(table[answer], answer, source, table.places)
    names = {column: _names(table, column, source) for column in (item, annotator)}
    item_names, of_item = _numbered(names[item])
    annotator_names, of_annotator = _numbered(names[annotator])
    log = _Counted(source)
    log.add("read", "rows", len(answers))
    kept = np.flatnonzero(~np.isinf(answers))
    log.add("dropped", "answer_outside_the_scale", len(answers) - len(kept))
    raw = {name: [as_string(value) for value in table[name]] for name in attributes}
    cells = {name: log.mapped(name, column, maps.get(name)) for name, column in raw.items()}
    joined = join_rows(
        (of_annotator * len(item_names) + of_item)[kept],
        answers[kept],
        [[column[row] for row in kept] for column in raw.values()],
        repeats=repeats,
        places=table.places,
    )
    given = {
        name: of_annotators(column, name, of_annotator, of_item, annotator_names, changes=changes, separator=separator)
        for name, column in cells.items()
    }
    columns = FactColumns(item, sources, text, {name: maps[name] for name in sources if name in maps})
    facts = facts_of_items(item_names, of_item, table, facts_table, columns, source)
    log.joined(joined, given, len(facts.items) - len(np.unique(of_item[kept])))
    return Judgements(
        items=object_array(facts.items),
        annotators=object_array(annotator_names),
        item=of_item[kept][joined.first],
        annotator=of_annotator[kept][joined.first],
        answers=joined.answers,
        attributes={name: found.values for name, found in given.items()},
        sources=facts.sources,
        texts=object_array(facts.texts),
        scale=scale or _span(joined.answers),
        rows=joined.rows,
        ways={name: found.ways for name, found in given.items()},
        counts=log.counts,
        files={str(file): read_bytes(file)[1] for file in (path, items) if file is not None},
        notices=tuple(dict.fromkeys((*table.notices, *log.notices))),
    )


def _several(names: str | Sequence[str]) -> tuple[str, ...]:
    return (names,) if isinstance(names, str) else tuple(names)


def _names(table: RawTable, column: str, source: str) -> list[str]:
    names = [as_string(value).strip() for value in table[column]]
    if not names:
        raise InputError(f"{source} must have at least one judgement", "it has none", "Check the file.")
    if "" in names:
        raise InputError(
            f"every judgement of {source} must name its {column}",
            f"{table.places(names.index(''))} has none",
            "Fill it, or take the row out.",
        )
    return names


def _numbered(names: Sequence[str]) -> tuple[list[str], np.ndarray]:
    """Distinct names in order of appearance, and the place of each among them."""
    places = {name: place for place, name in enumerate(dict.fromkeys(names))}
    return list(places), np.array([places[name] for name in names], dtype=np.int64)


def _span(answers: np.ndarray) -> tuple[float, float]:
    known = answers[~np.isnan(answers)]
    if not known.size:
        raise InputError(
            "judgements must have an answer",
            "in every row it is blank, or stands for 'did not know'",
            "See that the right column is named as answer, and check unknown and answer_map.",
        )
    return float(known.min()), float(known.max())


def _annotators(count: int) -> str:
    return f"{count} annotator{'s' * (count != 1)}"


class _Counted:
    """What happened to the rows, in counts and sentences."""

    def __init__(self, source: str):
        self.source, self.counts = source, CountLog()
        self.notices: list[str] = []

    def add(self, event: str, reason: str, count: int, of: str = "") -> None:
        self.counts.add(self.source, of, event, reason, count)

    def mapped(self, name: str, column: list[str], chosen: str | Mapping[Any, Any] | None) -> list[str]:
        """A column through its map; values that lead nowhere are told."""
        if chosen is None:
            return column
        found, lost = mapped(column, chosen)
        for value, rows in lost.items():
            self.add("dropped", f"not_mapped:{value}", rows, name)
        if lost:
            shown = ", ".join(f"{value} ({rows})" for value, rows in lost.most_common(_SHOWN))
            more = ", ..." * (len(lost) > _SHOWN)
            self.notices.append(f"Values of '{name}' in no group, with their rows: {shown}{more}.")
        return found

    def joined(self, found: Joined, given: Mapping[str, Given], unjudged: int) -> None:
        several = Counter({name: one.several for name, one in given.items() if one.several})
        changed = Counter({name: one.changed for name, one in given.items() if one.changed})
        self.add("kept", "judgements", len(found.answers))
        self.add("flagged", "did_not_know", int(np.isnan(found.answers).sum()))
        self.add("repaired", "rows_of_several_values_joined", int((found.rows - 1).sum()))
        self.add("repaired", "repeated_judgement", found.repeated)
        self.add("flagged", "repeated_with_another_answer", found.unlike)
        self.add("flagged", "item_without_judgements", unjudged)
        apart = Counter({name: sum(not values for values in one.values) for name, one in given.items()})
        for event, tally in (
            ("annotator_of_several_values", several),
            ("annotator_whose_value_changes", changed),
            ("annotator_in_no_group", apart),
        ):
            for name, count in tally.items():
                self.add("flagged", event, count, name)
        if found.repeated:
            given_again = "judgement was" if found.repeated == 1 else "judgements were"
            self.notices.append(
                f"{found.repeated} {given_again} given more than once by one annotator, {found.unlike} of them with "
                "another answer."
            )
        self.notices += [f"{_annotators(count)} gave several values of '{name}'." for name, count in several.items()]
        self.notices += [f"'{name}' of {_annotators(count)} changes between items." for name, count in changed.items()]
