"""The section on what was asked, from the record of the run and its answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from geobias.report.interviews import asked, changes, drawn, scored
from geobias.report.page_tables import PageTable
from geobias.report.phrases import count, listing, number, plural
from geobias.report.run import Run
from geobias.report.section import Finding, Section
from geobias.report.sides import OWN

MOST = 12  # values of an axis that a table names
UNUSABLE = 0.1  # share of answers without text from which on a reader must know


def _findings(run: Run) -> Iterator[Finding]:
    yield from (Finding(text) for text in (asked(run), drawn(run), scored(run)) if text)
    if run.interviewed:
        yield from (Finding(str(words), notice="note") for words in run.record.get("notices") or [])
    frame = run.table("responses")
    if frame is None:
        return
    texts = frame[frame["asked"] == "text"]
    lost = texts[texts["outcome"] != "text"]
    cut = int(texts["truncated"].astype(bool).sum())
    if len(lost):
        told = [f"{count(n)} {outcome}" for outcome, n in lost["outcome"].value_counts().items()]
        share = len(lost) / len(texts)
        yield Finding(
            f"{plural(len(lost), 'answer')} of {count(len(texts))} {'has' if len(lost) == 1 else 'have'} no text and "
            f"{'is' if len(lost) == 1 else 'are'} left out: {listing(told)}.",
            headline=share > UNUSABLE, notice="warning" if share > UNUSABLE else "note",
        )  # fmt: skip
    if cut:
        yield Finding(f"{plural(cut, 'answer')} of {count(len(texts))} reached the most tokens and may end midway.")


def _tables(run: Run) -> Iterator[PageTable]:
    record = run.record
    interview = record.get("interview")
    if isinstance(interview, Mapping):
        rows = [["template", str(interview.get("template", ""))]]
        for name, texts in (interview.get("axes") or {}).items():
            more = f" and {len(texts) - MOST} more" if len(texts) > MOST else ""
            rows.append([str(name), ", ".join(map(str, texts[:MOST])) + more])
        rows += [[f"question: {name}", str(text)] for name, text in (interview.get("questions") or {}).items()]
        yield PageTable("The interview", ["part", "words"], rows, names=2)
    designs = changes(record.get("designs"))
    if designs:
        rows = [[OWN, "the interview as above"], *map(list, designs)]
        yield PageTable("Designs", ["design", "what it changes"], rows, names=2)
    values = [value for value in record.get("values") or [] if isinstance(value, Mapping)]
    if values:
        rows = [
            [
                *(str(value.get(name, "")) for name in ("name", "hypothesis", "inversion", "item")),
                number(value["loading"]),
            ]
            for value in values
        ]
        yield PageTable("Values", ["value", "hypothesis", "inversion", "survey item", "loading"], rows, names=4)


SECTION = Section("interview", "What was asked", _findings, tables=_tables)
