"""Entries of a YAML file: every scalar is text, no key is there twice, and what is wrong is named with its place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from geobias.errors import InputError, require
from geobias.suggest import closest, nearest

_KINDS: dict[type, str] = {str: "text", list: "a list", dict: "a mapping"}


@dataclass(frozen=True)
class Entry:
    """A mapping of a file with the place where it stands, for messages: "prompts.yaml, templates[0]"."""

    values: Mapping[str, Any]
    place: str

    def check_keys(self, *known: str) -> None:
        """Raise `InputError` for a key that is none of these."""
        for name in self.values:
            if name not in known:
                near = closest(name, known)
                mend = f"Did you mean '{near}'?" if near else f"There are {list(known)}."
                raise InputError(f"every key of {self.place} must be a known one", f"'{name}' is not", mend)

    def get(self, name: str, kind: type, default: Any = None) -> Any:
        """The value under this key, which must be text (`str`), `list` or `dict`."""
        if name not in self.values:
            return default
        return of_kind(self.values[name], kind, f"{self.place}.{name}")

    def need(self, name: str, kind: type) -> Any:
        """As `get`; raises `InputError` where there is none."""
        if name not in self.values:
            got = f"its keys are {list(self.values)}"
            raise InputError(f"{self.place} must have '{name}'", got, f"{nearest(name, self.values)}Add it.")
        return self.get(name, kind)


def of_kind(value: Any, kind: type, place: str) -> Any:
    """The value; raises `InputError` where it is not of this kind."""
    if not isinstance(value, kind):
        shown = repr(value) if isinstance(value, str) else _KINDS[type(value)]
        raise InputError(f"{place} must be {_KINDS[kind]}", f"it is {shown[:80]}", "Correct the file.")
    return value


def read_entries(text: str, name: str) -> Entry:
    """The mapping that a YAML text holds. Scalars stay the text they are: `no` is "no", `20` is "20".

    Raises
    ------
    InputError : it is no YAML, no mapping, or has a key twice; the message names the line.
    """
    yaml = require("yaml", extra="study", purpose="reading prompts")

    class Loader(yaml.BaseLoader):  # type: ignore[name-defined]
        """PyYAML's that leaves scalars alone, and minds keys."""

        def construct_mapping(self, node: Any, deep: bool = False) -> dict[str, Any]:
            seen: set[str] = set()
            for key, _ in node.value:
                line = f"line {key.start_mark.line + 1} has"
                if not isinstance(key, yaml.ScalarNode):
                    raise InputError(f"keys of {name} must be texts", f"{line} another one", "Correct the file.")
                if key.value in seen:
                    raise InputError(
                        f"keys of {name} must differ", f"{line} '{key.value}' a second time", "Remove one."
                    )
                seen.add(key.value)
            return super().construct_mapping(node, deep)

    try:
        values = yaml.load(text, Loader=Loader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f" (line {mark.line + 1})" if mark else ""
        said = getattr(error, "problem", None) or str(error).splitlines()[0]
        mend = "Correct it; a text with : or { at its start needs quotes, or a | before it on lines of its own."
        raise InputError(f"{name} must be YAML", f"it is not: {said}{where}", mend) from None
    if not isinstance(values, dict):
        got = "it is empty" if not values else "it is not"
        raise InputError(f"{name} must be a mapping with templates", got, "See docs/asking.md for one.")
    return Entry(values, name)
