"""What lies at the path of a reproduction that needs a survey: respondents, perhaps answers and statements."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from geobias.errors import InputError

_TABLES = (".csv", ".tsv", ".parquet", ".sav", ".zsav", ".json", ".jsonl", ".gz")
_STATEMENTS = "published_prompts.yaml"
_OTHERS = ("rvr_paper_table2.csv", "iw_scores.csv", "schema.json")


@dataclass(frozen=True)
class SurveyFiles:
    """respondents : a file of microdata. answers : of a model, or None. statements : as published, or None."""

    respondents: Path
    answers: Path | None
    statements: Path | None

    @classmethod
    def at(cls, path: Path, answers: Path | None) -> SurveyFiles:
        """path : the file of respondents, or a folder with it, perhaps `answers.*`, and `published_prompts.yaml`.

        Of several tables in a folder the one counts that has "wvs" in its name.

        Raises
        ------
        InputError : no such file, or a folder in which none, or more than one, can be the respondents'.
        """
        if answers is not None and not answers.is_file():
            raise InputError("--answers must be a file", f"there is none at '{answers}'", "Name the right one.")
        if path.is_file():
            return cls(path, answers, _there(path.parent / _STATEMENTS))
        if not path.is_dir():
            raise InputError(
                f"'{path}' must be a file of respondents, or a folder with it", "there is none", "Name the right one."
            )
        tables = sorted(file for file in path.iterdir() if file.suffix.lower() in _TABLES and file.name not in _OTHERS)
        own = [file for file in tables if file.name.startswith("answers.")]
        found = [file for file in tables if file not in own]
        named = [file for file in found if "wvs" in file.name.lower()] or found
        if len(named) != 1:
            got = f"there are {[file.name for file in named][:6]}" if named else "there is no table"
            raise InputError(f"'{path}' must hold one file of respondents", got, "Name the file itself.")
        return cls(named[0], answers or (own[0] if own else None), _there(path / _STATEMENTS))


def _there(path: Path) -> Path | None:
    return path if path.is_file() else None
