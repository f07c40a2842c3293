"""From finished runs to the folder of a multiverse: its tables, its record and its page."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from typing import Any

from geobias.errors import InputError
from geobias.filenames import file_name
from geobias.files import make_folder, write_text
from geobias.memo import key
from geobias.pipeline.multiverse.choices import varying
from geobias.pipeline.multiverse.evidence import (
    coefficient_of,
    declared_relation,
    pair_table,
    pairs_that_differ,
    verdict_alone,
)
from geobias.pipeline.multiverse.record import STUDY, record_of
from geobias.pipeline.run_directory import RECORD, check_place
from geobias.relations import AnswerTable, answer_specifications, relate_specifications, with_verdicts_alone
from geobias.report import Report, Run, build, read_run, write_table
from geobias.seeds import generator
from geobias.tables import (
    AgreementTable,
    Choice,
    ChoiceTable,
    PairAgreement,
    PairAgreementTable,
    PairTable,
    SpecificationTable,
    Table,
)


@dataclass(frozen=True)
class _Asked:
    """A specification before it is tested: a run, and which of its distances goes with which of its gaps."""

    run: Run
    x: PairTable
    y: PairTable


def gather(
    runs: Sequence[str | Path],
    *,
    distances: Sequence[str] = (),
    gaps: Sequence[str] = (),
    output: str | Path | None = None,
    name: str | None = None,
    sections: Sequence[Any] | None = None,
) -> Report:
    """Gather finished runs, each a specification of one study, and test them together.

    Parameters
    ----------
    runs : their folders. distances, gaps : quantities to relate, each one with each; none = the relation that a run's
        verdict is about. With several every run is several specifications.
    output : folder of the multiverse's folder; None = `multiverse` beside the folder of the first run's study.
    name : label of its folder; None = that of the first run. sections : of the page; None = all that there are.

    Raises
    ------
    InputError : fewer than two specifications, a run that is not finished, or one without these quantities.
    """
    read = [_finished(read_run(folder)) for folder in runs]
    if not read:
        raise InputError("a multiverse needs finished runs", "there is none", "Name their folders.")
    label = name or read[0].name
    asked = [_Asked(run, *tables) for run in read for tables in _related(run, distances, gaps)]
    configs = [{"distance": one.x.quantity, "gap": one.y.quantity, "settings": one.run.config} for one in asked]
    place = Path(output) if output is not None else read[0].directory.resolve().parent.parent / STUDY
    check_place(place, label)
    identity = key("run", STUDY, [[one.run.directory.name, one.x.quantity, one.y.quantity] for one in asked])
    folder = place / f"{file_name(label)}-{identity[:8]}"
    tables, notices = _tables(asked, varying(configs))
    make_folder(folder)
    for title, table in tables.items():
        write_table(folder, title, table.to_frame())
    record = record_of(read, label) | {"notices": notices}
    write_text(folder / RECORD, json.dumps(record, indent=2, default=str))
    return build(folder, sections=sections)


def _finished(run: Run) -> Run:
    if not run.finished:
        raise InputError(
            "every run of a multiverse must be finished",
            f"{run.directory} is {run.record.get('status', 'of unknown status')}",
            "Start it again with the same settings, or leave it out.",
        )
    return run


def _related(run: Run, distances: Sequence[str], gaps: Sequence[str]) -> list[tuple[PairTable, PairTable]]:
    """The tables of a run that are related."""
    x, y = ("", "") if distances and gaps else declared_relation(run)
    chosen = product(distances or [x], gaps or [y])
    return [(pair_table(run, first), pair_table(run, second)) for first, second in chosen]


def _tables(asked: Sequence[_Asked], choices: Mapping[str, Sequence[str]]) -> tuple[dict[str, Table], list[str]]:
    """The tables of a multiverse by name, and what its reader should know."""
    coefficients = [coefficient_of(one.run) for one in asked]
    coefficient, alternative = coefficients[0]
    relation, seed = asked[0].run.config.get("relation") or {}, int(asked[0].run.record.get("seed") or 0)
    options = {name: relation[name] for name in ("exact_limit", "n_resamples", "alpha") if name in relation}
    rows, agreement = relate_specifications(
        [(one.x, one.y) for one in asked],
        coefficient=coefficient,
        alternative=alternative,
        rng=generator(seed, STUDY),
        **options,
    )
    differ = {one.run.directory: pairs_that_differ(one.run) for one in asked}
    told = []
    for row, one in zip(rows, asked, strict=True):
        found = differ[one.run.directory]
        alone = verdict_alone(one.run, row.x, row.y, row.coefficient)
        told.append(
            replace(
                row,
                run=one.run.directory.name,
                verdict_alone=alone,
                pairs_different=sum(found.values()),
                pairs_compared=len(found),
            )
        )
    agreement = with_verdicts_alone(agreement, told)
    chosen = [
        Choice(number, setting.removeprefix("settings."), values[number - 1])
        for number in range(1, len(asked) + 1)
        for setting, values in choices.items()
    ]
    tables = {
        "specifications": SpecificationTable(tuple(told)),
        "choices": ChoiceTable(tuple(chosen)),
        "agreement": AgreementTable((agreement,)),
        "pair_agreement": PairAgreementTable(_pairs(list(differ.values()))),
        "verdict": AnswerTable((answer_specifications(agreement),)),
    }
    return {name: table for name, table in tables.items() if table.rows}, _notices(coefficients)


def _notices(coefficients: Sequence[tuple[str, str]]) -> list[str]:
    others = sorted({" ".join(one) for one in coefficients} - {" ".join(coefficients[0])})
    if not others:
        return []
    first = " ".join(coefficients[0])
    return [f"Runs go by different coefficients; all are tested here by that of the first ({first}), not by {others}."]


def _pairs(found: Sequence[Mapping[tuple[str, str], bool]]) -> tuple[PairAgreement, ...]:
    pairs = dict.fromkeys(pair for one in found for pair in one)
    tested = {pair: [one[pair] for one in found if pair in one] for pair in pairs}
    return tuple(PairAgreement(*pair, different=sum(some), compared=len(some)) for pair, some in tested.items())
