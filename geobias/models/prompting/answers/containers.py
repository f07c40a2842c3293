"""Containers: what holds an answer (JSON, boxes, tags) becomes a line "answer: ...", and thinking goes."""

from __future__ import annotations

import ast
import json
import re
from typing import Any

from geobias.models.prompting.answers.folding import words

_THOUGHT = r"(?:think|thinking|thought|thoughts|reasoning|reflection|scratchpad|analysis)"
_OPEN = rf"(?:<{_THOUGHT}\b[^>]*>|\[{_THOUGHT}\]|◁think▷)"
_CLOSE = rf"(?:</{_THOUGHT}\s*>|\[/{_THOUGHT}\]|◁/think▷)"
_FINAL = re.compile(r"<\|channel\|>\s*final\s*(?:<\|[^|>]*\|>)*", re.IGNORECASE)
_CHANNEL = re.compile(r"<\|channel\|>.*?(?:<\|end\|>|\Z)", re.IGNORECASE | re.DOTALL)
_TAGGED = re.compile(r"<(answer|final_answer|final|response|output)>(.*?)(?:</\1\s*>|\Z)", re.IGNORECASE | re.DOTALL)
_BOXED = re.compile(r"\\f?boxed\s*\{((?:[^{}]|\{[^{}]*\})*)\}")
_LINE = re.compile(r"<(?:br|p|/p|li|/li|div|/div|h\d|/h\d)\b[^>]*>", re.IGNORECASE)
# An empty box's option was not chosen.
_UNTICKED = re.compile(r"(?:\[ ?\]|☐|◯|○|⬜)[^\n\[☐☑☒✅✓✔◯○⬜]*")
_TICK = re.compile(r"\[[xX✓✔]\]")
_INFO = "json|text|txt|plain|plaintext|yaml|xml|html|md|markdown|python|latex"
_FENCE = re.compile(rf"^[ \t]*(?:```|~~~)[ \t]*(?:{_INFO})?[ \t]*$", re.MULTILINE)
_STRUCK = (
    re.compile(r"~~.*?~~", re.DOTALL),
    re.compile(r"<(?:s|del|strike)>.*?</(?:s|del|strike)>", re.IGNORECASE | re.DOTALL),
)
_GONE = (
    re.compile(r"<\|[^|>]*\|>"),
    re.compile(r"</?[a-zA-Z][^<>]*>"),
    re.compile(r"\\[a-zA-Z]+"),
)
_LABEL = re.compile(r"^[\s>*_#]*A[*_]*\s*[:：][*_]*\s", re.MULTILINE)
_WRAPPED = re.compile(r"(?<=[^\W\d_])[ \t]*\n(?=[ \t]*[a-zà-ÿа-я])")
_NAMES = (
    *("answer", "finalanswer", "final", "response", "finalresponse", "reply", "label", "verdict", "choice", "option"),
    *("decision", "result", "output", "classification", "judgment", "judgement", "respuesta", "réponse", "antwort"),
    *("resposta", "उत्तर", "जवाब", "الجواب", "الإجابة", "答案", "回答", "答"),
)
_ANSWERS = frozenset("".join(words(name)) for name in _NAMES)
_SCORES = frozenset(["rating", "score"])


def opened(text: str) -> str:
    """The text with answers that stand in a container each on a line of its own; struck-out text and tags go.

    >>> opened('{"answer": "no", "why": "yes, but"}').split()
    ['answer:', 'no']
    """
    text = _WRAPPED.sub(" ", _FENCE.sub("", text))
    for pattern in (_UNTICKED, _TICK, *_STRUCK):
        text = pattern.sub(" ", text)
    text = _TAGGED.sub(lambda found: f"\nanswer: {found[2].strip()}\n", text)
    text = _BOXED.sub(lambda found: f"\nanswer: {found[1]}\n", text)
    text = _without_objects(text)
    text = _LINE.sub("\n", text)
    for pattern in _GONE:
        text = pattern.sub(" ", text)
    return _LABEL.sub("answer: ", text)


def without_thinking(text: str) -> str:
    """What a reply says to its reader: all but its thinking, of which nothing comes where that never ends.

    >>> without_thinking("<think>Yes?</think>No."), without_thinking("<think>Yes, or")
    ('\\nNo.', '')
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if found := [*_FINAL.finditer(text)]:
        text = text[found[-1].end() :]
    text = _CHANNEL.sub("", text)
    # An inner block closes before an outer one, so blocks go from the inside.
    innermost = re.compile(rf"{_OPEN}(?:(?!{_OPEN}).)*?{_CLOSE}", re.IGNORECASE | re.DOTALL)
    while (shorter := innermost.sub("\n", text)) != text:
        text = shorter
    # A chat template may have opened the block in the prompt.
    text = re.split(_CLOSE, text, flags=re.IGNORECASE)[-1]
    return re.split(_OPEN, text, maxsplit=1, flags=re.IGNORECASE)[0]


def _without_objects(text: str) -> str:
    """The text with the answers of its JSON objects, or Python dictionaries, in their place."""
    out, place = [], 0
    while (start := text.find("{", place)) >= 0:
        read = _object(text, start)
        if read is None:
            out.append(text[place : start + 1])
            place = start + 1
        else:
            out += [text[place:start], "\n", *(f"answer: {value}\n" for value in _held(read[0]))]
            place = read[1]
    return "".join(out) + text[place:]


def _object(text: str, start: int) -> tuple[dict, int] | None:
    """The object that begins at `start` and where it ends."""
    try:
        value, stop = json.JSONDecoder().raw_decode(text, start)
        return value, stop
    except (ValueError, RecursionError):
        pass
    stop = text.find("}", start) + 1
    try:
        value = ast.literal_eval(text[start:stop])
    except (ValueError, SyntaxError, MemoryError, RecursionError, TypeError):
        return None
    return (value, stop) if isinstance(value, dict) else None


def _held(value: Any, *, answers: bool = False) -> list[str]:
    """The values that stand in an object under the name of an answer."""
    if isinstance(value, dict):
        # A score beside an answer says how sure it is.
        named = next(
            (names for names in (_ANSWERS, _SCORES) if any(_is_one(name, names) for name in value)), frozenset()
        )
        return [one for name, held in value.items() for one in _held(held, answers=_is_one(name, named))]
    if isinstance(value, list):
        return [one for held in value for one in _held(held, answers=answers)]
    return [str(value)] if answers and value is not None else []


def _is_one(name: Any, names: frozenset[str]) -> bool:
    return "".join(words(str(name).replace("_", " "))) in names


_QUANTITY = re.compile(r"(?<!\S)[-−+$€£]\d+|(?<![\d.,])(?!100\s?%)\d+(?:[.,]\d+)?\s?[%٪％]")
_NUMBER = re.compile(r"\bNo\.\s?(?=\d)", re.IGNORECASE)


def without_scale(text: str, steps: int) -> str:
    """The text with ratings on a scale of so many steps as numbers alone, and without quantities, which are no keys.

    >>> without_scale("No. 1: I'd give it 4/5, not 3 out of 7, by 5%.", 5)
    "number 1: I'd give it 4, not 3 out of 7, by quantity."
    """
    text = _QUANTITY.sub("quantity", _NUMBER.sub("number ", text))
    return re.sub(rf"\b(\d+)\s*(?:/|out of|of|sur|von|de|em)\s*{steps}\b(?![.,]?\d)", r"\1", text)
