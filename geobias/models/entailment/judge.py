"""The back end `judge`: a responder is asked of every pair, and its log-probabilities of yes and no are compared."""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

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
_LEAST_SHARE = 0.05
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
        heard, count = _Heard(), 0
        for start in range(0, len(pairs), CHUNK):
            stop = min(start + CHUNK, len(pairs))
            odds = self._log_odds([pairs.texts(place) for place in range(start, stop)], heard)
            judged = np.isfinite(odds).all(1)
            count += int((~judged).sum())
            if judged.any():
                yield start + np.flatnonzero(judged), _probabilities(odds[judged])
        self._warn_of_small_shares(heard)
        if count:
            raise InputError(
                f"'{self._responder.name}' must score both answers to every question",
                f"of {count} of {len(pairs)} pairs it did not ({next(iter(heard.silent.values()))})",
                "Ask again: what was judged is kept where entailments have a store.",
            )

    def _log_odds(self, texts: list[tuple[str, str]], heard: _Heard) -> np.ndarray:
        """Log-odds of yes, float64 (pairs, 2) by `QUESTIONS`, calibrated; NaN where there was no answer."""
        free = self.settings.content_free
        asked = [self._prompts(*pair) for pair in texts]
        bases = [] if free is None else [self._prompts(free, hypothesis) for _, hypothesis in texts]
        self._ask((prompt for row in (*asked, *bases) for prompt in row), heard)
        odds, base = (
            [[heard.odds.get(prompt.id, math.nan) for prompt in row] for row in rows] for rows in (asked, bases)
        )
        return np.array(odds) - np.array(base or 0.0)

    def _ask(self, prompts: Iterable[Prompt], heard: _Heard) -> None:
        """Ask what was not answered before in this call."""
        new = {prompt.id: prompt for prompt in prompts if prompt.id not in heard.odds}
        heard.silent |= dict.fromkeys(new, "no response came")
        requests = [Request(prompt, options=self.settings.options) for prompt in new.values()]
        for request, response in self._responder.respond(requests, Decoding()):
            heard.take(request.prompt.id, response)

    def _warn_of_small_shares(self, heard: _Heard) -> None:
        """Scores of answers that the responder would hardly give say little of what it would."""
        share = float(np.mean(heard.shares)) if heard.shares else 1.0
        if share < _LEAST_SHARE:
            answers = " and ".join(map(repr, self.settings.options))
            warnings.warn(
                f"Of all that '{self._responder.name}' might answer, {answers} are {share:.1%} on average, so that "
                "their scores mean little. Set entailment.options to how it writes them, and ask for that in the "
                "questions.",
                stacklevel=2,
            )

    def _prompts(self, premise: str, hypothesis: str) -> list[Prompt]:
        """The two questions about a pair, by `QUESTIONS`."""
        fields = {"premise": premise, "hypothesis": hypothesis}
        system = (Message("system", self.settings.system),) if self.settings.system else ()
        turns = [Message("user", getattr(self.settings, question).format(**fields)) for question in QUESTIONS]
        return [
            Prompt((*system, turn), template=f"entailment.{question}", fields=fields)
            for question, turn in zip(QUESTIONS, turns, strict=True)
        ]


@dataclass
class _Heard:
    """What a responder has said to prompts, by their ids.

    Attributes
    ----------
    odds : log-odds of yes. silent : why there are none. shares : probability of both answers together.
    """

    odds: dict[str, float] = field(default_factory=dict)
    silent: dict[str, str] = field(default_factory=dict)
    shares: list[float] = field(default_factory=list)

    def take(self, prompt: str, response: Response) -> None:
        odds = _odds(response)
        if math.isnan(odds):
            self.silent[prompt] = f"{response.outcome}: {response.detail or 'it gives no scores'}"
            return
        self.odds[prompt] = odds
        self.shares.append(sum(map(math.exp, response.scores)))
        self.silent.pop(prompt, None)


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
