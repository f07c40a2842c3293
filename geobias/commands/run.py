"""`geobias study=...`: run a study, or sweep over several; Hydra's own flags stand beside the overrides.

Before any work the configuration is composed and checked here, so that a mistake gets one sentence, no traceback.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from geobias.commands import command_names, listing
from geobias.commands.grammar import (
    CONFIG,
    CONFIG_MODULE,
    as_written,
    compose,
    jobs,
    readable_config,
    settings_of,
    split_words,
    with_folder,
)
from geobias.errors import GeobiasError, InputError, require
from geobias.files import sentence

USAGE = "study=regional [overrides]"
HELP = "run a study; the same command goes on after a stop"
OVERRIDES = True
_TITLE = "geobias: whether, where and how much a language model treats regions and cultures differently."
_SHOWING = {"--help", "--hydra-help", "--shell-completion", "--info", "--cfg"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What follows is Hydra's grammar."""


def main(args: argparse.Namespace) -> None:
    hydra = require("hydra", extra="study", purpose="the command line of the studies")
    flags, overrides = split_words(args.words, command_names())
    shows = bool(_SHOWING & set(flags))
    if "--resolve" in flags and not shows:
        raise InputError("--resolve must go with what shows the configuration", "it stands alone", "Add --cfg job.")
    if "--shell-completion" not in flags:  # whose install=bash is no override
        overrides = _checked(flags, overrides, complete=not shows)
    if "--help" in flags:
        print(_TITLE, listing(), sep="\n\n", end="\n\n")
    # Without this Hydra prints what is wrong with a file of the user's as a traceback, and ends the process itself.
    os.environ.setdefault("HYDRA_FULL_ERROR", "1")
    finished: list[Path] = []

    def job(config: Any) -> None:
        finished.extend(_job(config))

    # Hydra's parser takes overrides in one row only; people write flags between them.
    sys.argv = ["geobias", *(part for pair in flags.items() for part in pair if part), *overrides]
    with readable_config():
        hydra.main(config_path=f"pkg://{CONFIG_MODULE}", config_name=CONFIG, version_base="1.3")(job)()
    if len(finished) > 1:
        _gather(finished)


def _checked(flags: Mapping[str, str], overrides: Sequence[str], *, complete: bool) -> list[str]:
    """The overrides as Hydra is to read them, of every job judged; also for what is unset where they are `complete`."""
    added = with_folder([], flags.get("--config-dir"))
    written = as_written(overrides, added)
    for job in jobs(written, added) if "--multirun" in flags else [written]:
        config = compose([*job, *added])
        if complete:
            settings_of(config)
    return written


def _job(config: Any) -> list[Path]:
    """Run a study; its folder, or none on a process that only helped the main one.

    Hydra prints exceptions of a job its own way; ours are one paragraph and the exit code 2.
    """
    try:
        study, settings = settings_of(config)
        report = study.run(settings)
    except (GeobiasError, OSError) as error:
        print(f"geobias: {sentence(error)}", file=sys.stderr)
        sys.exit(2)
    if report is None:
        return []
    print(*filter(None, [report.summary(), report.html if report.html.is_file() else report.directory]), sep="\n")
    return [report.directory]


def _gather(runs: Sequence[Path]) -> None:
    """The page of all specifications of a sweep; one sentence where what was run relates nothing."""
    from geobias.pipeline.multiverse import gather
    from geobias.report.sections import MULTIVERSE_SECTIONS

    try:
        report = gather(list(dict.fromkeys(runs)), sections=MULTIVERSE_SECTIONS)
    except GeobiasError as error:
        print(f"geobias: there is no page of all runs: {sentence(error)}", file=sys.stderr)
    else:
        print(report.summary(), report.html, sep="\n")
