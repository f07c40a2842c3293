"""Order: which texts every step of a training sees, in which micro-batches; known beforehand, for any step."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from geobias.models.finetune.settings import TrainingRecipe
from geobias.seeds import generator


@dataclass(frozen=True, eq=False)
class Order:
    """The steps of one training.

    rows : int64 (n,), the training texts. lengths : int64, tokens by text. name : of the model; with the seed it names
    the stream of every epoch's permutation.
    """

    rows: np.ndarray
    lengths: np.ndarray
    settings: TrainingRecipe
    seed: int
    name: str

    @property
    def steps_per_epoch(self) -> int:
        return -(-len(self.rows) // self.settings.batch)

    @property
    def steps(self) -> int:
        """Steps of the whole training, unless it stops early."""
        steps = self.settings.epochs * self.steps_per_epoch
        return min(steps, self.settings.max_steps or steps)

    def ends_epoch(self, step: int) -> bool:
        """Whether an epoch, or the training, ends with this step."""
        return (step + 1) % self.steps_per_epoch == 0 or step + 1 == self.steps

    def micro_batches(self, step: int) -> list[np.ndarray]:
        """Rows of the step's micro-batches; there are batch / micro_batch, the last ones empty where texts run out.

        The texts of a step stand by length, so those that share a pass need little padding.
        """
        epoch, place = divmod(step, self.steps_per_epoch)
        batch, micro = self.settings.batch, self.settings.micro_batch
        rows = self._permutation(epoch)[place * batch : (place + 1) * batch]
        rows = rows[np.lexsort((rows, self.lengths[rows]))]
        return [rows[start : start + micro] for start in range(0, batch, micro)]

    @lru_cache(maxsize=2)  # noqa: B019 - two permutations, as long as the training lasts
    def _permutation(self, epoch: int) -> np.ndarray:
        return generator(self.seed, "order", self.name, epoch).permutation(self.rows)


def dropout_seed(seed: int, name: str, step: int, micro: int) -> int:
    """The seed of torch's generator for one micro-batch."""
    return int(generator(seed, "dropout", name, step, micro).integers(1 << 62))


def split_dev(rows: np.ndarray, share: float, seed: int, name: str) -> tuple[np.ndarray, np.ndarray]:
    """(training rows, dev rows), both rising; dev texts are drawn at random, at least one where a share is asked."""
    if not share:
        return np.sort(rows), rows[:0]
    size = max(1, round(share * len(rows)))
    order = generator(seed, "dev", name).permutation(rows)
    return np.sort(order[size:]), np.sort(order[:size])
