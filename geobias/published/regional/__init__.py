"""Regional bias in monolingual English language models: every published number beside what its files give."""

from geobias.published.regional.reproducing import FILES, TITLE, reproduce

__all__ = ["FILES", "TITLE", "reproduce"]
