"""`geobias doctor`."""

from __future__ import annotations

import argparse

USAGE = "doctor"
HELP = "what this machine has, and what is missing for what"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """It takes none."""


def main(args: argparse.Namespace) -> None:
    from geobias.doctor import examine

    print(examine())
