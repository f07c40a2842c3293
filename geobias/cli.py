"""The command `geobias`, and the only room that knows Hydra.

A few commands are taken before Hydra (`report DIR`, `doctor`, `bench`, `plan ...`); everything else is Hydra's grammar.
Before any work the configuration is composed and checked here, so that a mistake gets one sentence, no traceback.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from typing import Any

from geobias import __version__
from geobias.commands.composing import CONFIG, CONFIG_MODULE, jobs, readable_config, settings_of
from geobias.commands.overrides import as_written, compose, with_folder
from geobias.commands.words import split_words
from geobias.errors import GeobiasError, InputError, require
from geobias.files import sentence

_HELP = {"-h", "--help"}
_INFORMATION = (
    "--help",
    "-h",
    "--hydra-help",
    "--shell-completion",
    "-sc",
    "--info",
    "-i",
    "--cfg",
    "-c",
)
_OTHER_CONFIG = (
    "--config-path",
    "-cp",
    "--config-name",
    "-cn",
    "--experimental-rerun",
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit code: 0, or 2 for something the user can mend."""
    words = list(sys.argv[1:] if arguments is None else arguments) or ["--help"]
    try:
        command = _COMMANDS.get(words[0])
        if "--version" in words:
            print(f"geobias {__version__}")
        elif command is not None:
            command(words[1:])
        else:
            _hydra(words)
    except (GeobiasError, OSError) as error:
        print(f"geobias: {sentence(error)}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(
            "geobias: stopped. What was finished is kept; the same command goes on from there.",
            file=sys.stderr,
        )
        return 130
    except SystemExit as ended:  # argparse's and Hydra's way to end, having said why
        return ended.code if isinstance(ended.code, int) else int(bool(ended.code))
    return 0


def _report(words: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(
        "geobias report", description="Draw the figures and the page of a run anew, from its tables."
    )
    parser.add_argument("directory", metavar="DIR", help="the directory that a study printed at its end")
    parser.add_argument(
        "--figures",
        metavar="KINDS",
        default="",
        help="kinds of files to draw beside the SVG files of the page, with commas between them: png, pdf",
    )
    given, more = parser.parse_known_args(words or ["--help"])
    if more:
        raise InputError(
            "geobias report takes one directory",
            f"there are {[given.directory, *more]}",
            "Name one; blanks in it need quotes.",
        )
    from geobias.report import build

    print(build(given.directory, figures=[kind.strip() for kind in given.figures.split(",") if kind.strip()]).html)


def _doctor(words: Sequence[str]) -> None:
    if _HELP & set(words):
        print("geobias doctor: what this machine has (devices, backends, compilers, models).")
        return
    if words:
        raise InputError("geobias doctor takes no arguments", f"there are {words}", "Leave them out.")
    from geobias.doctor import examine

    print(examine())


def _plan(words: Sequence[str]) -> None:
    if _HELP & set(words):
        print("geobias plan [overrides]: what the study with these overrides would do, how long, and with what memory.")
        return
    _, overrides = split_words(words, _COMMANDS)
    study, settings = settings_of(compose(as_written(overrides)))
    print(study.plan(settings))


def _bench(words: Sequence[str]) -> None:
    from geobias.bench.quick import main as bench

    bench(words)


_COMMANDS: dict[str, Callable[[Sequence[str]], None]] = {
    "report": _report,
    "doctor": _doctor,
    "plan": _plan,
    "bench": _bench,
}


def _hydra(words: list[str]) -> None:
    hydra = require("hydra", extra="study", purpose="the command line of the studies")
    flags, overrides = split_words(words, _COMMANDS)
    if "--resolve" in flags and not set(flags) & set(_INFORMATION):
        raise InputError("--resolve must go with what shows the configuration", "it stands alone", "Add --cfg job.")
    if not set(flags) & set(_OTHER_CONFIG):
        added = with_folder([], flags.get("--config-dir") or flags.get("-cd"))
        overrides = as_written(overrides, added)
        sweeping = {"-m", "--multirun"} & set(flags)
        for job_overrides in jobs(overrides) if sweeping else [overrides]:
            config = compose([*job_overrides, *added])
            if not set(flags) & set(_INFORMATION):
                settings_of(config)

    def job(config: Any) -> None:
        study, settings = settings_of(config)
        report = study.run(settings)
        if report is not None:  # None on a process that only helped the main one
            print(*filter(None, [report.summary(), report.html]), sep="\n")

    # Without this Hydra prints what is wrong with a file of the user's as a traceback, and ends the process itself.
    os.environ.setdefault("HYDRA_FULL_ERROR", "1")
    # Hydra's parser takes overrides in one row only; people write flags between them.
    given = [part for flag, value in flags.items() for part in (flag, value) if part]
    sys.argv = ["geobias", *given, *overrides]
    with readable_config():
        hydra.main(config_path=f"pkg://{CONFIG_MODULE}", config_name=CONFIG, version_base="1.3")(_plain_errors(job))()


def _plain_errors(job: Callable[[Any], None]) -> Callable[[Any], None]:
    """Hydra prints exceptions of a job its own way; ours are one paragraph and the exit code 2."""

    def run(config: Any) -> None:
        try:
            job(config)
        except (GeobiasError, OSError) as error:
            print(f"geobias: {sentence(error)}", file=sys.stderr)
            sys.exit(2)

    return run
