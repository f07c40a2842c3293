"""EtiCor (Dwivedi et al. 2023): zero-shot scores by model and region, from the confusion counts it released."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from geobias.errors import InputError
from geobias.measures.etiquette import EtiquetteAnswers, EtiquetteSettings, etiquette_scores
from geobias.models.prompting import Message, Template, read_entries
from geobias.published._printed import printed_number, printed_rows
from geobias.published._reproduction import Reproduction, check_files
from geobias.raw import decode, read_bytes
from geobias.tables import ANSWERED, DIFFERS, Comparison, ComparisonTable, EtiquetteCount, EtiquetteCountTable, compare

TITLE = "EtiCor: zero-shot accuracy, precision, recall and F1 by model and region, from its confusion counts"
FILES = ("published_zero_shot_confusion.csv",)
_COUNTS = ("tp", "tn", "fp", "fn")
_SCORES = {
    "accuracy_without_abstention": "accuracy",
    "precision": "precision_pos",
    "recall": "recall_pos",
    "f1": "f1_pos",
}
_MOST_DECIMALS = 6
_SETTINGS = EtiquetteSettings(metrics=tuple(_SCORES.values()), counted=(ANSWERED,), replicates=400)
_ABSTENTIONS = (
    "Abstentions are not among the released counts, so accuracies with abstentions counted wrong cannot be computed. "
    "The shares answered that they imply, beside the accuracies without:"
)


@dataclass(frozen=True)
class _Row:
    """One model in one region: its counts, and the scores as printed."""

    cell: str
    counts: EtiquetteCount
    printed: dict[str, str]


def reproduce(folder: Path) -> Reproduction:
    """Every printed score beside the same from the counts, to the digits that are printed (six at most).

    Parameters
    ----------
    folder : with `FILES`: columns model, region, tp, tn, fp, fn, and a printed score each.

    Raises
    ------
    InputError : the folder, file or a column is missing, or a count is none.
    """
    check_files(folder, FILES)
    rows = _read(folder / FILES[0])
    comparisons = ComparisonTable(tuple(one for row in rows for one in _compared(row)))
    counts = EtiquetteCountTable(tuple(row.counts for row in rows))
    return Reproduction(comparisons, {"counts": counts}, list(_notes(rows, comparisons)))


def _read(path: Path) -> list[_Row]:
    numbers = (*_COUNTS, *_SCORES, "accuracy_with_abstention")
    out = []
    for line, row in enumerate(printed_rows(path, ("model", "region"), numbers), 2):
        counts = [printed_number(row[name]) for name in _COUNTS]
        if not all(count >= 0 and count == int(count) for count in counts):
            raise InputError(
                f"{path.name} must hold whole counts, at least 0",
                f"in line {line} they are {[row[name] for name in _COUNTS]}",
                "Correct it.",
            )
        found = EtiquetteCount(row["model"], row["region"], "", *map(int, counts))
        out.append(_Row(f"{row['model']}, {row['region']}", found, row))
    return out


def _compared(row: _Row) -> Iterator[Comparison]:
    scores = {score.metric: score for score in etiquette_scores(_answers(row.counts), _SETTINGS).rows if score.region}
    for name, metric in _SCORES.items():
        printed, found = row.printed[name], scores[metric]
        decimals = min(len(printed.partition(".")[2]), _MOST_DECIMALS)
        ends = {"low": found.low, "high": found.high}
        yield compare(name.partition("_")[0], row.cell, printed_number(printed), found.value, decimals, **ends)


def _answers(counts: EtiquetteCount) -> EtiquetteAnswers:
    """Answers with these counts, each to a statement by itself."""
    kinds = ((1, 1, counts.true_pos), (-1, -1, counts.true_neg), (-1, 1, counts.false_pos), (1, -1, counts.false_neg))
    truth, said = (
        np.repeat(np.array([kind[at] for kind in kinds], dtype=np.int8), [kind[2] for kind in kinds]) for at in (0, 1)
    )
    blank = np.full(len(truth), "", dtype=object)
    region = np.full(len(truth), counts.region, dtype=object)
    return EtiquetteAnswers(truth, said, region, blank, np.arange(len(truth)), blank, counts.model)


def _notes(rows: list[_Row], comparisons: ComparisonTable) -> Iterator[str]:
    """How many rows come out whole, which do not and by which scores; and what is implied of abstentions."""
    differing: dict[str, list[str]] = {}
    for one in comparisons.rows:
        if one.verdict == DIFFERS:
            differing.setdefault(one.cell, []).append(one.quantity)
    named = "; ".join(f"{cell} ({', '.join(names)})" for cell, names in differing.items())
    whole = f"{len(rows) - len(differing)} of {len(rows)} rows of a model and region follow from their counts"
    yield f"{whole}; those that do not: {named}." if differing else f"{whole}."
    yield _ABSTENTIONS
    for model in dict.fromkeys(row.counts.model for row in rows):
        shares = (f"{row.counts.region} {_implied(row):.2f}" for row in rows if row.counts.model == model)
        yield f"  {model}: {', '.join(shares)}"


def _implied(row: _Row) -> float:
    """The share answered: accuracy with abstentions counted wrong, by accuracy over the answers."""
    counts = row.counts
    right = counts.true_pos + counts.true_neg
    accuracy = right / (right + counts.false_pos + counts.false_neg)
    return min(printed_number(row.printed["accuracy_with_abstention"]) / accuracy, 1.0)


def published_template(path: Path) -> Template:
    """The published prompt, asked as it was worded: read from a YAML file with `template` and `answers`.

    Its fields are those of `Etiquette.to_frame`, "region" and "statement". Answers are read as yes or no.

    Raises
    ------
    InputError : the file is absent, no YAML, or lacks a key; an answer other than yes and no, or its number none.
    """
    entries = read_entries(decode(read_bytes(path)[0], "utf-8", path).text, path.name)
    values = entries.need("answers", dict)
    numbers = {answer: {"1": 1.0, "-1": -1.0}.get(str(number)) for answer, number in values.items()}
    if {*numbers} != {"yes", "no"} or None in numbers.values():
        raise InputError(
            f"answers of {path.name} must give yes and no 1 or -1", f"they are {values}", "Correct the file."
        )
    message = Message("user", entries.need("template", str))
    return Template("etiquette_published", (message,), ("Yes", "No"), "yes_no", "en", numbers)
