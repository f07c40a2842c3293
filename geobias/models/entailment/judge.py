"""The back end `judge`: a responder is asked of every pair, and its log-probabilities of yes and no are compared."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

import numpy as np

from geobias.errors import InputError
from geobias.memo import key
from geobias.models.entailment.pairs import Pairs
from geobias.models.entailment.settings import JudgeSettings
from geobias.models.generation import Decoding, Request, Responder, Response
from geobias.models.prompting import Message, Prompt

CHUNK = 256
"""Pairs whose judgements are handed on together."""
_FARTHEST = 700.0
QUESTIONS = ("contradicts", "supports")


class Judge:
    """A responder as judge of pairs; see `Backend`.

    For a pair the log-odds of yes against no are s to "does the text support the statement", and c to "does it
    contradict it". Probabilities are those of two independent answers, given that not both are yes:

        entailment : contradiction : neutral  =  exp(s) : exp(c) : 1

    With `content_free`, s and c are less those of the same questions about that text (contextual calibration, Zhao et
    al. 2021, Calibrate before use, by differences of log-odds).
    """

    knows_contradiction = True

    def __init__(self, responder: Responder, settings: JudgeSettings):
        self._responder, self.settings = responder, settings
        self.name = f"judge:{responder.name}"
        asked = [settings.supports, settings.contradicts, settings.system, settings.options, settings.content_free]
        self.fingerprint = key("entailment", "judge", [responder.fingerprint, asked])

    def judge(self, pairs: Pairs) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """Pairs in chunks; see `Backend.judge`.

        Raises
        ------
        InputError : the responder cannot score options; or, after all other pairs, some of its responses were none.
        """
        failed: list[str] = []
        count = 0
        for start in range(0, len(pairs), CHUNK):
            stop = min(start + CHUNK, len(pairs))
            odds = self._log_odds([pairs.texts(place) for place in range(start, stop)], failed)
            judged = np.isfinite(odds).all(1)
            count += int((~judged).sum())
            if judged.any():
                yield start + np.flatnonzero(judged), _probabilities(odds[judged])
        if count:
            raise InputError(
                f"'{self._responder.name}' must score both answers to every question",
                f"of {count} of {len(pairs)} pairs it did not ({failed[0]})",
                "Ask again: what was judged is kept where entailments have a store.",
            )

    def _log_odds(self, texts: list[tuple[str, str]], failed: list[str]) -> np.ndarray:
        """Log-odds of yes, float64 (pairs, 2) by `QUESTIONS`, calibrated; NaN where there was no answer."""
        asked = [[self._prompt(question, *pair) for question in QUESTIONS] for pair in texts]
        free = self.settings.content_free
        bases = [] if free is None else [[self._prompt(name, free, text) for name in QUESTIONS] for _, text in texts]
        found = self._ask((prompt for row in (*asked, *bases) for prompt in row), failed)
        odds = np.array([[found.get(prompt.id, math.nan) for prompt in row] for row in asked])
        return odds - np.array([[found.get(prompt.id, math.nan) for prompt in row] for row in bases] or 0.0)

    def _ask(self, prompts: Iterable[Prompt], failed: list[str]) -> dict[str, float]:
        """Id of a prompt -> log-odds of yes, of those that were answered; why others were not goes to `failed`."""
        distinct = {prompt.id: prompt for prompt in prompts}
        requests = [Request(prompt, options=self.settings.options) for prompt in distinct.values()]
        found: dict[str, float] = {}
        silent = dict.fromkeys(distinct, "no response came")
        for request, response in self._responder.respond(requests, Decoding()):
            odds = _odds(response)
            if math.isnan(odds):
                silent[request.prompt.id] = f"{response.outcome}: {response.detail or 'it gives no scores'}"
            else:
                found[request.prompt.id] = odds
        failed += [why for asked, why in silent.items() if asked not in found]
        return found

    def _prompt(self, question: str, premise: str, hypothesis: str) -> Prompt:
        fields = {"premise": premise, "hypothesis": hypothesis}
        turn = Message("user", getattr(self.settings, question).format(**fields))
        system = (Message("system", self.settings.system),) if self.settings.system else ()
        return Prompt((*system, turn), template=f"entailment.{question}", fields=fields)


def _odds(response: Response) -> float:
    """Log-odds of the first option against the second; NaN where there is no score, or neither is possible."""
    if response.outcome in ("refused", "error") or len(response.scores) != 2:
        return math.nan
    yes, no = response.scores
    if math.isnan(yes) or math.isnan(no) or yes == no == -math.inf:
        return math.nan
    return min(max(yes - no, -_FARTHEST), _FARTHEST)


def _probabilities(odds: np.ndarray) -> np.ndarray:
    """float64 (pairs, 3) of contradiction, neutral, entailment, from log-odds (pairs, 2) by `QUESTIONS`."""
    logits = np.stack([odds[:, 0], np.zeros(len(odds)), odds[:, 1]], axis=1)
    powers = np.exp(logits - logits.max(1, keepdims=True))
    return powers / powers.sum(1, keepdims=True)
