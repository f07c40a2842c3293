"""What the record of a run says of an interview: who was asked what, how answers were drawn and scored."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from geobias.report.phrases import count, listing, plural
from geobias.report.run import Run

ANSWERS, RESPONDENTS = "answers", "respondents"
MADE = {
    ANSWERS: "The answers were made up, with leanings that were planted in them: no number here says anything about a "
    "language model.",
    RESPONDENTS: "The respondents were made up, with positions that were planted in them: no number here says anything "
    "about people or places.",
}
KEYS = ("name", "model", "path", "file")
"""Under which a record names a model or file, the first that it has."""


def made_up_parts(run: Run) -> list[str]:
    """Of answers and respondents, those that were made up: as `synthetic` lists them, and as `survey` says."""
    said, survey = run.record.get("synthetic"), _mapping(run.record.get("survey"))
    listed = said if isinstance(said, list | tuple) else [ANSWERS] if said else []
    return [part for part in MADE if part in listed or (part == RESPONDENTS and survey.get("synthetic"))]


def facts_of(run: Run) -> list[tuple[str, str]]:
    """For the head of the page; "" where the record says nothing."""
    record = run.record
    interview, survey = _mapping(record.get("interview")), _mapping(record.get("survey"))
    respondents = survey.get("respondents")
    survey_words = named(survey) + (f", {plural(respondents, 'respondent')}" if respondents else "")
    return [
        ("Responder", named(record.get("responder"))),
        ("Interview", named(interview)),
        ("Entailment", named(record.get("entailment"))),
        ("Survey", survey_words or ("none" if interview else "")),
    ]


def named(what: Any) -> str:
    """The name and model of something, of a mapping by `KEYS`.

    >>> named({"name": "smollm2", "device": "cpu"}), named({"name": "hf", "model": "m"}), named("leaning"), named(None)
    ('smollm2', 'hf, m', 'leaning', '')
    """
    if not isinstance(what, Mapping):
        return str(what or "")
    return ", ".join(dict.fromkeys(str(what[key]) for key in KEYS if what.get(key)))


def asked(run: Run) -> str:
    """One sentence: how many questions were put to whom, how often, in how many designs."""
    record = run.record
    interview = _mapping(record.get("interview"))
    if not interview:
        return ""
    axes = [plural(len(values), name, _many(name)) for name, values in _mapping(interview.get("axes")).items()]
    questions = plural(len(_mapping(interview.get("questions"))), "question")
    who = f" as people of {listing(axes)}" if axes else ""
    designs, samples = _mapping(record.get("designs")), record.get("samples")
    often = f", with {plural(samples, 'answer')} to each prompt" if isinstance(samples, int) else ""
    how = f"the study's own wording and {plural(len(designs), 'further design')}" if designs else "one wording"
    return f"The model was asked {questions}{who}{often}, by {how}."


def _many(noun: str) -> str:
    """
    >>> _many("sex"), _many("country"), _many("age")
    ('sexes', 'countries', 'ages')
    """
    if noun.endswith(("x", "s", "ch", "sh")):
        return f"{noun}es"
    return f"{noun[:-1]}ies" if noun.endswith("y") and noun[-2:-1] not in "aeiou" else f"{noun}s"


def drawn(run: Run) -> str:
    """How texts were drawn; "" where the record does not say."""
    decoding = _mapping(run.record.get("decoding"))
    words = {"temperature": "temperature {}", "top_p": "top-p {}", "max_tokens": "at most {} tokens", "seed": "seed {}"}
    parts = [form.format(decoding[name]) for name, form in words.items() if decoding.get(name) is not None]
    return f"Answers were drawn with {listing(parts)}." if parts else ""


def scored(run: Run) -> str:
    """How answers became projections."""
    values, entailment = run.record.get("values") or [], named(run.record.get("entailment"))
    if not values:
        return ""
    by = f" ({entailment})" if entailment else ""
    return (
        f"Entailment{by} says of each answer whether each of {count(2 * len(values))} statements follows from it (1), "
        f"contradicts it (−1) or neither (0): {plural(len(values), 'hypothesis', 'hypotheses')} and the inversion of "
        "each. The projection is their sum, weighted by half the loading of the value, inversions with opposite sign."
    )


def changes(designs: Any) -> list[tuple[str, str]]:
    """Design -> what it changes, in words.

    >>> changes({"cooler": {"temperature": 0.7}, "again": "seed 1"})
    [('cooler', 'temperature: 0.7'), ('again', 'seed 1')]
    """
    return [(str(name), _words(change)) for name, change in _mapping(designs).items()]


def _words(change: Any) -> str:
    if not isinstance(change, Mapping):
        return listing(list(map(str, change))) if isinstance(change, list | tuple) else str(change or "")
    return "; ".join(f"{key}: {_words(value)}" for key, value in change.items() if value not in (None, {}, "", False))


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}
