"""A finished run as it lies on disk: its record (run.json), its tables and its groups."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from geobias.errors import InputError
from geobias.report.files import TABLES, Tables
from geobias.report.groups import Groups

if TYPE_CHECKING:
    import pandas as pd

RECORD = "run.json"
_MUST, _MEND = "a report needs the directory of a run", "Give the directory that a study printed at its end."
JUDGED = {
    "relations": ("passes", "stopped_by"),
    "separation": ("verdict", "p_holm"),
    "controls": ("n_placebo",),
    "gap_intervals": ("verdict",),
    "verdict": ("answer",),
    "audit": ("severity",),
}  # columns that sections read, which older versions did not write


@dataclass(frozen=True)
class Run:
    """What a study left in its directory."""

    directory: Path
    record: Mapping[str, Any]
    tables: Tables

    @cached_property
    def groups(self) -> Groups:
        return Groups.from_tables(self.tables)

    def table(self, name: str) -> pd.DataFrame | None:
        """A table, or None where the run has none or an empty one.

        Raises `InputError` where it is of a version before the verdicts' columns.
        """
        if name not in self.tables or not len(self.tables[name]):
            return None
        frame = self.tables[name]
        missing = [column for column in JUDGED.get(name, ()) if column not in frame]
        if missing:
            raise InputError(
                "a run's tables must say what was decided on them",
                f"the table {name} of {self.directory} is of an older version and has no column '{missing[0]}'",
                "Start the study again with the same settings: finished parts are kept, the tables are written anew.",
            )
        return frame

    @property
    def config(self) -> Mapping[str, Any]:
        """The settings of the run, as nested mappings."""
        return self.record.get("config") or {}

    @property
    def several(self) -> bool:
        """Two groups have one pair: nothing to lay out, colour or relate."""
        return len(self.groups.names) > 2

    @property
    def synthetic(self) -> bool:
        """Whether texts, judgements, answers or respondents were made up: the record says so, or has the synthetic
        corpus' fingerprint."""
        said, survey = self.record.get("synthetic"), self.record.get("survey")
        people = isinstance(survey, Mapping) and survey.get("synthetic")
        return bool(said) or bool(people) or str(self.record.get("fingerprint", "")).startswith("synthetic-")

    @property
    def judged(self) -> bool:
        """Whether it is about judgements of annotators, not about texts of groups."""
        return self.table("annotator_groups") is not None or self.table("alignment") is not None

    @property
    def interviewed(self) -> bool:
        """Whether it is about answers of a model that was asked as somebody."""
        return isinstance(self.record.get("interview"), Mapping)

    @property
    def of_statements(self) -> bool:
        """Whether it is about statements of regions, and what models say of them."""
        return self.table("etiquette_scores") is not None

    @property
    def benchmarked(self) -> bool:
        """Whether it is about items of a benchmark."""
        return isinstance(self.record.get("benchmark"), Mapping)

    @property
    def cells(self) -> tuple[str, str]:
        """What scores of answers are told of, and within that: regions and types of statements, or, of a benchmark's
        items, groups and kinds."""
        return ("group", "kind") if self.benchmarked else ("region", "type")

    def answers(self, family: str) -> bool:
        """Whether there is a verdict on `family`, which the page then opens with."""
        verdicts = self.table("verdict")
        return verdicts is not None and family in set(verdicts["family"])

    @property
    def name(self) -> str:
        return str(self.record.get("name") or self.directory.name)

    @property
    def finished(self) -> bool:
        return self.record.get("status") == "finished"


def read_run(directory: str | Path) -> Run:
    """Read the record of a run; its tables are read when they are needed.

    Raises `InputError` where `directory` is not the directory of a run, saying what is missing.
    """
    folder = Path(directory)
    if not folder.is_dir():
        raise InputError(_MUST, f"there is no directory {folder}", _MEND)
    record, tables = read_record(folder), Tables(folder)
    if not tables:
        raise InputError(_MUST, f"{folder} has no parquet file in {TABLES}/", _MEND)
    return Run(folder, record, tables)


def read_record(folder: Path) -> dict[str, Any]:
    """The record of the run in a folder; `InputError` where it has none, or one that is damaged."""
    if not (folder / RECORD).is_file():
        raise InputError(_MUST, f"{folder} has no {RECORD}", _MEND)
    try:
        record = json.loads((folder / RECORD).read_text(encoding="utf-8"))
    except ValueError as error:
        raise InputError(_MUST, f"{folder / RECORD} is not JSON ({error})", "Run the study again.") from error
    if not isinstance(record, dict):
        raise InputError(_MUST, f"{folder / RECORD} holds a {type(record).__name__}", "Run the study again.")
    return record
