"""`geobias plan`."""

from __future__ import annotations

import argparse

from geobias.commands import ask, command_names
from geobias.commands.grammar import read_settings

USAGE = "plan study=regional [overrides] | plan ask prompts=FILE.yaml [overrides]"
HELP = "say what would be done, how long it would take here, and with what memory"
OVERRIDES = True


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What follows is Hydra's grammar."""


def main(args: argparse.Namespace) -> None:
    """The plan of a study, or of what `geobias ask` would do with the words behind its name."""
    if args.words[:1] == ["ask"]:
        what, settings = read_settings("plan", args.words[1:], command_names(), ask.ROOT)
    else:
        what, settings = read_settings("plan", args.words, command_names())
    print(what.plan(settings))
