"""What the page opens with: which texts these are, the verdicts, and the sentences that stand for the rest."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from geobias.report.interviews import facts_of, named
from geobias.report.phrases import count, listing
from geobias.report.run import Run
from geobias.report.section import Finding
from geobias.report.verdicts import Stated, made_up, stated

MOST = 5  # sentences of a summary, and of a list that is shown unfolded


@dataclass(frozen=True)
class Head:
    """The head of a page; `facts` are names with words.

    `synthetic` says that something was made up, and `made_up` what; "" where all is real.
    """

    title: str
    study: str
    facts: list[tuple[str, str]]
    synthetic: str
    made_up: str
    warnings: list[str]
    verdicts: list[Stated]
    opening: list[str]


def head_of(run: Run, findings: Iterable[Finding]) -> Head:
    """What to know first; `findings` are those of all sections, of which the headlines open the page."""
    study = str(run.record.get("study", "study")).replace("_", " ")
    headlines = [finding for finding in findings if finding.headline]
    made, sentence = made_up(run)
    return Head(
        title=f"{run.name}: {study}",
        study=study,
        facts=[(name, words) for name, words in _facts(run) if words],
        synthetic=sentence,
        made_up=made,
        warnings=[finding.text for finding in headlines if finding.notice],
        verdicts=stated(run),
        opening=[finding.text for finding in headlines if not finding.notice][:MOST],
    )


def _facts(run: Run) -> Iterable[tuple[str, str]]:
    if run.interviewed:
        yield from facts_of(run)
    elif run.of_statements or run.benchmarked:
        yield ("Benchmark", named(run.record["benchmark"])) if run.benchmarked else ("Statements", _texts(run))
        yield "Responder", named(run.record.get("responder"))
    else:
        yield "Judgements" if run.judged else "Texts", _texts(run)
    yield "Encoder", _encoder(run.record.get("encoder"))
    yield "Task", _task(run)
    yield "Date", str(run.record.get("started", ""))[:10]


def _texts(run: Run) -> str:
    """The corpus by its name, and where it lies."""
    corpus = run.config.get("corpus")
    named = corpus if isinstance(corpus, Mapping) else {"name": corpus or ""}
    return ", ".join(str(named[key]) for key in ("name", "path") if named.get(key))


def _encoder(encoder: Any) -> str:
    if not isinstance(encoder, Mapping):
        return str(encoder or "")
    layer = encoder.get("layer")
    return str(encoder.get("model", "")) + ("" if layer is None else f", layer {layer}")


def _task(run: Run) -> str:
    task, labels = run.record.get("task"), [str(name) for name in run.record.get("label_names", [])]
    if not task or task == "none":
        return ""
    return f"{task}: {listing(labels)}" if 0 < len(labels) <= MOST else f"{task}, {count(len(labels))} labels"
