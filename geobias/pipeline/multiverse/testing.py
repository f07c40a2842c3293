"""The specifications of a multiverse, tested together, as tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from geobias.pipeline.multiverse.evidence import coefficient_of, pairs_that_differ, verdict_alone
from geobias.pipeline.multiverse.record import STUDY
from geobias.relations import AnswerTable, answer_specifications, relate_specifications, with_verdicts_alone
from geobias.report import Run
from geobias.seeds import generator
from geobias.tables import (
    AgreementTable,
    Choice,
    ChoiceTable,
    PairAgreement,
    PairAgreementTable,
    PairTable,
    Specification,
    SpecificationTable,
    Table,
)

Pairs = Mapping[tuple[str, str], bool]
"""Pairs of regions, and whether their texts differ."""


@dataclass(frozen=True)
class Asked:
    """A specification before it is tested: a run, and which of its distances goes with which of its gaps."""

    run: Run
    x: PairTable
    y: PairTable


def tables_of(asked: Sequence[Asked], choices: Mapping[str, Sequence[str]]) -> tuple[dict[str, Table], list[str]]:
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
    told = [_beside(row, one.run, differ[one.run.directory]) for row, one in zip(rows, asked, strict=True)]
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


def _beside(row: Specification, run: Run, differ: Pairs) -> Specification:
    """The row with what its run says by itself: of the relation, and of the pairs of regions."""
    return replace(
        row,
        run=run.directory.name,
        verdict_alone=verdict_alone(run, row.x, row.y, row.coefficient),
        pairs_different=sum(differ.values()),
        pairs_compared=len(differ),
    )


def _notices(coefficients: Sequence[tuple[str, str]]) -> list[str]:
    others = sorted({" ".join(one) for one in coefficients} - {" ".join(coefficients[0])})
    if not others:
        return []
    first = " ".join(coefficients[0])
    return [f"Runs go by different coefficients; all are tested here by that of the first ({first}), not by {others}."]


def _pairs(found: Sequence[Pairs]) -> tuple[PairAgreement, ...]:
    pairs = dict.fromkeys(pair for one in found for pair in one)
    tested = {pair: [one[pair] for one in found if pair in one] for pair in pairs}
    return tuple(PairAgreement(*pair, different=sum(some), compared=len(some)) for pair, some in tested.items())
