"""`geobias ask`: put prompts to a model; what was answered before is not asked again."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from importlib import resources
from typing import Any

from geobias.commands import command_names
from geobias.commands.grammar import CONFIG_MODULE, Root, read_settings
from geobias.errors import GeobiasError

USAGE = "ask prompts=FILE.yaml [table=FILE] [responder=NAME] [overrides]"
HELP = "put prompts to a model and tabulate its answers; each is asked once and kept"
OVERRIDES = True
_MOST_ENTRIES = 12


def _ask(values: Mapping[str, Any]) -> tuple[Any, Any]:
    from geobias.pipeline import asking

    return asking, asking.AskSettings.build(values)


ROOT = Root(
    "ask",
    _ask,
    "geobias ask",
    "geobias ask --help",
    "geobias ask --help",
    by_file="put the responder's settings in responder/mine.yaml that begins with `defaults: [<name>, _self_]`, "
    "and pass --config-dir . responder=mine.",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    folder = resources.files(CONFIG_MODULE)
    settings = (folder / "ask.yaml").read_text("utf-8").partition("\n\n")[2]
    files = sorted(
        (file for file in (folder / "responder").iterdir() if file.name.endswith(".yaml")), key=lambda f: f.name
    )
    responders = "\n\n".join(_shortened(file.read_text("utf-8").strip()) for file in files)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = (
        f"settings, as key=value, with their defaults:\n\n{settings}\n"
        f"responders, as responder=<name>, with their settings, as responder.<key>=<value>:\n\n{responders}\n\n"
        "`geobias plan ask ...` says how much would be asked, and `docs/asking.md` what a file of prompts holds.\n"
        "After a stop the same command goes on."
    )


def _shortened(text: str) -> str:
    """A file of settings without the entries of a long block but its first ones."""
    lines, entries = [], 0
    for line in text.splitlines():
        entries = entries + 1 if line.startswith("  ") else 0
        lines += [line] if entries < _MOST_ENTRIES else ["  ..."] * (entries == _MOST_ENTRIES)
    return "\n".join(lines)


def main(args: argparse.Namespace) -> None:
    asking, settings = read_settings("ask", args.words, command_names(), ROOT)
    asked = asking.run(settings)
    print(*asked.notices, file=sys.stderr, sep="\n", end="\n" * bool(asked.notices))
    print(asked.summary(), asked.directory / asking.ANSWERS, sep="\n")
    if failed := asked.errors:
        count = sum(row.outcome == "error" for row in asked.answers.rows)
        raise GeobiasError(
            f"{count} of {len(asked.answers.rows)} requests came to nothing, and stand as errors in the table. "
            f"The commonest: {failed[0].removesuffix('.')}. The same command asks these again, and no others."
        )
