"""`geobias reproduce`."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from geobias.commands.grammar import output_folder
from geobias.errors import InputError

USAGE = "reproduce NAME PATH [--answers FILE] [--entailment MODEL] [--every] [--output DIR]"
HELP = "compute a paper's published numbers anew from its released data"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "words", metavar="NAME PATH", nargs="*", help=f"{_papers()}; the folder, or file, with its data"
    )
    parser.add_argument("--answers", metavar="FILE", help="of resonance: a table of a model's answers")
    parser.add_argument(
        "--entailment", metavar="MODEL", help="of resonance: what tells values, a model (hub name or folder) or lexical"
    )
    parser.add_argument("--every", action="store_true", help="print every number, equal or not")
    parser.add_argument(
        "--output", metavar="DIR", help="a folder for every number and the tables behind them, as csv, and one page"
    )
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = (
        "Prints how many numbers are equal as printed, and those that differ most:\n\n"
        "  published     as the paper prints it\n"
        "  recomputed    from the data, by the paper's own recipe; the verdict is whether it rounds to that\n"
        "  interval      95 %, items and annotators both drawn anew; of r without the paper's rounding\n"
        "  corrected     r without what numbers of annotators, noise and sensitivity do to it (`latent`)\n"
        "  valid         of regional: whether a check of the released files speaks against the number\n\n"
        f"NAME is one of:\n\n{_titles()}\n\n"
        "See docs/published.md, docs/positionality.md, docs/resonance.md and docs/etiquette.md."
    )


def main(args: argparse.Namespace) -> None:
    from geobias.published import find_paper, write_page

    if len(args.words) != 2:
        raise InputError(
            "geobias reproduce takes a name and a folder",
            f"there are {args.words}" if args.words else "there is none",
            f"Names are {_papers()}.",
        )
    paper = find_paper(args.words[0])
    options = _options(args, args.words[0], getattr(paper, "OPTIONS", ()))
    folder = None if args.output is None else output_folder(args.output)
    found = paper.reproduce(Path(args.words[1]).expanduser(), **options)
    print(paper.TITLE, found.summary(every=args.every), sep="\n")
    if folder is not None:
        print(*found.save(folder), write_page(found, folder, args.words[0], paper.TITLE), sep="\n")


def _options(args: argparse.Namespace, name: str, taken: Sequence[str]) -> dict[str, Any]:
    """What was given of the options that only some papers take."""
    given: dict[str, Any] = {}
    if args.answers is not None:
        given["answers"] = Path(args.answers).expanduser()
    if args.entailment is not None:
        given["entailment"] = args.entailment
    if foreign := [option for option in given if option not in taken]:
        raise InputError(f"geobias reproduce {name} takes no --{foreign[0]}", "it is there", "Leave it out.")
    return given


def _papers() -> str:
    from geobias.published import paper_names

    return ", ".join(paper_names())


def _titles() -> str:
    from geobias.published import find_paper, paper_names

    return "\n".join(f"  {name:<14}{find_paper(name).TITLE}" for name in paper_names())
