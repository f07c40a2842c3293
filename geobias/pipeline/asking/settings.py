"""Settings of `geobias ask`: which prompts, which model, how it is asked, and where the answers go."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Literal, Protocol, Self

from geobias.errors import InputError
from geobias.files import at_home
from geobias.models.generation import Decoding, Questions, ResponderSettings, ScriptedSettings
from geobias.models.prompting import prompt_names
from geobias.typed import check_least, from_mapping


class Asking(Protocol):
    """The settings that say who is asked, and how, whatever the prompts are."""

    @property
    def responder(self) -> ResponderSettings: ...
    @property
    def decoding(self) -> Decoding: ...
    @property
    def questions(self) -> Questions: ...


class Calibrated(Protocol):
    """Settings of what is asked for, and of how scores are calibrated."""

    @property
    def ask(self) -> str: ...
    @property
    def calibrate(self) -> tuple[str, ...]: ...


@dataclass(frozen=True, kw_only=True)
class AskSettings:
    """What is asked of whom.

    Attributes
    ----------
    prompts : a YAML file of templates, see docs/asking.md, or the name of one that comes with geobias.
    table : of what fills them: csv, tsv, json, jsonl or parquet; None = that which the file of prompts names, if any.
    responder : which model, and how it is reached.
    ask : "text", "scores" (log-probabilities of the options that a template declares), or "both".
    samples : texts of each prompt.
    calibrate : words that take the place of every field in a content-free prompt, by which scores are calibrated;
        empty = they are not.
    name : label of the run's folder; None = the name of the file of prompts.
    output, store : folders of runs, and of ledgers (`<store>/responses`).
    progress : whether a bar is shown, where standard error is a terminal.
    """

    prompts: str
    table: str | None = None
    responder: ResponderSettings = field(default_factory=ScriptedSettings)
    decoding: Decoding = field(default_factory=Decoding)
    ask: Literal["text", "scores", "both"] = "text"
    samples: int = 1
    calibrate: tuple[str, ...] = ()
    name: str | None = None
    output: str = "outputs"
    store: str = "outputs/store"
    progress: bool = True

    @classmethod
    def build(cls, values: Mapping[str, Any] | None = None, /, **more: Any) -> Self:
        """Settings from nested mappings, or the same by keyword; relative paths count from the working directory.

        Raises
        ------
        InputError : an unknown key or wrong value, with the nearest right one; a path that is unset.
        """
        built = from_mapping(cls, {**(values or {}), **more})
        return replace(
            built,
            prompts=built.prompts if built.prompts in prompt_names() else _absolute(built.prompts),
            table=None if built.table is None else _absolute(built.table),
            output=_absolute(built.output),
            store=_absolute(built.store),
        )

    def __post_init__(self) -> None:
        check_least(self, "", samples=1)
        check_calibrated(self, "", "scores or ask=both")

    @property
    def label(self) -> str:
        return self.name or Path(self.prompts).stem

    @property
    def questions(self) -> Questions:
        return Questions(self.samples, self.ask, self.calibrate)

    def as_dict(self) -> dict[str, Any]:
        """Nested plain values."""
        return asdict(self)

    def identity(self) -> dict[str, Any]:
        """What decides the answers, but for what lies in files and models."""
        undeciding = ("prompts", "table", "responder", "name", "output", "store", "progress")
        return {key: value for key, value in self.as_dict().items() if key not in undeciding}


def check_calibrated(settings: Calibrated, of: str, mend: str = "") -> None:
    """Raises `InputError` where texts alone are asked for, and scores are to be calibrated.

    of : what stands before the names of these settings, such as "asking.". mend : values of `ask` that have scores.
    """
    if settings.calibrate and settings.ask not in ("scores", "both"):
        mend = f"Pass {of}ask={mend or 'scores'}."
        raise InputError(f"{of}calibrate is of scores", f"{of}ask is '{settings.ask}'", mend)


def _absolute(place: str) -> str:
    return str(at_home(place).absolute())
