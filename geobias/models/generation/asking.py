"""Asking: requests to a responder, through its ledger. Only what is missing there is asked."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing

from geobias.models.generation.ledger import Ledger
from geobias.models.generation.responder import Decoding, Request, Responder, Response, addressed

Progress = Callable[[int, int], None]
"""(requests answered, of how many)"""
_CLAIMED = (64, 512)
"""How many requests a process claims in one go, at least and at most: enough for its batches, and some are left."""
_LOOKS_EVERY = (0.05, 1.0)
"""Seconds between two looks at what other processes have answered: the first, and the longest."""
_AT_ONCE = 256
"""Responses that are kept together where they cost nothing, see `Responder`."""


def ask(
    requests: Sequence[Request],
    responder: Responder,
    decoding: Decoding,
    ledger: Ledger,
    progress: Progress = lambda done, total: None,
) -> list[Response]:
    """The response to each request, in their order: from the ledger where it has one, else asked now and kept there.

    Requests alike are asked once. What another living process is asking is waited for, and taken over should it end.
    A response is in the ledger before the responder is asked for the next one, so that a stop, of any kind, loses none
    but those that were under way. Those of a responder that is `instant` are kept by the hundred; what a kill loses of
    them is drawn again, alike. None is returned or counted before it is kept. An error is noted in the ledger and
    returned; the next call asks again.

    Raises
    ------
    InputError : the responder cannot answer such requests at all, or the ledger is of another responder.
    """
    if ledger.fingerprint != responder.fingerprint:
        raise ValueError(f"The ledger is of {ledger.fingerprint}, the responder {responder.fingerprint}.")
    requests = addressed(requests, responder)
    keys = [ledger.key(request, decoding) for request in requests]
    by_key = dict(zip(keys, requests, strict=True))
    found = ledger.kept(list(by_key))
    progress(len(found), len(by_key))
    missing = [key for key in by_key if key not in found]
    pause, longest = _LOOKS_EVERY
    while missing:
        most = min(max(len(missing) // 8, _CLAIMED[0]), _CLAIMED[1])
        mine = ledger.claims.take(missing, most)
        # Closed at once where this is stopped: claims are given back while the ledger is open.
        with closing(_asked({key: by_key[key] for key in mine}, responder, decoding, ledger)) as answers:
            for key, response in answers:
                found[key] = response
                progress(len(found), len(by_key))
        if not mine:
            time.sleep(pause)
        pause = _LOOKS_EVERY[0] if mine else min(2 * pause, longest)
        # What was passed over to claim these may have been answered by others.
        looked = missing if len(mine) < most else missing[: missing.index(mine[-1])]
        found |= ledger.kept([key for key in looked if key not in found])
        progress(len(found), len(by_key))
        missing = [key for key in missing if key not in found]
    return [found[key] for key in keys]


def _asked(
    requests: Mapping[str, Request], responder: Responder, decoding: Decoding, ledger: Ledger
) -> Generator[tuple[str, Response], None, None]:
    """Every claimed request with its response once it is kept; those left when this is stopped are claimed no more."""
    left, keys = dict(requests), {request: key for key, request in requests.items()}
    answers = responder.respond(list(requests.values()), decoding) if requests else iter(())
    at_once = _AT_ONCE if getattr(responder, "instant", False) else 1
    waiting: dict[str, tuple[Request, Response]] = {}

    def kept() -> list[tuple[str, Response]]:
        ledger.keep_all(waiting, decoding)
        done = [(key, response) for key, (_, response) in waiting.items()]
        waiting.clear()
        return done

    try:
        for request, response in answers:
            key = keys.get(request, "")
            if left.pop(key, None) is None:
                raise ValueError(f"{responder.name} answered what it was not asked, or answered it twice: {request}")
            waiting[key] = (request, response)
            if len(waiting) >= at_once:
                yield from kept()
        yield from kept()
        silent = Response("error", detail="the responder gave no response")
        for key, request in left.items():
            ledger.keep_all({key: (request, silent)}, decoding)
            yield key, silent
    finally:
        if waiting:  # stopped between two of one go
            kept()
        if isinstance(answers, Generator):  # what it has under way ends with this
            answers.close()
        ledger.claims.release()
