"""Where the harness finds our tasks."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

TASKS = ("geobias_etiquette", "geobias_resonance_options")


def tasks_folder() -> Path:
    """The folder of the tasks' YAML files, for `lm_eval --include_path`."""
    return Path(str(resources.files("geobias.harness") / "tasks"))
