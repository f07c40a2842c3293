"""Why two regions of a finished run differ: its texts are drawn again as the run drew them, and taken apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from geobias.files import at_home
from geobias.measures.explaining import ExplainSettings, GroupTexts, document_rows
from geobias.pipeline import Embeddings, Inputs, keep_in
from geobias.pipeline.explaining import (
    ComparedTexts,
    Explained,
    Masking,
    check_content,
    explain_by,
    finished_run,
    keep_rows,
    mask_words,
    pair_costs,
    record_explained,
    reopened,
)
from geobias.report import Report, build
from geobias.studies.regional.sections import SECTIONS
from geobias.studies.regional.settings import RegionalSettings
from geobias.studies.regional.study import prepare
from geobias.tables import (
    DIFFERENT,
    TOKEN,
    WORD,
    DocumentDifferenceTable,
    ExplanationTable,
    MaskedExcessTable,
    WordDifferenceTable,
)

STORE = "store"


@dataclass(frozen=True)
class PairExplained:
    """What was found of a pair; `report` has the run's page with it."""

    explanations: ExplanationTable
    words: WordDifferenceTable
    documents: DocumentDifferenceTable
    masked: MaskedExcessTable
    notices: tuple[str, ...]
    report: Report

    def summary(self, most: int = 10) -> str:
        """What was found in short: how many words each method found, the first of them, and what is left."""
        found = WordDifferenceTable(
            tuple(row for row in self.words.rows if row.unit == WORD and row.verdict == DIFFERENT)
        )
        parts = [self.explanations.summary(len(self.explanations.rows)), *([found.summary(most)] if found.rows else [])]
        return "\n".join([*parts, self.masked.summary(), *self.notices])


def explain(
    directory: str | Path,
    pair: tuple[str, str],
    settings: ExplainSettings | None = None,
    *,
    named: Sequence[str] = (),
    store: str | Path | None = None,
    workers: int | None = None,
    progress: bool = True,
) -> PairExplained:
    """Why two regions of a finished run differ: words, tokens and texts, and what is left without the words.

    Writes the tables `explanations`, `explained_words`, `explained_texts` and `explained_masked` into the run's folder,
    beside what they say of other pairs, and draws its page anew. What was finished before a stop is kept.

    Parameters
    ----------
    directory : of the run. pair : two of its regions.
    named : words in their normal form (`normalise_text`), such as place names, that are masked too.
    store : folder of the embeddings; None = `store` beside the folder of the run's study, where runs keep it.
    workers : threads; None = every core. progress : whether bars are shown.

    Raises
    ------
    InputError : no finished run, no such groups, or a corpus or model that has changed since.
    """
    chosen, run = settings or ExplainSettings(), finished_run(at_home(directory), "regional")
    place = Path(store) if store is not None else run.directory.resolve().parent.parent / STORE
    wanted = {**run.config, "store": str(place), "workers": workers, "progress": progress}
    of_run = RegionalSettings.build(wanted)
    inputs = Inputs.read(of_run)
    check_content(run, inputs.content())
    with reopened(run.directory, of_run) as (session, folder):
        materials = prepare(inputs, of_run, session)
        embeddings = Embeddings.extract(
            inputs.encoder, materials, of_run.store, session, direct=of_run.distance.clouds == "direct"
        )
        texts = ComparedTexts.of(materials, embeddings, inputs.encoder, of_run.separation, session)
        texts.check_pair(pair)
        keeping = keep_in(session, materials, embeddings).under(pools=dict(texts.rows))
        costs = pair_costs(texts, pair, of_run.distance, keeping, session)
        found = {
            unit: explain_by(unit, texts.spoken(unit, inputs.encoder), texts, costs, pair, chosen, session)
            for unit in (WORD, TOKEN)
        }
        masking = Masking(texts, pair, inputs.encoder, embeddings, of_run.distance, keeping, session)
        masked = mask_words(masking, found[WORD], costs, named, chosen)
        documents = document_rows(costs, pair, _groups(texts, found[WORD], pair), chosen.level)
        explanations = keep_rows(
            run, "explanations", ExplanationTable, pair, [row for one in found.values() for row in one.wholes]
        )
        words = keep_rows(
            run, "explained_words", WordDifferenceTable, pair, [row for one in found.values() for row in one.words]
        )
        of_texts = keep_rows(run, "explained_texts", DocumentDifferenceTable, pair, list(documents))
        without_words = keep_rows(run, "explained_masked", MaskedExcessTable, pair, masked)
        facts = {**asdict(chosen), "kind": texts.kind, "named": list(named), "notices": folder.notices}
        record_explained(run, pair, facts)
    report = build(run.directory, sections=SECTIONS)
    return PairExplained(explanations, words, of_texts, without_words, tuple(folder.notices), report)


def _groups(texts: ComparedTexts, found: Explained, pair: tuple[str, str]) -> tuple[GroupTexts, GroupTexts]:
    odds = found.odds()
    a, b = (
        GroupTexts(texts.corpus.ids[texts.rows[name]].tolist(), found.spoken[name], odds, found.places[side])
        for side, name in enumerate(pair)
    )
    return a, b
