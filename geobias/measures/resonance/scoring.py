"""Responses become resonance scores: premise x hypotheses and inversions, by any entailer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np

from geobias.errors import InputError
from geobias.measures.resonance.scores import ResonanceScores
from geobias.measures.resonance.values import Value
from geobias.models.entailment import Entailer
from geobias.tables import ResponseTable

NO_CONTRADICTION = "{} tells no contradiction from neutral: no response is found to conflict with a statement."


def score_resonance(
    texts: Sequence[str],
    entailer: Entailer,
    values: Sequence[Value],
    *,
    prompt: Sequence[str],
    sample: Sequence[int] | None = None,
    design: Sequence[str] | None = None,
    fields: Mapping[str, Sequence[str]] | None = None,
) -> ResonanceScores:
    """The scores of texts: 1 where a statement is entailed, -1 where it is contradicted, else 0.

    Parameters
    ----------
    texts : n responses, the premises; a blank one is left out, with a notice that counts them.
    prompt, sample, design, fields : of each, see `ResonanceScores`; None = number within its prompt, "", no fields.

    Raises
    ------
    InputError : no text says anything, two are one sample of one prompt and design, columns differ in length.

    >>> from geobias.measures.resonance import read_values
    >>> from geobias.models.entailment import LexicalSettings, load_entailer
    >>> entailer = load_entailer(LexicalSettings())
    >>> found = score_resonance(["I am very proud of my country."], entailer, read_values(), prompt=["p"])
    >>> found.hypotheses[0].tolist(), found.inversions[0].tolist()
    ([0, 0, 0, 1, 0], [0, 0, 0, -1, 0])
    """
    n = len(texts)
    columns: dict[str, Sequence[str]] = {"design": [""] * n if design is None else design, **(fields or {})}
    numbers = _numbers(prompt, columns["design"]) if sample is None else sample
    for name, column in {"prompt": prompt, "sample": numbers, **columns}.items():
        if len(column) != n:
            raise InputError(
                f"'{name}' must have an entry for each of {n} texts", f"it has {len(column)}", "Align both."
            )
    _refuse_twins(prompt, columns["design"], numbers)
    kept = [at for at, text in enumerate(texts) if not isinstance(text, str) or text.strip()]
    if not kept:
        raise InputError("responses must say something", f"all {n} are blank", "Ask again, or pass others.")
    statements = [value.hypothesis for value in values] + [value.inversion for value in values]
    found = entailer.entail([texts[at] for at in kept], statements)
    notices = [f"{n - len(kept)} of {n} responses are blank and left out."] if len(kept) < n else []
    if not found.knows_contradiction:
        notices.append(NO_CONTRADICTION.format(found.name))
    pick = {name: tuple(str(column[at]) for at in kept) for name, column in columns.items()}
    return ResonanceScores(
        tuple(values),
        found.labels[:, : len(values)],
        found.labels[:, len(values) :],
        tuple(str(prompt[at]) for at in kept),
        np.array([int(numbers[at]) for at in kept], dtype=np.int64),
        pick.pop("design"),
        pick,
        tuple(notices),
    )


def score_responses(
    responses: ResponseTable, entailer: Entailer, values: Sequence[Value], design: str = "design"
) -> ResonanceScores:
    """The same of a table of answers: its rows of text; the others are left out, with a notice that counts them.

    design : the field that names the design; a table without it has one design, "".
    """
    rows = [row for row in responses.rows if row.outcome == "text"]
    lost = Counter(row.outcome for row in responses.rows if row.outcome != "text")
    if not rows:
        got = f"its rows are {dict(lost)}" if lost else "it has no row"
        raise InputError("a table of responses must have rows of text", got, "Ask for texts.")
    names = [name for name in rows[0].fields if name != design]
    found = score_resonance(
        [row.text for row in rows],
        entailer,
        values,
        prompt=[row.prompt for row in rows],
        sample=[row.sample for row in rows],
        design=[row.fields.get(design, "") for row in rows],
        fields={name: [row.fields.get(name, "") for row in rows] for name in names},
    )
    if not lost:
        return found
    told = ", ".join(f"{count} {outcome}" for outcome, count in sorted(lost.items()))
    notice = f"{sum(lost.values())} of {len(responses.rows)} responses have no text and are left out: {told}."
    return ResonanceScores(**{**vars(found), "notices": (notice, *found.notices)})


def _numbers(prompt: Sequence[str], design: Sequence[str]) -> list[int]:
    seen: Counter[tuple[str, str]] = Counter()
    out = []
    for key in zip(prompt, design, strict=False):
        out.append(seen[key])
        seen[key] += 1
    return out


def _refuse_twins(prompt: Sequence[str], design: Sequence[str], sample: Sequence[int]) -> None:
    """Two rows of one sample of one prompt would count a response twice."""
    seen: Counter[tuple[str, str, int]] = Counter(zip(prompt, design, sample, strict=True))
    twice = [key for key, count in seen.items() if count > 1]
    if twice:
        at, name, number = twice[0]
        got = (
            f"sample {number} of prompt '{at}'{f' by design {name!r}' if name else ''} is there {seen[twice[0]]} times"
        )
        raise InputError("a response must be there once", got, "Drop the copies, or number the samples.")
