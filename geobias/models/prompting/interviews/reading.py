"""Interviews and designs from YAML, ours or that of a published study."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from geobias.errors import InputError
from geobias.models.prompting.entries import Entry, of_kind
from geobias.models.prompting.interviews.design import Design
from geobias.models.prompting.interviews.interview import GENERAL, Interview
from geobias.models.prompting.interviews.sources import entry_of, number_of, packaged_entry, text_of, texts_of

INTERVIEWS, DESIGNS = ("made_up", "nations"), ("own", "none")
"""Those that come with geobias, by name."""
_KEYS = ("name", "template", "axes", "questions", "decoding", "said", "values")
_PUBLISHED = ("template", "grid", "values", "general_question", "decoding", "analysis", "published_findings")
_DECODING = ("temperature", "top_p", "max_tokens", "seed")
_AXIS_NAMES = {"nationality": "nation"}
"""What files of published studies call an axis -> what it is called here."""


def read_interview(source: str | Path | Mapping[str, Any] = "made_up") -> Interview:
    """An interview that is declared in YAML.

    Parameters
    ----------
    source : "made_up" (eight made-up nations), "nations" (eight real ones), a YAML file or what one holds: `template`,
        `axes` and `questions` (name -> text, or "own" for those that come with geobias), perhaps `name`, `decoding`
        and `said`. Or a file of a published study: `template`, `grid`, `values` with a `question` each and
        `general_question`; its axis `nationality` is read as `nation`, and a value without name is called by its item.

    Raises
    ------
    InputError : it is not there, no YAML, a key is unknown or missing, or the interview is not sound.

    >>> made_up = read_interview()
    >>> list(made_up.axes), list(made_up.questions)[:2]
    (['nation', 'age', 'sex'], ['general', 'religion'])
    """
    entry = entry_of(source, "an interview", INTERVIEWS)
    default = Path(source).stem if isinstance(source, (str, Path)) else "interview"
    if "grid" in entry.values:
        return _published(entry, default)
    entry.check_keys(*_KEYS)
    asked = entry.values.get("questions")
    questions = packaged_entry("questions") if asked == "own" else entry
    if questions is entry and not entry.need("questions", dict):
        raise InputError(f"{entry.place} must have questions", "there is none", "Write `questions: own`.")
    return Interview(
        name=text_of(entry.values.get("name", default), f"{entry.place}.name"),
        template=entry.need("template", str).rstrip("\n"),
        axes={axis: _values(axis, values, entry.place) for axis, values in entry.need("axes", dict).items()},
        questions=texts_of(questions, "questions"),
        decoding=_decoding(entry),
        said=texts_of(entry, "said"),
    )


def read_designs(source: str | Path | Mapping[str, Any] | Sequence[Mapping[str, Any]] = "own") -> tuple[Design, ...]:
    """Designs that are declared in YAML, in the order of the file; the study's own, "", is none of them.

    Parameters
    ----------
    source : "own" (nine, worded by us for the packaged interviews), "none", a YAML file or what one holds: a list, or
        a mapping with `designs`, of mappings with the attributes of `Design`.

    Raises
    ------
    InputError : it is not there, no YAML, a key is unknown, two names are alike, or a design changes nothing.

    >>> [design.name for design in read_designs([{"name": "cool", "temperature": 0.7}])]
    ['cool']
    """
    if source == "none":
        return ()
    given = source if isinstance(source, (str, Path, Mapping)) else {"designs": list(source)}
    entry = entry_of("designs" if given == "own" else given, "designs", ("designs", *DESIGNS))
    entry.check_keys("designs")
    listed = entry.need("designs", list)
    designs = tuple(_design(one, f"{entry.place}, designs[{at}]") for at, one in enumerate(listed))
    names = [design.name for design in designs]
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"names of designs in {entry.place} must differ", f"several are '{name}'", "Rename one.")
    return designs


def _design(value: Any, place: str) -> Design:
    entry = Entry(of_kind(value, dict, place), place)
    entry.check_keys(*Design.__dataclass_fields__)
    seed = number_of(entry, "seed")
    scores = entry.get("scores", str, "false")
    if scores not in ("true", "false"):
        raise InputError(f"{place}.scores must be true or false", f"it is '{scores}'", "Correct it.")
    if seed is not None and not isinstance(seed, int):
        raise InputError(f"{place}.seed must be a whole number", f"it is {seed}", "Correct it.")
    template = entry.get("template", str)
    return Design(
        name=entry.need("name", str),
        template=None if template is None else template.rstrip("\n"),
        fields=texts_of(entry, "fields"),
        temperature=number_of(entry, "temperature"),
        top_p=number_of(entry, "top_p"),
        seed=seed,
        entailment=entry.get("entailment", str),
        scores=scores == "true",
        questions=texts_of(entry, "questions"),
        said=texts_of(entry, "said"),
    )


def _published(entry: Entry, name: str) -> Interview:
    entry.check_keys(*_PUBLISHED)
    grid = entry.need("grid", dict)
    template: str = entry.need("template", str)
    axes = {}
    for axis, values in grid.items():
        if axis == "combinations":  # told in words; `interview_prompts` takes them by name
            continue
        own = _AXIS_NAMES.get(axis, axis)
        axes[own] = _values(axis, values, entry.place)
        template = template.replace(f"{{{axis}}}", f"{{{own}}}")
    general = entry.get("general_question", str)
    questions = {} if general is None else {GENERAL: general}
    for at, given in enumerate(entry.need("values", list)):
        place = f"{entry.place}, values[{at}]"
        value = Entry(of_kind(given, dict, place), place)
        called = value.get("name", str) or value.need("item", str)
        questions[called] = value.need("question", str)
    return Interview(name, template, axes, questions, _decoding(entry))


def _values(axis: str, values: Any, place: str) -> tuple[str, ...]:
    where = f"{place}, axis '{axis}'"
    return tuple(text_of(value, f"{where}[{at}]") for at, value in enumerate(of_kind(values, list, where)))


def _decoding(entry: Entry) -> dict[str, float]:
    """What of the decoding can be followed anywhere; the name of a model may stand beside it."""
    given = Entry(entry.get("decoding", dict, {}), f"{entry.place}.decoding")
    given.check_keys(*_DECODING, "model")
    found = {name: number_of(given, name) for name in _DECODING}
    return {name: value for name, value in found.items() if value is not None}
