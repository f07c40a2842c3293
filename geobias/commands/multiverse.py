"""`geobias multiverse`."""

from __future__ import annotations

import argparse

USAGE = "multiverse DIR... [--distance NAMES] [--gap NAMES] [...]"
HELP = "gather finished runs as specifications: one table, one test, one figure"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("directories", metavar="DIR", nargs="*", help="a finished run, or a folder that holds some")
    parser.add_argument(
        "--distance",
        metavar="NAMES",
        default="",
        help="distances to relate, with commas between them, as tables name them, e.g. sinkhorn,lda_crossfit; "
        "default: that of the relation which each run's verdict is about",
    )
    parser.add_argument("--gap", metavar="NAMES", default="", help="gaps likewise, e.g. gap_at_m[accuracy]")
    parser.add_argument("--output", metavar="FOLDER", help="where its folder goes; default: beside that of the study")
    parser.add_argument("--name", metavar="LABEL", help="what its folder is called by; default: as the first run")


def main(args: argparse.Namespace) -> None:
    from geobias.pipeline.multiverse import gather, runs_in
    from geobias.report.sections import MULTIVERSE_SECTIONS

    report = gather(
        runs_in(args.directories),
        distances=_names(args.distance),
        gaps=_names(args.gap),
        output=args.output,
        name=args.name,
        sections=MULTIVERSE_SECTIONS,
    )
    print(report.summary(), report.html, sep="\n")


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]
