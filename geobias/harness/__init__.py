"""Open to others: studies as tasks of EleutherAI's lm-evaluation-harness, whose YAML files lie in `tasks/`.

The harness calls `documents`, `question`, `options`, `target`, `results` and the aggregations of `etiquette` and
`options` by the names that its files give; nothing here imports it.
"""

from geobias.harness.folder import TASKS, tasks_folder
from geobias.harness.gaps import Gaps, largest_gap
from geobias.harness.scores import scores_of

__all__ = ["TASKS", "Gaps", "largest_gap", "scores_of", "tasks_folder"]
