"""Corpora: files and data sets become a `Corpus`."""

from typing import TYPE_CHECKING, Any

from geobias.corpora.cleaning import CLEANINGS, Cleaning, normalise_text
from geobias.corpora.corpus import UNLABELLED, Corpus, CountLog
from geobias.corpora.hf import load_hf
from geobias.corpora.reuters import load_reuters21578
from geobias.corpora.sentiment140 import load_sentiment140
from geobias.corpora.table import load_table
from geobias.corpora.tweets import load_tweets

if TYPE_CHECKING:
    from geobias.corpora.synthetic import make_synthetic

__all__ = [
    "CLEANINGS",
    "UNLABELLED",
    "Cleaning",
    "Corpus",
    "CountLog",
    "load_hf",
    "load_reuters21578",
    "load_sentiment140",
    "load_table",
    "load_tweets",
    "make_synthetic",
    "normalise_text",
]


def __getattr__(name: str) -> Any:
    # The generator brings word lists that loaders of real data have no use for.
    if name == "make_synthetic":
        from geobias.corpora.synthetic import make_synthetic

        return make_synthetic
    raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
