"""AskedAnswerTable: what models that were asked live said of every item."""

from __future__ import annotations

from dataclasses import dataclass

from geobias.tables.rows import RowTable

NAN = float("nan")


@dataclass(frozen=True)
class AskedAnswer:
    """What one source said of one item.

    `value` is its number, NaN = it gave none; `answer` the answer, label or hypothesis that it chose or found most
    probable, "" = none; `reason` says why there is no number: an outcome ("empty", "refused", "error") or what the
    parser found ("hedged", "refusal", "contradiction", "unparsed", "tie").
    """

    source: str
    item: str
    value: float = NAN
    answer: str = ""
    reason: str = ""


@dataclass(frozen=True, repr=False)
class AskedAnswerTable(RowTable):
    """Answers of sources, one source and item a row."""

    rows: tuple[AskedAnswer, ...]

    row_type = AskedAnswer
    key = ("source", "item")
    noun = "answer"
    block = "source"

    @staticmethod
    def told(row: AskedAnswer) -> dict[str, str]:
        said = row.answer or row.reason or "–"
        return {"item": row.item, "value": f"{row.value:.3g}", "said": said[:60]}
