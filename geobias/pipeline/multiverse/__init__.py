"""A multiverse: finished runs of one study, each a specification of it, gathered into one table, test and page."""

from geobias.pipeline.multiverse.folders import runs_in
from geobias.pipeline.multiverse.gathering import gather

__all__ = ["gather", "runs_in"]
