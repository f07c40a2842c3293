"""What an ask would do: how many requests, how many of them are answered already, and the rest at which cost."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from geobias.models.generation import (
    Cost,
    Ledger,
    OpenAISettings,
    Request,
    Responder,
    addressed,
    content_free_requests,
    estimate,
    ledger_folder,
    load_responder,
    request_key,
    requests_of,
)
from geobias.models.prompting import PromptSet, read_prompts
from geobias.pipeline.asking.reading import Reader
from geobias.pipeline.asking.running import notices
from geobias.pipeline.asking.settings import Asking, AskSettings


@dataclass(frozen=True)
class AskPlan:
    """What an ask would do; `str` gives the account that the command prints.

    prompts : template -> how many. different : of them, in their words. kept, failed : requests that the ledger has an
    answer to, and those of the rest that were asked before in vain. missing : requests that would be asked.
    cost : of these, at an endpoint; None = the model runs here.
    """

    prompts: dict[str, int]
    different: int
    kept: int
    failed: int
    missing: list[Request]
    responder: str
    ledger: Path
    notices: list[str]
    cost: Cost | None = None

    def __str__(self) -> str:
        total = sum(self.prompts.values())
        characters = sum(len(turn.text) for request in self.missing for turn in request.prompt.messages)
        again = f", {self.failed} of them were asked before in vain" if self.failed else ""
        lines = [
            f"{total} prompts, {self.different} of them different:",
            *(f"  {count} of template {name}" for name, count in self.prompts.items()),
            f"{self.kept + len(self.missing)} requests to {self.responder}: {self.kept} have an answer already, "
            f"{len(self.missing)} would be asked{again}",
            f"  {characters} characters of prompts",
            *(_costs(self.cost) if self.cost else ()),
            f"Responses are kept in {self.ledger}.",
            *self.notices,
        ]
        return "\n".join(lines)


def plan(settings: AskSettings) -> AskPlan:
    """Count what `run` would ask; nothing is asked or written.

    Raises
    ------
    InputError : as `run`.
    """
    prompts = read_prompts(settings.prompts, settings.table)
    Reader.of(prompts)
    return plan_of(prompts, load_responder(settings.responder), settings, settings.store)


def plan_of(prompts: PromptSet, responder: Responder, settings: Asking, store: str) -> AskPlan:
    """What asking these prompts would take, beside what the ledger in this store has."""
    requests = [*content_free_requests(prompts, settings.questions)]
    requests += [request for _, request in requests_of(prompts, settings.questions)]
    requests = addressed(requests, responder)
    by_key = {request_key(responder.fingerprint, request, settings.decoding): request for request in requests}
    folder = ledger_folder(store, responder.name, responder.fingerprint)
    said = notices(prompts, settings, responder)
    kept, failed = _known(folder, responder, list(by_key), said)
    missing = [request for key, request in by_key.items() if key not in kept]
    paid = settings.responder if isinstance(settings.responder, OpenAISettings) else None
    return AskPlan(
        prompts=dict(Counter(prompt.template for prompt in prompts.prompts)),
        different=len({prompt.id for prompt in prompts.prompts}),
        kept=len(kept),
        failed=len(failed - kept),
        missing=missing,
        responder=responder.name,
        ledger=folder,
        notices=said,
        cost=estimate(missing, settings.decoding, paid) if paid else None,
    )


def _costs(cost: Cost) -> list[str]:
    lines = [f"  about {cost.prompt_tokens} tokens of prompts, at most {cost.response_tokens} of responses"]
    lines += [f"  at most {cost.price:.2f} in the currency of responder.price_in"] if cost.price is not None else []
    return lines + ([f"  at least {cost.minutes:.1f} minutes by the limits given"] if cost.minutes else [])


def _known(folder: Path, responder: Responder, keys: list[str], said: list[str]) -> tuple[set[str], set[str]]:
    """Those that a ledger has an answer to, and an error; a plan makes no ledger."""
    if not folder.is_dir():
        return set(), set()
    with Ledger(folder.parents[1], responder.name, responder.fingerprint, said.append) as ledger:
        return set(ledger.kept(keys)), set(ledger.errors(keys))
