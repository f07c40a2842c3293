"""What an ask would do: how many requests, how many of them are answered already, and the rest at which cost."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from geobias.models.generation import Ledger, Request, content_free_requests, ledger_folder, load_responder, requests_of
from geobias.models.prompting import read_prompts
from geobias.pipeline.asking.reading import reader
from geobias.pipeline.asking.running import notices
from geobias.pipeline.asking.settings import AskSettings
from geobias.tables import aligned


@dataclass(frozen=True)
class AskPlan:
    """What an ask would do; `str` gives the account that the command prints.

    prompts : template -> how many. different : of them, in their words. kept, failed : requests that the ledger has an
    answer to, and those of the rest that were asked before in vain. missing : requests that would be asked.
    """

    prompts: dict[str, int]
    different: int
    kept: int
    failed: int
    missing: list[Request]
    responder: str
    ledger: Path
    notices: list[str]

    def __str__(self) -> str:
        total = sum(self.prompts.values())
        rows = [[name, str(count)] for name, count in self.prompts.items()]
        requests = [["in all", str(self.kept + len(self.missing))], ["answered already", str(self.kept)]]
        requests += [["to ask", str(len(self.missing))]]
        requests += [["of them asked before in vain", str(self.failed)]] if self.failed else []
        lines = [f"{total} prompts, {self.different} of them different", *aligned(["template", "prompts"], rows)]
        lines += [f"Requests to {self.responder}", *aligned(["which", "requests"], requests)]
        characters = sum(len(turn.text) for request in self.missing for turn in request.prompt.messages)
        lines += [f"Characters of prompts to ask: {characters}", f"Responses are kept in {self.ledger}"]
        return "\n".join([*lines, *self.notices])


def plan(settings: AskSettings) -> AskPlan:
    """Count what `run` would ask; nothing is asked or written.

    Raises
    ------
    InputError : as `run`.
    """
    prompts = read_prompts(settings.prompts, settings.table)
    reader(prompts)
    responder = load_responder(settings.responder)
    requests = [*content_free_requests(prompts, settings.questions)]
    requests += [request for _, request in requests_of(prompts, settings.questions)]
    folder = ledger_folder(settings.store, responder.name, responder.fingerprint)
    kept: set[str] = set()
    failed: dict[str, int] = {}
