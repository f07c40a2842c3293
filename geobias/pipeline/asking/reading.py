"""Reading: texts become declared answers, by what a person has said of them first, by the parser else.

Texts that are none go to a table for each template, in the run's folder `unread`. A person fills its column `label`;
the same command then reads it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from geobias.filenames import file_name
from geobias.models.generation import Response
from geobias.models.prompting import Prompt, PromptSet, Template
from geobias.models.prompting.answers import AnswerSet, Labels, LabelTable, check_language
from geobias.tables import ResponseTable

UNREAD = "unread"


@dataclass(frozen=True)
class Reader:
    """Reads a response by the set of answers that its prompt's template declares; of one without it reads nothing.

    templates : by name. labels : template -> what a person has said, and the set of answers; where there is a set.
    """

    templates: Mapping[str, Template]
    labels: Mapping[str, Labels] = field(default_factory=dict)

    @classmethod
    def of(cls, prompts: PromptSet) -> Reader:
        """The reader that knows of no person; raises `InputError` for a set or language that there is not."""
        for one in prompts.templates.values():
            if one.answers is not None and one.language is not None:
                check_language(one.language)
        declared = {name: one.answers for name, one in prompts.templates.items() if one.answers is not None}
        return cls(prompts.templates, {name: Labels(AnswerSet.named(answers)) for name, answers in declared.items()})

    def __call__(self, prompt: Prompt, response: Response) -> tuple[str | None, str]:
        name = prompt.template
        if name not in self.labels:
            return None, ""
        parsed = self.labels[name].parse(prompt.id, response.text, self.templates[name].language)
        return parsed.answer, parsed.reason

    def with_labels(self, folder: Path) -> Reader:
        """The same with the labels of a run's folder; raises `InputError` for a label that is none of the answers."""
        read = {
            name: Labels.read(path, labels.answers) if (path := _path(folder, name)).is_file() else labels
            for name, labels in self.labels.items()
        }
        return replace(self, labels=read)

    def notices(self, answers: ResponseTable) -> list[str]:
        """That labels fit no text, where that is so."""
        found = []
        for name, labels in self.labels.items():
            said = ((row.prompt, row.text) for row in answers.rows if (row.template, row.outcome) == (name, "text"))
            if count := labels.unused(said):
                found.append(
                    f"{count} labels of template {name} fit no text of this run and count for nothing: a spreadsheet "
                    "may have changed a text or a prompt's id. See unread in the run's folder."
                )
        return found

    def write_unread(self, folder: Path, answers: ResponseTable) -> list[Path]:
        """Write the texts that are not read, with the labels that they have; returns the tables where one is blank."""
        waiting = []
        for name, labels in self.labels.items():
            texts = [
                (row.prompt, row.sample, row.text)
                for row in answers.rows
                if (row.template, row.asked, row.outcome) == (name, "text", "text")
            ]
            found = LabelTable.of(labels.answers, texts, self.templates[name].language)
            if (path := _path(folder, name)).is_file():
                found = found.labelled_as(LabelTable.load(path))
            if found.rows or path.is_file():
                found.save(path)
            waiting += [path] if any(not row.label.strip() for row in found.rows) else []
        return waiting


def _path(folder: Path, template: str) -> Path:
    return folder / UNREAD / f"{file_name(template)}.csv"
