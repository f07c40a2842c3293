"""An ask from its settings to the table of answers: what is read, asked, written and said."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from geobias.files import check_folder, write_text
from geobias.memo import digest
from geobias.models.generation import Ledger, Request, Responder, addressed, ask_prompts, load_responder
from geobias.models.prompting import PromptSet, read_prompts
from geobias.pipeline.asking.reading import Reader
from geobias.pipeline.asking.settings import Asking, AskSettings
from geobias.pipeline.progress import Bars
from geobias.pipeline.run_directory import RunDirectory, check_place
from geobias.tables import ResponseTable, write_frame

NAME, ANSWERS = "ask", "answers.csv"


@dataclass(frozen=True)
class Asked:
    """A finished ask.

    directory : the folder that it wrote. answers : the table there, as answers.parquet and answers.csv.
    unread : tables of texts that a person may label. notices : what a reader should know, one sentence each.
    """

    directory: Path
    answers: ResponseTable
    unread: list[Path]
    notices: list[str] = field(default_factory=list)

    @property
    def errors(self) -> list[str]:
        """What went wrong where nothing came back, each once, the commonest first."""
        rows = (row.detail for row in self.answers.rows if row.outcome == "error")
        return [detail for detail, _ in Counter(rows).most_common()]

    def summary(self) -> str:
        """How many responses there are, of which outcomes, and what they were read as."""
        rows = self.answers.rows
        lines = [f"{len(rows)} responses: {_counted(row.outcome for row in rows)}"]
        if read := [row for row in rows if row.answer or row.reason]:
            lines.append(f"read as: {_counted(row.answer or f'no answer ({row.reason})' for row in read)}")
        if cut := sum(row.truncated for row in rows):
            lines.append(f"cut off at decoding.max_tokens: {cut}")
        if self.unread:
            lines.append(
                f"for a person to label, before the same command is run again: {', '.join(map(str, self.unread))}"
            )
        return "\n".join(lines)


def run(settings: AskSettings) -> Asked:
    """Ask all prompts, and write the answers to `<output>/ask/<label>-<hash>`; only what was never answered is asked.

    Raises
    ------
    InputError : a setting, the file of prompts, the table or the responder cannot be used. StorageError : the place.
    """
    check_place(settings.output, settings.label)
    check_folder(Path(settings.store))
    prompts = read_prompts(settings.prompts, settings.table)
    read = Reader.of(prompts)
    responder = load_responder(settings.responder)
    bars = Bars(settings.progress)
    place = (settings.output, NAME, settings.label, settings.identity(), _content(prompts, responder))
    with RunDirectory(*place, say=bars.say) as directory:
        directory.notice(*notices(prompts, settings, responder))
        named = {"name": responder.name, "fingerprint": responder.fingerprint, "settings": asdict(settings.responder)}
        directory.record(prompts=settings.prompts, table=settings.table, responder=named)
        read = read.with_labels(directory.path)
        table = _ask(prompts, responder, settings, read, directory, bars)
        directory.notice(*read.notices(table))
        _write(directory, prompts, table)
        unread = read.write_unread(directory.path, table)
    return Asked(directory.path, table, unread, directory.manifest["notices"])


def notices(prompts: PromptSet, settings: Asking, responder: Responder) -> list[str]:
    """What a reader should know of what is asked, before it is."""
    found = list(prompts.notices)
    asked = addressed([Request(prompt) for prompt in prompts.prompts], responder)
    alike = len(asked) - len({(request.prompt.id, request.beside) for request in asked})
    if alike:
        found.append(
            f"{alike} of {len(prompts.prompts)} prompts have the words of an earlier one: these are asked once, and "
            "have one answer for all."
        )
    questions = settings.questions
    if settings.decoding.temperature == 0 and questions.samples > 1 and questions.ask != "scores":
        found.append("At temperature 0 a model says the same in every sample; one would do.")
    return found


def _ask(
    prompts: PromptSet, responder: Responder, settings: AskSettings, read: Reader, directory: RunDirectory, bars: Bars
) -> ResponseTable:
    with (
        directory.stage("ask"),
        Ledger(settings.store, responder.name, responder.fingerprint, directory.notice) as ledger,
        bars.bar(f"Asking {responder.name}", "responses") as progress,
    ):
        directory.record(ledger=str(ledger.folder))
        return ask_prompts(prompts, responder, settings.decoding, ledger, settings.questions, read, progress)


def _content(prompts: PromptSet, responder: Responder) -> dict[str, Any]:
    """Fingerprints of what the settings only name."""
    asked = [[prompt.id, prompt.template, dict(prompt.fields)] for prompt in prompts.prompts]
    templates = [[one.name, one.options, one.answers, one.language] for one in prompts.templates.values()]
    return {"prompts": digest([asked, templates]), "responder": responder.fingerprint}


def _write(directory: RunDirectory, prompts: PromptSet, table: ResponseTable) -> None:
    rows = [
        {
            "number": number,
            "prompt": prompt.id,
            "template": prompt.template,
            "fields": dict(prompt.fields),
            "messages": [{turn.role: turn.text} for turn in prompt.messages],
        }
        for number, prompt in enumerate(prompts.prompts)
    ]
    lines = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    write_text(directory.path / "prompts.jsonl", lines.encode("utf-8", "replace").decode())
    frame = table.to_frame()
    for name in (ANSWERS, "answers.parquet"):
        write_frame(directory.path / name, frame)
    directory.record(outcomes=dict(Counter(row.outcome for row in table.rows)))


def _counted(words: Any) -> str:
    return ", ".join(f"{count} {word}" for word, count in Counter(words).most_common())
