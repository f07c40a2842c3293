"""What asking live sources would take, beside what stores and ledgers have."""

from __future__ import annotations

from dataclasses import dataclass

from geobias.corpora.judgements import Judgements
from geobias.pipeline.asked.loading import AskedSources
from geobias.pipeline.asked.source import Items, in_words_of, judged


@dataclass(frozen=True)
class AskedPlan:
    """What asking would take; `str` gives an account, one paragraph a source.

    Attributes
    ----------
    items : that would be asked about. accounts : source -> what is missing in the store, in words.
    """

    items: int
    accounts: dict[str, str]

    def __str__(self) -> str:
        if not self.accounts:
            return "no source is asked live"
        count = len(self.accounts)
        lines = [f"{count} source{'s' * (count > 1)} would be asked about {self.items} items:"]
        for name, account in self.accounts.items():
            first, *more = account.splitlines()
            lines += [f"  {name}: {first}", *(f"    {line}" for line in more)]
        return "\n".join(lines)


def plan_sources(judgements: Judgements, asked: AskedSources, store: str) -> AskedPlan:
    """What `ask_sources` would ask; nothing is asked or written. Raises the same errors before its first question."""
    asked.check_new(judgements)
    if not asked.sources:
        return AskedPlan(0, {})
    items = Items.of(judgements, judged(judgements))
    accounts = {}
    for name, source in asked.sources.items():
        with in_words_of(name):
            accounts[name] = source.plan(items, store)
    return AskedPlan(len(items.names), accounts)
