"""`geobias ledger`: what models have said leaves its ledger as a file, and comes in again elsewhere."""

from __future__ import annotations

import argparse

from geobias.errors import InputError

USAGE = "ledger export DIR FILE | ledger import FILE [--store FOLDER]"
HELP = "write the responses of a ledger to .jsonl or .parquet, or take such a file in"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("deed", metavar="export|import", nargs="?", default="", help="what to do")
    parser.add_argument("paths", metavar="PATH", nargs="*", help="a ledger's folder (run.json names it) and a file")
    parser.add_argument(
        "--store", metavar="FOLDER", default="outputs/store", help="where ledgers are; default: %(default)s"
    )


def main(args: argparse.Namespace) -> None:
    wanted = {"export": 2, "import": 1}.get(args.deed)
    if wanted != len(args.paths):
        got = f"there is {' '.join([args.deed, *args.paths])}" if args.deed else "there is nothing"
        raise InputError(f"what follows geobias ledger must be as in `{USAGE}`", got, "See geobias ledger --help.")
    from geobias.models.generation import export_ledger, import_ledger, open_ledger

    if args.deed == "export":
        folder, file = args.paths
        with open_ledger(folder, print) as ledger:
            print(f"{export_ledger(ledger, file)} responses of {ledger.name} are in {file}.")
    else:
        for place, count in import_ledger(args.paths[0], args.store, print).items():
            print(f"{count} responses are new in {place}.")
