"""`geobias plan`."""

from __future__ import annotations

import argparse

from geobias.commands import command_names
from geobias.commands.grammar import read_settings

USAGE = "plan study=regional [overrides]"
HELP = "say what would be done, how long it would take here, and with what memory"
OVERRIDES = True


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What follows is Hydra's grammar."""


def main(args: argparse.Namespace) -> None:
    study, settings = read_settings("plan", args.words, command_names())
    print(study.plan(settings))
