"""Extraction of embeddings: against a plain padded loop and sentence-transformers, and over growing numbers of texts.

    python benchmarks/extraction.py [--texts 2000] [--loop-texts 500] [--length 128] [--tweets DIR | --reuters DIR]
    python benchmarks/extraction.py --scaling 1000,4000,16000        # token vectors too: texts a second, peak memory

Float32 with the packaged encoder, on the GPU where there is one, else on one thread: on a CUDA machine the same command
writes that device's rows. Every side returns the first-token vectors of the same texts (geobias.bench.extraction). The
loop takes long, so it has fewer texts; both comparisons carry our sides: every pooling, and that one alone.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
from harness import RESULTS, corpus, numbers, parser, report

from geobias.bench.comparing import Row, Truth, compare
from geobias.bench.extraction import FIRST, LOOP, NEAR, OURS, PEER, extraction_rows, stored
from geobias.corpora import load_reuters21578, make_synthetic
from geobias.models import EncoderSettings, load_encoder

EXTRACTION = RESULTS.with_name("extraction.csv")
_CHECKED = 64


def texts_of(chosen: argparse.Namespace) -> tuple[list[str], str]:
    """Distinct texts that have tokens, in a fixed shuffled order, and what they are."""
    if chosen.reuters is not None:
        found, label = load_reuters21578(chosen.reuters), "Reuters texts"
    elif chosen.tweets is not None:
        found, label = corpus(chosen), "tweets"
    else:
        found, label = make_synthetic(documents=3000, baseline_documents=1, seed=0), "synthetic texts"
    texts = [text for text in dict.fromkeys(found.texts.tolist()) if any(map(str.isalnum, text))]
    return [texts[i] for i in np.random.default_rng(0).permutation(len(texts))], label


def scaling_rows(texts: list[str], sizes: list[int], settings: EncoderSettings, runs: int, label: str) -> Iterator[Row]:
    """Token and pooled vectors of more and more texts, held to those of a few texts encoded alone."""
    encoder = load_encoder(settings)
    few = encoder.tokenize(texts[:_CHECKED])
    truth = np.stack([encoder.encode([one], tokens=False)[0].pooled["cls"].numpy() for one in few])
    run = stored(encoder, token_vectors=True)
    for size in sizes:
        side = partial(_first, run, texts[:size])
        row = compare(
            "extraction, token vectors", f"{size} {label}", {OURS: side}, peer=OURS, truth=Truth(NEAR, truth), runs=runs
        )[0]
        yield replace(row, note=f"{size / row.seconds:.0f} texts a second" if row.agrees else row.note)


def _first(run, texts: list[str]) -> np.ndarray:
    return run(texts)[:_CHECKED]


def main() -> None:
    flags = parser(__doc__)
    flags.add_argument("--texts", type=int, default=2000, help="beside sentence-transformers; 0: left out")
    flags.add_argument("--loop-texts", type=int, default=500, help="beside the padded loop; 0: left out")
    flags.add_argument("--length", type=int, default=128, help="tokens of a text, and of the loop's padding")
    flags.add_argument("--scaling", type=numbers, default=[], help="numbers of texts, e.g. 1000,4000,16000")
    flags.add_argument("--batch-tokens", type=int, help="tokens of our batches; default: as the device likes it")
    flags.add_argument("--model", default=EncoderSettings.model)
    flags.add_argument("--reuters", type=Path, help="folder of Reuters-21578 to take texts from")
    chosen = flags.parse_args()
    settings = EncoderSettings(model=chosen.model, max_length=chosen.length, batch_tokens=chosen.batch_tokens)
    texts, label = texts_of(chosen)
    for count, peer in ((chosen.loop_texts, LOOP), (chosen.texts, PEER)):
        if count and not chosen.scaling:
            rows = extraction_rows(
                texts[:count], sides=[peer, OURS, FIRST], settings=settings, runs=chosen.runs, label=label
            )
            report(rows, chosen, EXTRACTION)
    for row in scaling_rows(texts, chosen.scaling, settings, chosen.runs, label):
        report([row], chosen, EXTRACTION)


if __name__ == "__main__":
    main()
