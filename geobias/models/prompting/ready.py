"""Files of prompts that come with geobias, by name."""

from __future__ import annotations

from functools import cache
from importlib import resources
from pathlib import Path

from geobias.errors import InputError
from geobias.models.prompting.prompt_file import PromptFile, read_prompt_file
from geobias.suggest import nearest

_FOLDER = "ready"


@cache
def prompt_names() -> tuple[str, ...]:
    """Names of the files of prompts that come with geobias."""
    names = (entry.name for entry in resources.files("geobias.models.prompting").joinpath(_FOLDER).iterdir())
    return tuple(sorted(name.removesuffix(".yaml") for name in names if name.endswith(".yaml")))


def find_prompt_file(source: str | Path) -> PromptFile:
    """A file of prompts that comes with geobias by its name, or one of your own by its path.

    Raises
    ------
    InputError : there is none of this name; or the file is not sound, see `read_prompt_file`.

    >>> [template.answers for template in find_prompt_file("hate_speech").templates]
    ['hate']
    """
    name = str(source)
    if name in prompt_names():
        entry = resources.files("geobias.models.prompting").joinpath(_FOLDER, f"{name}.yaml")
        with resources.as_file(entry) as path:
            return read_prompt_file(path)
    if not name.endswith((".yaml", ".yml")):
        raise InputError(
            f"prompts must be one of {', '.join(prompt_names())}, or a YAML file",
            f"they are '{name}'",
            f"{nearest(name, prompt_names())}The name of a file ends in .yaml.",
        )
    return read_prompt_file(source)
