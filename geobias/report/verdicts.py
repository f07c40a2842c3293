"""The verdicts, as the page opens with them and the terminal ends with them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from geobias.report.estimates import p_value
from geobias.report.interviews import MADE, made_up_parts
from geobias.report.phrases import COEFFICIENT_NAMES, capital, listing, quantity_label
from geobias.report.run import Run
from geobias.tables import DIFFERENT, EQUIVALENT, GAP, NOT_SEPARABLE, SUPPORTED, UNTESTABLE, Quantity

# Each word has a style and a sign of its own, so that it does not hang on a colour.
STYLES = {
    SUPPORTED: ("supported", "✓"),
    DIFFERENT: ("supported", "≠"),
    EQUIVALENT: ("supported", "="),
    NOT_SEPARABLE: ("noise", "≈"),
    UNTESTABLE: ("untestable", "?"),
}
UNKNOWN = ("untestable", "?")
SYNTHETIC = (
    "These texts were made up, and what sets the groups apart was planted in them: no number here says anything about "
    "people or places."
)
JUDGED = (
    "These judgements were made up, and whom sources agree with was planted in them: no number here says anything "
    "about people or places."
)


def made_up(run: Run) -> tuple[str, str]:
    """What of a run was made up, in large letters, with a sentence that says so; "" twice where it is real."""
    if not run.synthetic:
        return "", ""
    if run.interviewed or run.of_statements or run.benchmarked:
        parts = made_up_parts(run)
        return f"SYNTHETIC {listing(parts).upper()}", " ".join(MADE[part] for part in parts)
    return ("SYNTHETIC JUDGEMENTS", JUDGED) if run.judged else ("SYNTHETIC TEXTS", SYNTHETIC)


@dataclass(frozen=True)
class Stated:
    """A verdict as the page shows it: `kind` is its style, `sign` a character beside the word.

    `answer` says it in plain words, `sentence` is the evidence.
    """

    question: str
    word: str
    kind: str
    sign: str
    answer: str
    sentence: str
    basis: str


def sign_of(word: str) -> str:
    """The character beside a word of a verdict; "" where nothing was judged."""
    return STYLES[word][1] if word in STYLES else ""


def stated(run: Run) -> list[Stated]:
    """The verdicts of a run in their order, quantities by their names in words."""
    frame = run.table("verdict")
    if frame is None:
        return []
    known = _names(run)
    return [_stated(row, known) for row in frame.to_dict("records")]


def in_lines(run: Run) -> str:
    """The verdicts for a terminal: a question, its answer and the evidence; "" where there are none."""
    said = [f"{one.question}\n  {one.word.capitalize()}. {one.answer}\n  {one.sentence}" for one in stated(run)]
    if said and run.synthetic:
        said.insert(0, ". ".join(made_up(run)))
    return "\n".join(said)


def _stated(row: dict, known: dict[str, str]) -> Stated:
    word = str(row["word"])
    kind, sign = STYLES.get(word, UNKNOWN)
    question = str(row["question"] or row["family"])
    answer, sentence = (in_words(str(row[name]), known) for name in ("answer", "sentence"))
    return Stated(question, word, kind, sign, answer, sentence, _basis(row))


def _basis(row: dict) -> str:
    # 0 stands for a p that is read off a law, and can be as small as one likes.
    if not row["p_attainable"] > 0 or "attainable" in str(row["sentence"]):
        return ""
    return f"The smallest p attainable is {p_value(row['p_attainable'])}."


def _names(run: Run) -> dict[str, str]:
    """Quantities and coefficients of the tables, in words."""
    measured, coefficients = list[str](), dict[str, str]()
    for distances in map(run.table, ("separation", "statement_distances")):
        measured += [] if distances is None else distances["quantity"].astype(str).unique().tolist()
    for gaps in map(run.table, ("gap_intervals", "region_gaps")):
        metrics = () if gaps is None else gaps["metric"].astype(str).unique()
        measured += [str(Quantity(GAP, metric)) for metric in metrics]
    for relations in map(run.table, ("relations", "region_relations")):
        if relations is not None:
            measured += [str(name) for side in ("x", "y") for name in relations[side].unique()]
            names = relations["coefficient"].unique()
            coefficients |= {str(name): COEFFICIENT_NAMES.get(name, str(name)) for name in names}
    return {name: quantity_label(name) for name in measured} | coefficients


def in_words(sentence: str, known: dict[str, str]) -> str:
    """A sentence with the names of quantities and coefficients in words, the first letter large.

    >>> in_words("sinkhorn and gap[f1]: spearman +0.50.", {"gap[f1]": "gap in F1", "spearman": "Spearman's ρ"})
    "Sinkhorn and gap in F1: Spearman's ρ +0.50."
    """
    sentence = re.sub(r"(?<!\S)-(?=\d)", "−", sentence)
    if not known:
        return capital(sentence)
    # At once, and longer names first: a name in words may hold a shorter one.
    names = "|".join(map(re.escape, sorted(known, key=len, reverse=True)))
    return capital(re.sub(rf"(?<![\w\[])(?:{names})(?![\w\[])", lambda found: known[found[0]], sentence))
