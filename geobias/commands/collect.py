"""`geobias collect`: a web page on which volunteers judge items."""

from __future__ import annotations

import argparse

from geobias.collect import DESIGNS, MARKS, PROGRAMS
from geobias.errors import InputError

USAGE = "collect init DIR | serve DIR | status DIR | export DIR TO | import FILE TO --from PROGRAM"
HELP = "let volunteers judge items on a web page, and take out what they said"
_PATHS = {"init": 1, "serve": 1, "status": 1, "export": 2, "import": 2}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("deed", metavar="init|serve|status|export|import", nargs="?", default="", help="what to do")
    parser.add_argument("paths", metavar="PATH", nargs="*", help="the study's folder; a new folder for what is written")
    add = parser.add_argument
    add("--design", default=DESIGNS[0], metavar="NAME", help=f"init: {' or '.join(DESIGNS)}; default: %(default)s")
    add("--host", default="127.0.0.1", help="serve: the address to listen at; default: %(default)s")
    add("--port", default="8000", metavar="N", help="serve: its port; default: %(default)s")
    add("--prefix", default="", metavar="PATH", help="serve: what every path begins with, such as /study")
    add("--workers", default="1", metavar="N", help="serve: processes; default: %(default)s")
    add("--proxy", default="", metavar="ADDRESS", help="serve: the proxy whose word on visitors' addresses is taken")
    add("--keep", default="", metavar="NAMES", help=f"export: people to be kept in, {','.join(MARKS)}")
    add("--texts", action="store_true", help="export: write reasons and comments too")
    add("--potato", action="store_true", help="export: write Potato's format too")
    add("--from", dest="program", default="", metavar="PROGRAM", help=f"import: {', '.join(PROGRAMS)}")
    add("--question", default=None, metavar="NAME", help="import: the question that is the judgement")


def main(args: argparse.Namespace) -> None:
    wanted = _PATHS.get(args.deed)
    if wanted != len(args.paths):
        got = f"there is {' '.join([args.deed, *args.paths])}" if args.deed else "there is nothing"
        raise InputError(f"what follows geobias collect must be as in `{USAGE}`", got, "See geobias collect --help.")
    from geobias import collect

    if args.deed == "init":
        files = collect.init(args.paths[0], args.design)
        print("\n".join(map(str, files)))
        print(f"Set contact in study.yaml, put in your items, then: geobias collect serve {args.paths[0]}")
    elif args.deed == "serve":
        how = {"host": args.host, "prefix": args.prefix, "proxy": args.proxy}
        numbers = {"port": _whole("--port", args.port, 8000), "workers": _whole("--workers", args.workers, 2)}
        collect.serve(args.paths[0], **how, **numbers)
    elif args.deed == "status":
        print("\n".join(collect.status(args.paths[0])))
    elif args.deed == "export":
        keep = tuple(name.strip() for name in args.keep.split(",") if name.strip())
        print("\n".join(collect.export(*args.paths, keep=keep, texts=args.texts, potato=args.potato)))
    else:
        file, to = args.paths
        print("\n".join(collect.import_export(file, to, args.program, args.question)))


def _whole(name: str, word: str, default: int) -> int:
    try:
        return int(word)
    except ValueError:
        raise InputError(f"{name} must be a whole number", f"it is '{word}'", f"Pass {name} {default}.") from None
