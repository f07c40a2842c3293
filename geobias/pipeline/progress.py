"""Progress of long stages, on standard error: bars on a terminal, elsewhere one line per stage."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime

from geobias.errors import require

# Seconds: what is over sooner gets no bar.
DELAY = 0.5


class Bars:
    """Makes one bar per stage, or says its name where standard error is no terminal. `shown=False` silences both."""

    def __init__(self, shown: bool = True):
        self._shown = shown

    def say(self, stage: str) -> None:
        """One line for a stage that begins, where no bars tell of it."""
        if self._shown and not sys.stderr.isatty():
            print(f"{datetime.now():%H:%M:%S} {stage}", file=sys.stderr, flush=True)

    @contextmanager
    def bar(self, words: str, unit: str) -> Iterator[Callable[..., None]]:
        """A callback (done, total) that moves a bar with these words; (done) where the total is not known."""
        tqdm = require("tqdm", extra="study", purpose="progress bars").tqdm
        with tqdm(desc=words, unit=f" {unit}", leave=True, delay=DELAY, disable=None if self._shown else True) as bar:

            def update(done: int, total: int | None = None) -> None:
                bar.total = total
                bar.update(done - bar.n)

            yield update
