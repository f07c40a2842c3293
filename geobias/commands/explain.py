"""`geobias explain`: which words make two regions of a finished run differ, and what is left without them."""

from __future__ import annotations

import argparse
from pathlib import Path

from geobias.commands.grammar import one_directory
from geobias.errors import InputError

USAGE = "explain DIR --pair A B [--mask WORDS] [...]"
HELP = "say which words, tokens and texts make two regions of a finished run differ"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("directories", metavar="DIR", nargs="*", help="of a finished run of the regional study")
    parser.add_argument("--pair", metavar=("A", "B"), nargs=2, help="the two regions")
    parser.add_argument(
        "--mask",
        metavar="WORDS",
        default="",
        help="words that are masked besides those found, with commas between them, or a text file of one a line",
    )
    parser.add_argument(
        "--words", metavar="N", type=int, default=20, help="words of each method to show and to mask; default: 20"
    )
    parser.add_argument(
        "--least", metavar="N", type=int, default=5, help="occurrences below which a word takes no part; default: 5"
    )
    parser.add_argument("--store", metavar="FOLDER", help="of the embeddings; default: store beside the study's folder")
    parser.add_argument("--workers", metavar="N", type=int, help="threads; default: every core")
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = (
        "Three methods, each with intervals and a test over all words at once:\n\n"
        "  log-odds    which words a region says more, from the texts alone\n"
        "  transport   which share of the regions' excess distance is that of a word's tokens\n"
        "  axis        what a word adds along the axis that tells the regions' texts apart\n\n"
        "Then the words found are masked in every text and the excess is measured again, beside that with other words\n"
        "as frequent masked. Tables, figures and a section of the run's page; see docs/explain.md."
    )


def main(args: argparse.Namespace) -> None:
    directory = one_directory("explain", args.directories)
    if args.pair is None:
        raise InputError("geobias explain takes --pair A B", "there is none", "Name two regions of the run.")
    named = _words(args.mask)
    from geobias.measures.explaining import ExplainSettings
    from geobias.studies.regional import explain

    settings = ExplainSettings(words=args.words, least=args.least)
    found = explain(directory, tuple(args.pair), settings, named=named, store=args.store, workers=args.workers)
    print(found.summary(), found.report.html, sep="\n")


def _words(given: str) -> list[str]:
    """The words that --mask names, in their normal form."""
    from geobias.corpora import words_of
    from geobias.raw import read_bytes

    path = Path(given).expanduser()
    text = given
    if given and (path.is_file() or "/" in given or path.suffix == ".txt"):
        try:
            text = read_bytes(path)[0].decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise InputError(
                "the file of --mask must be UTF-8", f"{path} is not, at byte {error.start}", "Save it as UTF-8."
            ) from None
    words = [word.word for word in words_of(text)]
    if given and not words:
        raise InputError("--mask must name words", f"there are none in {given!r}", "Give some, or leave it out.")
    return list(dict.fromkeys(words))
