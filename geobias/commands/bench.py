"""`geobias bench`."""

from __future__ import annotations

import argparse

USAGE = "bench [--sizes 200,1000] [...]"
HELP = "how fast distances and extraction are here, beside geomloss and others"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--sizes", type=_numbers, default=(200, 1000), help="points of each cloud, e.g. 200,1000,4000")
    parser.add_argument("--width", type=int, default=384, help="dimensions; 384 are the packaged encoder's own")
    parser.add_argument("--backends", type=_words, help="default: those that are meant for speed")
    parser.add_argument("--runs", type=int, default=3, help="timed runs of each side; the median counts")
    parser.add_argument("--lda-repeats", type=int, default=10, help="draws of the discriminant (8 x 100, 512 features)")
    parser.add_argument("--texts", type=int, default=200, help="texts whose embeddings are extracted; 0: none")


def main(args: argparse.Namespace) -> None:
    from geobias.bench import measure, table

    for rows in measure(args.sizes, args.width, args.backends, args.lda_repeats, args.runs, args.texts):
        print(table(rows), flush=True)


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, _words(text)))


def _words(text: str) -> list[str]:
    return text.split(",")
