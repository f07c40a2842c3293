"""`geobias geocode`: a column of places in a table becomes one of countries."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from geobias.errors import InputError
from geobias.files import check_folder

USAGE = "geocode FILE --column NAME --output OUT [...]"
HELP = "tell the countries of people by what their profiles say of where they are"
_SERVICES = ("offline", "nominatim", "both")
_CONFUSION = ".confusion.csv"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", nargs="?", default="", help="csv, tsv, json, jsonl or parquet")
    add = parser.add_argument
    add("--column", default="location", metavar="NAME", help="where the places stand; default: %(default)s")
    add("--output", default="", metavar="OUT", help="the table that is written: .csv, .tsv, .jsonl or .parquet")
    add(
        "--regions", metavar="CODES", help="countries that become regions, as au,ca,uk; or a YAML file, country: region"
    )
    add("--confidence", metavar="P", help="confidence from which on a country is told, 0 to 1; default: 0.35")
    add("--prefix", default="", metavar="WORD", help="what the names of the new columns begin with")
    add("--against", metavar="NAME", help="a column of countries to compare with; OUT.confusion.csv has the table")
    add("--weight", metavar="NAME", help="a column that says how many rows each stands for, in what is printed")
    add("--entities", metavar="MODEL", help="a spaCy pipeline that finds places in sentences")
    add("--service", default="offline", metavar="NAME", help="offline, nominatim, or both: what offline cannot tell")
    add("--url", metavar="URL", help="nominatim: the server; default: the public one")
    add("--agent", default="", metavar="WHO", help="nominatim: who asks, an address of mail or web")
    add("--answers", metavar="FILE", help="nominatim: where answers are kept; default: OUT.answers.sqlite")
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = (
        "OUT has FILE's columns and these:\n\n"
        "  country       ISO 3166, two lower-case letters; empty where it cannot be told\n"
        "  region        the same, or what --regions makes of it: corpus=table corpus.group=region reads it\n"
        "  confidence    0 to 1: how clearly the names mean this country, and how much of the text they are\n"
        "  rule          by what it was told (area, city, code, flag, coordinates, misspelt, entities), or why not\n"
        "  alternatives  other countries that it may be\n\n"
        "Offline needs pip install 'geobias[geo]'. A service is asked once a second and once for each text; after a\n"
        "stop the same command goes on. See docs/geocoding.md."
    )


def main(args: argparse.Namespace) -> None:
    from geobias import corpora
    from geobias.raw import read_table

    if not args.file or not args.output:
        missing = "FILE" if not args.file else "--output"
        raise InputError(f"geobias geocode needs {missing}", "it is not there", f"Write geobias {USAGE}.")
    output = Path(args.output).expanduser()
    corpora.checked_ending(output)
    confused, answers = output.with_suffix(_CONFUSION), _answers(args, output)
    written = {"--output": output} | ({} if args.against is None else {f"the {_CONFUSION} of --output": confused})
    _check_kept(args, written | ({} if args.service == "offline" else {"--answers": answers}))
    check_folder(output.parent)
    confident = _share(args.confidence, corpora.CONFIDENT)
    region = corpora.region_names(args.regions, corpora.country_codes())
    needed = [name for name in (args.column, args.against, args.weight) if name is not None]
    table = read_table(Path(args.file).expanduser(), needed=needed)
    table.check(needed, f"'{args.file}'")
    weights = None if args.weight is None else _weights(table[args.weight], args.weight, table.places)
    with ExitStack() as opened:
        placer = _placer(args, answers, confident, opened)
        found = corpora.geocode_table(table, args.column, placer, region, args.prefix)
    confusion = None if args.against is None else found.against(args.against, weights)
    print(found.summary(weights), found.save(output), sep="\n")
    if confusion is not None:
        print(confusion.summary(), confusion.save(confused), sep="\n")


def _placer(args: argparse.Namespace, kept: Path, confident: float, opened: ExitStack) -> Callable[[str], Any]:
    """What places a text: the packaged gazetteer, a service, or one after the other."""
    from geobias import corpora

    if args.service not in _SERVICES:
        raise InputError(f"--service must be one of {list(_SERVICES)}", f"it is '{args.service}'", "Name one.")

    def offline(text: str) -> Any:
        return corpora.place(text, confident)

    first = offline if args.entities is None else corpora.Entities(args.entities, offline)
    if args.service == "offline":
        return first
    url = args.url or corpora.PUBLIC
    answers = corpora.Answers(kept, url)
    opened.callback(answers.close)
    service = corpora.Nominatim(answers, url, args.agent)
    if args.service == "nominatim":
        return service

    def both(text: str) -> Any:
        told = first(text)
        return told if told.country or not text.strip() else service(text)

    return both


def _answers(args: argparse.Namespace, output: Path) -> Path:
    """Where the answers of a service are kept."""
    return Path(args.answers).expanduser() if args.answers else output.with_suffix(".answers.sqlite")


def _check_kept(args: argparse.Namespace, written: Mapping[str, Path]) -> None:
    """Raise `InputError` where what is written would replace what is read, by whatever name, or another of them."""
    kept = {"FILE": args.file} | ({} if args.regions is None else {"--regions": args.regions})
    places = {name: Path(given).expanduser() for name, given in kept.items()}
    for name, path in written.items():
        for other, place in places.items():
            if path.resolve() == place.resolve() or (path.exists() and place.exists() and path.samefile(place)):
                raise InputError(
                    f"{name} must be another file than {other}", f"'{path}' is both", "Name another for --output."
                )
        places[name] = path


def _share(word: str | None, default: float) -> float:
    try:
        share = default if word is None else float(word)
    except ValueError:
        share = float("nan")
    if not 0 <= share <= 1:
        raise InputError("--confidence must lie between 0 and 1", f"it is '{word}'", f"Pass --confidence {default}.")
    return share


def _weights(column: Sequence[Any], name: str, where: Callable[[int], str]) -> list[float]:
    weights = []
    for row, cell in enumerate(column):
        try:
            weight = float(cell)
        except (TypeError, ValueError):
            weight = float("nan")
        if not weight >= 0:
            raise InputError(
                f"column '{name}' must hold numbers of rows", f"{where(row)} has {cell!r}", "Correct it, or leave out."
            )
        weights.append(weight)
    return weights
