"""What a chat endpoint sends back, read as a response."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from geobias.errors import InputError
from geobias.models.generation.responder import Outcome, Response

FILTERED = ("content_filter", "content_policy_violation", "content_policy", "responsible_ai_policy_violation")
"""What endpoints call it where they do not let the model answer."""


class BrokenReplyError(Exception):
    """A reply that is none: no JSON, or without what it must have. Another try may bring a whole one."""


def read_reply(body: str, options: Sequence[str], name: str) -> Response:
    """The response in a reply of status 200.

    Raises
    ------
    BrokenReplyError : it is no JSON, or not of this kind.
    InputError : scores are asked for, and cannot be had.
    """
    try:
        reply = json.loads(body)
        choice = reply["choices"][0]
        message = choice.get("message") or {}
        text = _text(message.get("content") or "")
        refusal = message.get("refusal") or ""
        ended = choice.get("finish_reason")
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise BrokenReplyError("the reply is not that of a chat endpoint") from error
    if not isinstance(text, str) or not isinstance(refusal, str):
        raise BrokenReplyError("the reply's message is no text")
    used = _counts(reply)
    if ended in FILTERED:
        return Response("refused", text=text, detail=f"the endpoint's content filter ({ended})", **used)
    if refusal and not text:
        return Response("refused", text=refusal, detail="the endpoint marks it as a refusal", **used)
    if options:
        return _scored(choice, options, name, used)
    outcome: Outcome = "text" if text.strip() else "empty"
    system = reply.get("system_fingerprint")
    return Response(
        outcome, text=text, detail=f"made by {system}" if system else "", truncated=ended == "length", **used
    )


def _text(content: Any) -> Any:
    """The content of a message; of one in parts, as models that think first send it, those that are text."""
    if not isinstance(content, list):
        return content
    return "".join(part["text"] for part in content if part.get("type") == "text")


def failure(status: int, body: str) -> str:
    """What a reply of another status says of the reason, in one line."""
    said = _error(body)
    words = said.get("message") if isinstance(said, Mapping) else said
    return f"status {status}" + (f", {' '.join(str(words).split())[:300]}" if words else "")


def is_filtered(body: str) -> bool:
    """Whether a reply of another status says that a content filter stood in the way."""
    said = _error(body)
    codes = [said.get("code"), said.get("type")] if isinstance(said, Mapping) else []
    inner = said.get("innererror") if isinstance(said, Mapping) else None
    codes += [inner.get("code")] if isinstance(inner, Mapping) else []
    return any(str(code).lower() in (*FILTERED, "responsibleaipolicyviolation") for code in codes)


def is_out_of_credit(body: str) -> bool:
    """Whether a reply says that the account's credit is used up, which no wait mends."""
    said = _error(body)
    return isinstance(said, Mapping) and "insufficient_quota" in (said.get("code"), said.get("type"))


def _error(body: str) -> Any:
    try:
        reply = json.loads(body)
        return reply.get("error", reply.get("message")) if isinstance(reply, Mapping) else None
    except ValueError:
        return body[:300]


def _counts(reply: Mapping[str, Any]) -> dict[str, Any]:
    usage = reply.get("usage")
    usage = usage if isinstance(usage, Mapping) else {}
    names = {"prompt_tokens": "prompt_tokens", "response_tokens": "completion_tokens"}
    found = {ours: usage.get(theirs) for ours, theirs in names.items()}
    return {name: count if isinstance(count, int) else None for name, count in found.items()}


def _scored(choice: Mapping[str, Any], options: Sequence[str], name: str, used: Mapping[str, Any]) -> Response:
    """Scores from the log-probabilities of the first token's most probable ones."""
    try:
        first = choice["logprobs"]["content"][0]["top_logprobs"]
        scores = {str(one["token"]): float(one["logprob"]) for one in reversed(first)}
    except (LookupError, TypeError, ValueError):
        raise InputError(
            "scores of options must come from an endpoint that gives log-probabilities",
            f"'{name}' sends none",
            "Ask for free texts, or name another responder.",
        ) from None
    missing = [option for option in options if option not in scores]
    pieces = [option for option in missing if any(token and option.startswith(token) for token in scores)]
    if pieces:
        raise InputError(
            "options that an endpoint scores must be single tokens, as it gives the log-probabilities of those alone",
            f"{pieces} begin with a token of '{name}' that is shorter",
            "Choose shorter words, such as the letters of options, or responder=hf.",
        )
    if missing:
        detail = f"{missing} are not among the {len(scores)} most probable first tokens, {list(scores)[-5:][::-1]} ..."
        return Response("error", detail=detail, **used)
    return Response("text", scores=tuple(scores[option] for option in options), **used)
