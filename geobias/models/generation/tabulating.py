"""Prompts are asked, and what comes of it is a table in their order."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from geobias.errors import InputError
from geobias.models.generation.asking import Progress, ask
from geobias.models.generation.ledger import Ledger
from geobias.models.generation.option_scores import calibrated
from geobias.models.generation.questions import Questions, content_free_requests, requests_of
from geobias.models.generation.responder import Decoding, Request, Responder, Response
from geobias.models.prompting import Prompt, PromptSet
from geobias.tables import ResponseRow, ResponseTable

Read = Callable[[Prompt, Response], tuple[str | None, str]]
"""(prompt, a response with a text) -> the declared answer that the text is read as, or None; and the reason."""
ContentFree = Mapping[str, Sequence[Response]]
"""template -> scores of its options in each content-free prompt"""


def unread(prompt: Prompt, response: Response) -> tuple[str | None, str]:
    """The reader of texts that nobody declared answers of."""
    return None, ""


def ask_prompts(
    prompts: PromptSet,
    responder: Responder,
    decoding: Decoding,
    ledger: Ledger,
    questions: Questions,
    read: Read = unread,
    progress: Progress = lambda done, total: None,
) -> ResponseTable:
    """Ask a responder all prompts and tabulate what it says; what the ledger has already is not asked.

    Raises
    ------
    InputError : a template lacks options, or the responder cannot answer such requests.
    """
    asked = requests_of(prompts, questions)
    free = content_free_requests(prompts, questions)
    responses = ask([*free, *(request for _, request in asked)], responder, decoding, ledger, progress)
    beside: dict[str, list[Response]] = {}
    for request, response in zip(free, responses[: len(free)], strict=True):
        beside.setdefault(request.prompt.template, []).append(response)
    calibrate = beside if free else None
    rows = [
        _row(number, request, response, read, calibrate)
        for (number, request), response in zip(asked, responses[len(free) :], strict=True)
    ]
    return ResponseTable(tuple(rows))


def _row(number: int, request: Request, response: Response, read: Read, calibrate: ContentFree | None) -> ResponseRow:
    prompt, scores = request.prompt, _scores(request, response)
    free = calibrate.get(prompt.template, ()) if calibrate is not None and scores else ()
    fair = _fair(scores, free) if free else {}
    if failed := [one.detail for one in free if one.outcome == "error"]:
        response = replace(response, outcome="error", detail=f"of a content-free prompt: {failed[0]}")
    answer, reason = None, ""
    if scores:
        answer, reason = _preferred(prompt, fair or scores, read)
    elif response.outcome == "text":
        answer, reason = read(prompt, response)
    return ResponseRow(
        number=number,
        prompt=prompt.id,
        template=prompt.template,
        sample=request.sample,
        asked="scores" if request.options else "text",
        outcome=response.outcome,
        text=_storable(response.text),
        answer=answer or "",
        reason=reason,
        detail=_storable(response.detail),
        truncated=response.truncated,
        prompt_tokens=_or_nan(response.prompt_tokens),
        response_tokens=_or_nan(response.response_tokens),
        fields={name: _storable(text) for name, text in prompt.fields.items()},
        scores=scores,
        calibrated=fair,
    )


def _scores(request: Request, response: Response) -> dict[str, float]:
    return dict(zip(request.options, response.scores, strict=True)) if response.scores else {}


def _fair(scores: Mapping[str, float], content_free: Sequence[Response]) -> dict[str, float]:
    """Calibrated probabilities; NaN where none are defined: an option is impossible without content, say.

    Nor are they where one of several content-free prompts has no scores: the mean of the others is another one.
    """
    free = [one.scores for one in content_free]
    if not all(free):
        return dict.fromkeys(scores, math.nan)
    try:
        return dict(zip(scores, map(float, calibrated(list(scores.values()), free)), strict=True))
    except InputError:
        return dict.fromkeys(scores, math.nan)


def _preferred(prompt: Prompt, scores: Mapping[str, float], read: Read) -> tuple[str | None, str]:
    """The option of the highest score, read as a text that says it; of a tie none."""
    if any(math.isnan(score) for score in scores.values()):
        return None, "uncalibrated"
    top = max(scores.values())
    best = [option for option, score in scores.items() if score == top]
    if len(best) > 1:
        return None, "tie"
    answer, reason = read(prompt, Response("text", best[0]))
    return (best[0], "") if answer is None and not reason else (answer, reason)


def _or_nan(count: int | None) -> float:
    return math.nan if count is None else float(count)


def _storable(text: str) -> str:
    """Without halves of surrogate pairs, which no parquet file takes; the ledger has the text to the byte."""
    return text.encode("utf-8", "replace").decode()
