"""The tables of an etiquette study."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING

import numpy as np

from geobias.pipeline import RunDirectory, write_tables
from geobias.relations import AnswerTable
from geobias.studies.etiquette.generating import Line
from geobias.tables import Table, pandas

if TYPE_CHECKING:
    import pandas as pd

    from geobias.measures.etiquette import EtiquetteAnswers
    from geobias.studies.etiquette.relating import RegionDistances
    from geobias.studies.etiquette.study import Measured
    from geobias.studies.etiquette.successor import Found


def write(directory: RunDirectory, measured: Measured) -> None:
    """Write every table into the run's folder, and texts that were not read, for a person to label."""
    tables: dict[str, Table] = {
        "etiquette_scores": measured.scores,
        "etiquette_counts": measured.counts,
        "wrong_by_type": measured.wrong,
        "abstentions": measured.silent,
        "verdict": measured.verdicts,
    }
    if measured.asked is not None:
        tables["responses"] = measured.asked[0]
    if measured.transfer is not None:
        tables["transfer"] = measured.transfer
    if measured.distances is not None:
        found = measured.distances
        tables |= {"statement_distances": found.distances, "region_relations": found.relations}
        tables["verdict"] = AnswerTable((*measured.verdicts.rows, *found.verdicts.rows))
    frames = {name: table.to_frame() for name, table in tables.items()}
    if measured.trainings:
        frames["models"] = pandas().DataFrame(list(measured.trainings))
    gaps = [table.to_frame().assign(model=model) for model, table in measured.gaps.items()]
    frames["region_gaps"] = pandas().concat(gaps, ignore_index=True)
    if measured.distances is not None:
        frames |= distance_frames(measured.distances)
    frames |= successor_frames(measured.successor)
    frames["counts"] = measured.statements.counts.to_frame()
    frames["groups"] = groups_frame(measured.answers[0])
    frames["answers"] = answers_frame(measured)
    frames["examples"] = examples_frame(measured, frames["answers"])
    write_tables(directory, frames)
    if measured.asked is not None:
        responses, reader = measured.asked
        reader.write_unread(directory.path, responses)


def distance_frames(found: RegionDistances) -> dict[str, pd.DataFrame]:
    """What distances were related with, by family, and the regressions, by model."""
    pairs = [table.to_frame().assign(family=family) for family, made in found.beside.items() for table in made]
    terms = [table.to_frame().assign(model=model) for model, table in found.regressions.items()]
    frames = {"region_pairs": pairs, "region_regression": terms}
    return {name: pandas().concat(parts, ignore_index=True) for name, parts in frames.items() if parts}


def successor_frames(found: Found) -> dict[str, pd.DataFrame]:
    """Regions named, an answer a row, and their scores; statements written, a line a row, and how they compare."""
    frames = {}
    if found.named is not None:
        named = found.named
        rows = named.responses.rows
        columns = {"id": named.statements, "sample": [row.sample for row in rows], "region": named.own}
        columns |= {"named": ["; ".join(one) for one in named.named], "reason": named.reasons}
        frames["region_namings"] = pandas().DataFrame({**columns, "text": [row.text for row in rows]})
        frames |= {"region_bias": named.bias.to_frame(), "region_confusions": named.confusions.to_frame()}
    if found.generated is not None:
        written = found.generated
        names = [one.name for one in fields(Line)]
        frames["written_statements"] = pandas().DataFrame(list(map(vars, written.lines)), columns=names)
        frames |= {"written_alignment": written.alignment.to_frame(), "word_odds": written.odds.to_frame()}
    return frames


def groups_frame(answers: EtiquetteAnswers) -> pd.DataFrame:
    """A region a row, with its role and its numbers of answers and units."""
    names = list(dict.fromkeys(answers.regions.tolist()))
    at = [answers.regions == name for name in names]
    sizes = {"answers": [int(one.sum()) for one in at], "units": [len(np.unique(answers.units[one])) for one in at]}
    return pandas().DataFrame({"group": names, "role": "region", **sizes})


def answers_frame(measured: Measured) -> pd.DataFrame:
    """An answer a row: which statement, what is right and what was said (1, -1, 0 = nothing), and why nothing was."""
    return pandas().concat([_answers(measured, place) for place in range(len(measured.answers))], ignore_index=True)


def _answers(measured: Measured, place: int) -> pd.DataFrame:
    """Of one model; the first is the responder, where one was asked, and others answer each statement once."""
    answers, ids = measured.answers[place], measured.statements.ids.tolist()
    columns = {"id": ids, "sample": [0] * len(ids)}
    if measured.asked is not None and place == 0:
        rows = measured.asked[0].rows
        columns = {"id": [row.fields["id"] for row in rows], "sample": [row.sample for row in rows]}
    return pandas().DataFrame(
        {
            "model": answers.model,
            **columns,
            "region": answers.regions,
            "type": answers.types,
            "truth": answers.truth,
            "said": answers.said,
            "reason": answers.reasons,
            "unit": answers.units,
        }
    )


def examples_frame(measured: Measured, answers: pd.DataFrame) -> pd.DataFrame:
    """The first wrong answers of every region, types in turn; texts of the statements that come with geobias alone."""
    wrong = answers[(answers["said"] != 0) & (answers["said"] != answers["truth"])]
    wrong = wrong.drop_duplicates(["model", "id"])
    turn = wrong.groupby(["model", "region", "type"], sort=False).cumcount()
    rows = wrong.assign(turn=turn).sort_values("turn", kind="stable")
    rows = rows.groupby(["model", "region"], sort=False).head(measured.examples).sort_index()
    statements = measured.statements
    texts = dict(zip(statements.ids.tolist(), statements.texts.tolist(), strict=True))
    shown = "planted" in statements.details
    columns = ["model", "id", "region", "type", "truth", "said"]
    return rows[columns].assign(text=[texts[name] if shown else "" for name in rows["id"]]).reset_index(drop=True)
