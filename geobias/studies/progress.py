"""Progress bars of long stages, on standard error; quiet where that is no terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from geobias.errors import require

# Seconds: what is over sooner gets no bar.
DELAY = 0.5


class Bars:
    """Makes one bar a stage. `shown=False` silences them; a redirected standard error does too."""

    def __init__(self, shown: bool = True):
        self._shown = shown

    @contextmanager
    def bar(self, words: str, unit: str) -> Iterator[Callable[..., None]]:
        """A callback (done, total) that moves a bar with these words; (done) where the total is not known."""
        tqdm = require("tqdm", extra="study", purpose="progress bars").tqdm
        with tqdm(desc=words, unit=f" {unit}", leave=True, delay=DELAY, disable=None if self._shown else True) as bar:

            def update(done: int, total: int | None = None) -> None:
                bar.total = total
                bar.update(done - bar.n)

            yield update
