"""Templates filled from a table's rows and a grid: prompts in a stable order."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from geobias.errors import InputError
from geobias.models.prompting.prompt import Prompt
from geobias.models.prompting.prompt_file import PromptFile, read_prompt_file
from geobias.models.prompting.ready import find_prompt_file, prompt_names
from geobias.models.prompting.template import Template
from geobias.raw import RawTable, read_table
from geobias.suggest import nearest


@dataclass(frozen=True)
class PromptSet:
    """Prompts with the templates that they were filled from.

    prompts : of every template, in the order of the file, for each row of the table all rows of the grid.
    templates : by name. notices : what a reader should know of how the table was read.
    """

    prompts: tuple[Prompt, ...]
    templates: Mapping[str, Template]
    notices: tuple[str, ...] = ()

    @cached_property
    def fields(self) -> tuple[str, ...]:
        """Names of all fields of the prompts, in the order in which they come up."""
        return tuple(dict.fromkeys(name for prompt in self.prompts for name in prompt.fields))


def read_prompts(path: str | Path, table: str | Path | None = None) -> PromptSet:
    """The prompts of a YAML file, filled from its grid and from a table: this one, or that which the file names.

    path : of the file, or the name of one that comes with geobias.

    The table is csv, tsv, json, jsonl or parquet, plain or compressed. All its columns become fields of the prompts,
    so that responses can be told apart by them; those that a template uses must be filled in every row.

    Raises
    ------
    InputError : see `read_prompt_file` and `fill`; a table that is not there or cannot be read.
    """
    file = find_prompt_file(path) if str(path) in prompt_names() else read_prompt_file(path)
    place = table if table is not None else file.table
    if place is None:
        return fill(file, None, Path(path).name)
    needed = tuple(dict.fromkeys(name for template in file.templates for name in template.fields))
    of_grid = file.grid.fields if file.grid else ()
    read = read_table(place, needed=tuple(name for name in needed if name not in of_grid))
    return fill(file, read, Path(place).name)


def fill(file: PromptFile, table: RawTable | None, source: str) -> PromptSet:
    """Every template with every row of the table and of the grid.

    Parameters
    ----------
    source : name of the table's file, for messages; of the file of prompts where there is no table.

    Raises
    ------
    InputError : a field that neither table nor grid has, or both have; a column that is there twice; an empty cell,
        with its place; no row at all.
    """
    grid = file.grid.rows() if file.grid else [{}]
    of_grid = file.grid.fields if file.grid else ()
    used = tuple(dict.fromkeys(name for template in file.templates for name in template.fields))
    rows: list[dict[str, str]] = [{}]
    if table is None:
        _check_without_table(used, of_grid, source)
    else:
        _check_with_table(table, used, of_grid, source)
        rows = _rows(table, used, source)
    values = [{**row, **more} for row in rows for more in grid]
    prompts = tuple(template.fill(one) for template in file.templates for one in values)
    templates = {template.name: template for template in file.templates}
    return PromptSet(prompts, templates, () if table is None else table.notices)


def _check_without_table(used: Sequence[str], of_grid: Sequence[str], source: str) -> None:
    for name in used:
        if name not in of_grid:
            has = f"the grid has {list(of_grid)}" if of_grid else "there is neither"
            mend = "Name a table that has it, or double the braces that stand for themselves."
            raise InputError(
                f"field '{name}' of the templates in {source} must be a column of a table or in the grid",
                has,
                nearest(name, of_grid) + mend,
            )


def _check_with_table(table: RawTable, used: Sequence[str], of_grid: Sequence[str], source: str) -> None:
    hint = ", or double the braces that stand for themselves in a template: {{ and }}"
    replace(table, hint=hint).check([name for name in used if name not in of_grid], source)
    for name in of_grid:
        if name in table.names:
            got = f"column '{name}' of {source} is in the grid too"
            raise InputError("a field must come from the table or the grid", got, "Rename one.")


def _rows(table: RawTable, used: Sequence[str], source: str) -> list[dict[str, str]]:
    """The rows as mappings of texts; columns without a name of their own are left out."""
    names = [name for name in table.names if name and table.names.count(name) == 1]
    columns = {name: [_text(value) for value in table[name]] for name in names}
    count = len(next(iter(columns.values()), ()))
    if not count:
        raise InputError(f"{source} must have at least one row", "it has none", "Check the file.")
    for name in used:
        for row, text in enumerate(columns.get(name, ())):
            if not text.strip():
                mend = "Fill it, or leave the row out."
                raise InputError(
                    f"column '{name}' of {source} must be filled", f"{table.places(row)} is empty there", mend
                )
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


def _text(value: Any) -> str:
    """A cell as text: "" for a missing one, whole numbers without a point, lists and objects as JSON."""
    if value is None or value != value:
        return ""
    if isinstance(value, (list, dict)):
        return json.dumps(value, ensure_ascii=False, default=str)
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)
