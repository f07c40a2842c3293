"""`geobias report`."""

from __future__ import annotations

import argparse
from typing import Any

from geobias.commands.grammar import one_directory
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
    directory = one_directory("report", args.directories)
    from geobias.report import build

    kinds = [kind.strip() for kind in args.figures.split(",") if kind.strip()]
    print(build(directory, figures=kinds, **_sections(directory)).html)


def _sections(directory: str) -> dict[str, Any]:
    """The sections that the study of the run names; of a run whose study is unknown here, all that its tables give."""
    from geobias.report import read_run
    from geobias.report.sections import PUBLISHED, PUBLISHED_SECTIONS
    from geobias.studies import page_sections, study_names

    try:
        study = read_run(directory).record.get("study")
    except InputError:
        return {}  # `build` says what is wrong with the directory, after what is wrong with the command
    if study == PUBLISHED:
        return {"sections": PUBLISHED_SECTIONS}
    sections = page_sections(study) if study in study_names() else None
    return {} if sections is None else {"sections": sections}
