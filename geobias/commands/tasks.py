"""`geobias tasks`: where lm-evaluation-harness finds our tasks."""

from __future__ import annotations

import argparse

USAGE = "tasks"
HELP = 'print the folder of our tasks for lm-evaluation-harness: lm_eval --include_path "$(geobias tasks)"'


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """It takes nothing."""


def main(args: argparse.Namespace) -> None:
    from geobias.harness import tasks_folder

    print(tasks_folder())
