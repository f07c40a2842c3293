"""EtiquetteAnswers: what a model said of statements, beside what is right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from geobias.corpora import Etiquette
from geobias.errors import InputError
from geobias.measures.etiquette.reading import ABSTAINED, read_response
from geobias.tables import ANSWERED, AS_RIGHT, AS_WRONG, Predictions, ResponseTable

_LABELS = ("not accepted", "accepted")
_YES_NO = {"yes": 1, "no": -1}


class Answers(Protocol):
    """What scores of cells need of N answers of one model, right and wrong ones or graded; see `EtiquetteAnswers`."""

    def __len__(self) -> int: ...
    @property
    def regions(self) -> np.ndarray: ...
    @property
    def types(self) -> np.ndarray: ...
    @property
    def units(self) -> np.ndarray: ...
    @property
    def reasons(self) -> np.ndarray: ...
    @property
    def model(self) -> str: ...
    @property
    def answered(self) -> np.ndarray: ...
    def predictions(self, counted: str = ANSWERED) -> Predictions: ...


@dataclass(frozen=True)
class EtiquetteAnswers:
    """N answers of one model.

    Attributes
    ----------
    truth : int8 (N,), 1 = the region accepts what the statement says, -1 = not.
    said : int8 (N,), the same by the model; 0 (`ABSTAINED`) = it gave no answer, which is never taken for one.
    regions, types : strings (N,); a blank type is none.
    units : int64 (N,), equal for rows that depend on each other: near-duplicates of a statement, several answers to it.
    reasons : strings (N,), why there is no answer, "" where there is one.
    model : its name.

    Raises
    ------
    InputError : no answer, arrays of unlike lengths, a number that is none of these, a blank region.
    """

    truth: np.ndarray
    said: np.ndarray
    regions: np.ndarray
    types: np.ndarray
    units: np.ndarray
    reasons: np.ndarray
    model: str = ""

    def __post_init__(self) -> None:
        if not len(self.truth):
            raise InputError("there must be at least one answer", "there is none", "Ask about a statement.")
        for name in ("said", "regions", "types", "units", "reasons"):
            if len(getattr(self, name)) != len(self.truth):
                got = f"there are {len(getattr(self, name))}"
                raise InputError(f"{name} must have {len(self.truth)} entries", got, "Align them.")
        for name, known in (("truth", {1, -1}), ("said", {1, -1, ABSTAINED})):
            if strange := sorted({*np.unique(getattr(self, name)).tolist()} - known):
                raise InputError(f"{name} must be of {sorted(known)}", f"one is {strange[0]}", "Map them.")
        if "" in self.regions:
            raise InputError("every answer must be about a region", "one has none", "Leave it out.")

    def __len__(self) -> int:
        return len(self.truth)

    @classmethod
    def of(
        cls,
        statements: Etiquette,
        said: Sequence[int] | np.ndarray,
        *,
        units: np.ndarray | None = None,
        reasons: Sequence[str] | None = None,
        model: str = "",
    ) -> EtiquetteAnswers:
        """One answer to each statement.

        units : families of near-duplicates, as `geobias.sampling.near_duplicate_families` gives them; None = each
        statement by itself.
        """
        blank = [""] * len(statements)
        return cls(
            statements.labels,
            np.asarray(said, dtype=np.int8),
            statements.attributes["region"],
            statements.attributes.get("type", _strings(blank)),
            np.arange(len(statements)) if units is None else np.asarray(units),
            _strings(blank if reasons is None else reasons),
            model,
        )

    @classmethod
    def of_responses(
        cls,
        statements: Etiquette,
        responses: ResponseTable,
        *,
        values: Mapping[str, int | None] = _YES_NO,
        units: np.ndarray | None = None,
        model: str = "",
    ) -> EtiquetteAnswers:
        """Of responses to prompts that were filled from `statements.to_frame()`: free texts that were read, or scores.

        values : answer that a text was read as, or option (in small letters) -> 1, -1, or None, which counts as no
        answer, for a reason called as the answer is. Of scores the most probable option counts, after calibration where
        there is one; of several with one probability none does, for the reason "tie".

        Raises
        ------
        InputError : a response whose field "id" names no statement, or a text that was read as an answer that has no
            value.
        """
        places = {name: place for place, name in enumerate(statements.ids.tolist())}
        read = [read_response(row, values) for row in responses.rows]
        lost = next((row for row in responses.rows if row.fields.get("id") not in places), None)
        if lost is not None:
            raise InputError(
                "every response must be about one of the statements, by its field 'id'",
                f"that of prompt {lost.number} is {lost.fields.get('id')!r}",
                "Ask with the table that Etiquette.to_frame gives.",
            )
        at = np.array([places[row.fields["id"]] for row in responses.rows], dtype=np.int64)
        own = np.arange(len(statements)) if units is None else np.asarray(units)
        return cls.of(
            _again(statements, at),
            [said for said, _ in read],
            units=own[at],
            reasons=[reason for _, reason in read],
            model=model,
        )

    @property
    def answered(self) -> np.ndarray:
        """bool (N,)."""
        return self.said != ABSTAINED

    def select(self, places: np.ndarray) -> EtiquetteAnswers:
        """Some of them, by their places or a mask."""
        columns = ("truth", "said", "regions", "types", "units", "reasons")
        return replace(self, **{name: getattr(self, name)[places] for name in columns})

    def predictions(self, counted: str = ANSWERED) -> Predictions:
        """As predictions of one model: probabilities 1 and 0, NaN where it abstained.

        counted : `AS_WRONG` puts the wrong label, `AS_RIGHT` the right one in the place of what was not said.
        """
        instead = {ANSWERED: np.zeros_like(self.truth), AS_WRONG: -self.truth, AS_RIGHT: self.truth}[counted]
        said = np.where(self.answered, self.said, instead)
        probabilities = np.where(said == ABSTAINED, np.nan, said == 1).astype(np.float32)[None]
        return Predictions(
            models=(self.model or "model",),
            rows=np.arange(len(self)),
            labels=(self.truth == 1).astype(np.int8),
            probabilities=probabilities,
            label_names=_LABELS,
            abstained=np.isnan(probabilities),
        )


def _again(statements: Etiquette, at: np.ndarray) -> Etiquette:
    """Statements at some places, one as often as it was answered: ids stay unique by their place in the row."""
    some = {name: values[at] for name, values in statements.attributes.items()}
    ids = _strings([f"{name}#{row}" for row, name in enumerate(statements.ids[at])])
    return replace(statements, ids=ids, texts=statements.texts[at], labels=statements.labels[at], attributes=some)


def _strings(values: Sequence[str]) -> np.ndarray:
    out = np.empty(len(values), dtype=object)
    out[:] = list(values)
    return out
