"""`geobias reproduce`."""

from __future__ import annotations

import argparse
from pathlib import Path

from geobias.errors import InputError

USAGE = "reproduce NAME PATH [--output FILE]"
HELP = "compute a paper's published numbers anew from its released data"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("words", metavar="NAME PATH", nargs="*", help=f"{_papers()}; the folder with its data")
    parser.add_argument("--output", metavar="FILE", help="a csv or parquet file for every number, equal or not")


def main(args: argparse.Namespace) -> None:
    from geobias.published import find_paper

    if len(args.words) != 2:
        raise InputError(
            "geobias reproduce takes a name and a folder",
            f"there are {args.words}" if args.words else "there is none",
            f"Names are {_papers()}.",
        )
    paper = find_paper(args.words[0])
    output = None if args.output is None else _file(args.output)
    table = paper.reproduce(Path(args.words[1]).expanduser())
    print(paper.TITLE, table.summary(), sep="\n")
    if output is not None:
        table.save(output)
        print(output)


def _papers() -> str:
    from geobias.published import paper_names

    return ", ".join(paper_names())


def _file(name: str) -> Path:
    path = Path(name).expanduser()
    if path.suffix not in (".csv", ".parquet"):
        raise InputError("--output must end in .csv or .parquet", f"it is '{name}'", "Rename it.")
    return path
