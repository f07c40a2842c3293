"""What attention sinks do to distances at every layer of a decoder: prints a table and draws images/sinks.png.

    python docs/plot_sinks.py MODEL TWEETS    # 135 million weights take about a quarter of an hour on one core

MODEL is a folder of a causal model, TWEETS one of <region>.csv files. Groups of 30 tweets are compared by the Sinkhorn
divergence of their tokens (blur .05) at every layer, once with all tokens and once without sinks, which is the default:
eight groups of one region's tweets by length, eight dealt at random from the same tweets, and six regions. Of each
kind the rank correlation of the divergence with the difference in mean length is taken over all pairs.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Mapping
from itertools import combinations
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

from geobias.clouds import TokenClouds
from geobias.corpora import load_corpus
from geobias.distances import pairwise_sinkhorn_divergence
from geobias.measures import position_share
from geobias.models import EmbeddingStore, EncoderSettings, extract, load_encoder
from geobias.stats import correlate

SIZE, GROUPS, REGION = 30, 8, "us"
POSITIONS = {"all": ("#d55e00", "all tokens"), "content": ("#0072b2", "without sinks (the default)")}
KINDS = {"by length": "groups by length", "at random": "groups at random", "regions": "six regions"}
TARGET = Path(__file__).parent / "images" / "sinks.png"
Kinds = Mapping[str, list[list[str]]]


def groups_of(folder: str, lengths_of, seed: int = 0) -> Kinds:
    """Kind of groups -> the texts of each; `lengths_of`: texts -> their tokens."""
    rng, corpus = np.random.default_rng(seed), load_corpus({"name": "tweets", "path": folder})
    texts = {name: corpus.texts[rows] for name, rows in corpus.groups("region").items()}
    long_enough = {name: some[lengths_of(some.tolist()) > 3] for name, some in texts.items()}
    drawn = {
        name: rng.permutation(some)[: SIZE * (GROUPS if name == REGION else 1)] for name, some in long_enough.items()
    }
    one = drawn[REGION]
    by_length = one[np.argsort(lengths_of(one.tolist()), kind="stable")]
    return {
        "by length": [some.tolist() for some in np.split(by_length, GROUPS)],
        "at random": [some.tolist() for some in np.split(rng.permutation(one), GROUPS)],
        "regions": [some[:SIZE].tolist() for some in drawn.values()],
    }


def correlations(groups: list[TokenClouds], lengths: np.ndarray) -> float:
    """Of the divergences of all pairs of groups with how their mean lengths differ."""
    clouds = [cloud.points.double() for cloud in groups]
    found = pairwise_sinkhorn_divergence(clouds, blur=0.05).numpy()
    pairs = list(combinations(range(len(groups)), 2))
    apart = [abs(lengths[a] - lengths[b]) for a, b in pairs]
    return float(correlate([found[a, b] for a, b in pairs], apart, "spearman"))


def measure(model: str, positions: str, kinds: Kinds, lengths_of) -> tuple[dict[str, list[float]], list[float], float]:
    """Kind -> a correlation for every layer; the largest share of variance at one position; its fair share."""
    encoder = load_encoder(EncoderSettings(model=model, positions=positions, layer="all", device="cpu"))
    texts = list(dict.fromkeys(text for groups in kinds.values() for group in groups for text in group))
    lengths = {kind: np.array([lengths_of(group).mean() for group in groups]) for kind, groups in kinds.items()}
    found: dict[str, list[float]] = {kind: [] for kind in kinds}
    shares, fair = [], float("nan")
    with tempfile.TemporaryDirectory() as folder:
        stores = {layer: EmbeddingStore(folder, encoder.identity_at(layer)) for layer in encoder.layers}
        extract(encoder, stores, texts, token_texts=set(texts))
        for layer in sorted(stores):
            store = EmbeddingStore(folder, encoder.identity_at(layer))
            for kind, groups in kinds.items():
                found[kind].append(correlations([store.clouds(group) for group in groups], lengths[kind]))
            largest = position_share([store.clouds(texts)])
            shares.append(largest.share)
            fair = largest.fair
            told = ", ".join(f"{kind} {values[-1]:+.2f}" for kind, values in found.items())
            print(
                f"{positions}, layer {layer}: {told}; largest position {largest.share:.3f}, fair {fair:.3f}", flush=True
            )
    return found, shares, fair


def draw(results: Mapping[str, tuple[dict[str, list[float]], list[float], float]]) -> None:
    figure, axes = plt.subplots(1, 4, figsize=(15, 3.7), layout="constrained")
    for positions, (found, shares, fair) in results.items():
        colour, label = POSITIONS[positions]
        for axis, kind in zip(axes, KINDS, strict=False):
            axis.plot(found[kind], "o-", color=colour, ms=3.5, lw=1.2, label=label)
        axes[3].plot(100 * np.array(shares), "o-", color=colour, ms=3.5, lw=1.2, label=label)
        axes[3].axhline(100 * fair, color=colour, lw=1, ls=":")
    for axis, title in zip(axes, KINDS.values(), strict=False):
        axis.set(ylim=(-1.05, 1.05), title=f"Distance and length: {title}", ylabel="Spearman's ρ over pairs")
        axis.axhline(0, color="#777777", lw=0.8)
    axes[3].set(ylim=(0, 100), title="Variance at one position of the texts", ylabel="% (dotted: fair share)")
    axes[0].legend(frameon=False, fontsize=8, loc="lower right")
    for axis in axes:
        axis.set_xlabel("layer (0: the embeddings)")
        axis.spines[["top", "right"]].set_visible(False)
        axis.grid(alpha=0.25)
    TARGET.parent.mkdir(exist_ok=True)
    figure.savefig(TARGET, dpi=110)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model")
    parser.add_argument("tweets")
    flags = parser.parse_args()
    tokenize = load_encoder(EncoderSettings(model=flags.model, device="cpu")).tokenize

    def lengths_of(texts: list[str]) -> np.ndarray:
        return np.array([text.kept for text in tokenize(texts)])

    kinds = groups_of(flags.tweets, lengths_of)
    draw({positions: measure(flags.model, positions, kinds, lengths_of) for positions in POSITIONS})


if __name__ == "__main__":
    main()
