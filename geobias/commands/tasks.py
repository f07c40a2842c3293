"""`geobias tasks`: where lm-evaluation-harness finds our tasks."""

from __future__ import annotations

import argparse

USAGE = "tasks"
HELP = "print the folder of our tasks for lm-evaluation-harness"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """It takes nothing."""
    parser.epilog = 'lm_eval --include_path "$(geobias tasks)" finds them. See docs/harness.md.'


def main(args: argparse.Namespace) -> None:
    from geobias.harness import tasks_folder

    print(tasks_folder())
