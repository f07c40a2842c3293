"""`geobias report`."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import Any

from geobias.errors import InputError

USAGE = "report DIR [--figures png,pdf]"
HELP = "draw the figures and the page of a finished run anew"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("directories", metavar="DIR", nargs="*", help="the directory that a study printed at its end")
    parser.add_argument(
        "--figures",
        metavar="KINDS",
        default="",
        help="kinds of files to draw beside the SVG files of the page, with commas between them: png, pdf",
    )


def main(args: argparse.Namespace) -> None:
    if len(args.directories) != 1:
        raise InputError(
            "geobias report takes one directory",
            f"there are {args.directories}" if args.directories else "there is none",
            "Name one; blanks in it need quotes.",
        )
    from geobias.report import build
    from geobias.report.run import read_run

    [directory] = args.directories
    kinds = [kind.strip() for kind in args.figures.split(",") if kind.strip()]
    print(build(directory, figures=kinds, **_sections(read_run(directory).record)).html)


def _sections(record: Mapping[str, Any]) -> dict[str, Any]:
    """The sections that the study of the run names; of a run whose study is unknown here, all that its tables give."""
    from geobias.studies import find_study, study_names

    if record.get("study") not in study_names():
        return {}
    sections = getattr(find_study(record["study"]), "SECTIONS", None)
    return {} if sections is None else {"sections": sections}
