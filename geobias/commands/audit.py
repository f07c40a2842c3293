"""`geobias audit`: what would make a comparison meaningless, before anything is encoded or asked."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from geobias.audit import Audit, check_stops
from geobias.commands import command_names
from geobias.commands.grammar import output_folder, read_settings
from geobias.errors import InputError
from geobias.suggest import closest

USAGE = "audit study=regional [overrides] [--output DIR] | audit tables PATH [--output DIR]"
HELP = "say what would make the comparison meaningless: copies, twins, uneven groups, labels that clash"
OVERRIDES = True
_OUTPUT = "--output"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = (
        "The words are those of a study (geobias --help). Nothing is encoded or asked, and a study looks for the same\n"
        "at its start. `tables PATH` looks at tables of scores and distances, a file or a folder of anyone's.\n\n"
        "  --output DIR  a folder for the findings, as csv and parquet, and one page\n\n"
        "A finding is a stop (no comparison means a thing), a warning, or a note. The command ends with 2 where one\n"
        "stops, else with 0. 'audit.allow=[CHECK]' goes on all the same, here and in a study, whose page says so;\n"
        "sampling.on_shared=drop leaves out texts that several groups have. Findings name rows by their id, and\n"
        "show no text. See docs/audit.md."
    )


def main(args: argparse.Namespace) -> None:
    words, output = _output(args.words)
    if words[:1] == ["tables"]:
        audit, (name, config) = _of_tables(words[1:]), _named(Path(words[1]))
    else:
        _check_first(words)
        study, settings = read_settings("audit", words, command_names())
        if not hasattr(study, "audit"):
            found = study.__name__.rpartition(".")[2]
            raise InputError(
                "a study must have an audit", f"{found} has none", "Leave `audit` out, and the study runs."
            )
        audit, name, config = study.audit(settings).allowing(settings.audit.allow), settings.label, settings.as_dict()
    print(audit.findings.summary())
    if output is not None:
        from geobias.pipeline import save_audit

        print(save_audit(audit, output, name, _sections(), config).html)
    check_stops(audit.findings)


def _check_first(words: Sequence[str]) -> None:
    """Raise `InputError` where the first word is nearly `tables`; other words the grammar judges."""
    word = words[0] if words else ""
    if "=" not in word and closest(word, ["tables"], 0.7):
        got = f"'{word}' is neither"
        raise InputError("geobias audit takes overrides key=value, or tables PATH", got, "Did you mean tables?")


def _of_tables(words: Sequence[str]) -> Audit:
    if len(words) != 1:
        got = f"there are {list(words)}" if words else "there is none"
        raise InputError("geobias audit tables takes one file or folder", got, "Name one.")
    from geobias.audit.score_tables import audit_tables

    return Audit(audit_tables(Path(words[0]).expanduser()))


def _named(path: Path) -> tuple[str, dict[str, Any]]:
    """What the page is called by, and the path that it shows."""
    return path.expanduser().resolve().name or str(path), {"tables": str(path)}


def _output(words: Sequence[str]) -> tuple[list[str], Path | None]:
    """The words without --output, and its folder."""
    rest, folder = [], None
    given = iter(words)
    for word in given:
        name, joined, value = word.partition("=")
        if name != _OUTPUT:
            rest.append(word)
            continue
        folder = value if joined else next(given, "")
        if not folder:
            raise InputError("--output must be given a folder", "there is none", "Name one.")
    if folder is None:
        return rest, None
    return rest, output_folder(folder)


def _sections() -> tuple[Any, ...]:
    from geobias.report.sections import audit, method

    return (audit.SECTION, method.SECTION)
