"""The directory of a run of study=resonance, of random labels and made-up respondents: the same numbers every time."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from geobias.corpora import Survey, cell_means, make_survey
from geobias.measures.resonance import (
    SCORINGS,
    Projections,
    ResonanceScores,
    ResonanceSettings,
    age_items,
    all_scorings,
    design_means_of,
    matched,
    model_cells,
    nation_designs,
    projection_boxes,
    projection_distances,
    projection_spreads,
    prompts_of,
    read_values,
    stability,
    statement_resonance,
    survey_cells,
    value_mirroring,
    withheld_ages,
    withheld_distances,
)
from geobias.measures.separation import SeparationSettings, unbiased_separation
from geobias.relations import (
    certified_ranks,
    judge,
    judge_resonances,
    judge_separations,
    relate_all,
    resonance_verdict,
)
from geobias.report.files import write_table
from geobias.tables import PairTable, RelationTable

NATIONS = {"Northland": -0.6, "Midland": 0.25, "Southland": 0.4}
DESIGNS = ("", "reversed order", "second person", "cooler", "another seed", "house number", "other entailer")
AGES, SEXES = ("20", "30", "40", "50", "60", "75"), ("man", "woman")
SETTINGS = ResonanceSettings(replicates=99, draws=199, flips=199)
ATTRIBUTES = ("nation", "age", "sex")


def scores(
    nations: Mapping[str, float] = NATIONS, designs: Sequence[str] = DESIGNS, sexes: Sequence[str] = SEXES,
    samples: int = 4, noise: float = 0.15,
) -> ResonanceScores:  # fmt: skip
    """Labels of normal leanings: of the nation, 0.2 more with age, and what each design does to all and to one."""
    rng = np.random.default_rng(11)
    rows = [(n, a, s, d, k) for d in designs for n in nations for a in AGES for s in sexes for k in range(samples)]
    moved = {(n, d): noise * rng.normal() for d in designs for n in nations}
    shift = {d: 0.2 * rng.normal() for d in designs}
    lean = np.array([nations[n] + 0.2 * (float(a) - 50) / 50 + moved[n, d] + shift[d] for n, a, s, d, k in rows])
    felt = lean[:, None] + 0.7 * rng.normal(size=(len(rows), 10))
    labels = (felt > 0.5).astype(int) - (felt < -0.5)
    nation, age, sex, design, sample = map(list, zip(*rows, strict=True))
    fields = {"nation": tuple(nation), "age": tuple(age), "sex": tuple(sex), "question": ("general",) * len(rows)}
    prompt = tuple("-".join(row[:3]) for row in rows)
    return ResonanceScores(
        read_values(), labels[:, :5], -labels[:, 5:], prompt, np.array(sample), tuple(design), fields
    )


def certificate(found: ResonanceScores) -> dict[str, pd.DataFrame]:
    """The tables of the certificate, judged, with the verdict that opens the page."""
    means = design_means_of(found)
    made = stability(means, SETTINGS)
    pairs = judge_resonances(made.pairs)
    said = resonance_verdict(pairs)
    verdict = {
        "family": "resonance", "question": "Do nations differ in the values that the model writes?", "word": said.word,
        "answer": said.answer, "sentence": said.sentence, "p_adjusted": said.p_adjusted, "correction": said.correction,
        "n_tested": said.n_tested, "p_attainable": said.p_attainable, "p_control": said.p_control, "alpha": said.alpha,
    }  # fmt: skip
    return {
        "stability_components": made.components.to_frame(),
        "nation_differences": pairs.to_frame(),
        "nation_ranks": certified_ranks(made.nations, pairs).to_frame(),
        "design_effects": made.designs.to_frame(),
        "nation_designs": nation_designs(means).to_frame(),
        "verdict": pd.DataFrame([verdict]),
    }


def of_model(own: ResonanceScores) -> dict[str, pd.DataFrame]:
    """What is told of the answers of the study's own design alone."""
    made = {"statement_resonance": statement_resonance(own), "value_mirroring": value_mirroring(own)}
    return {name: table.to_frame() for name, table in made.items()}


def beside(own: ResonanceScores, survey: Survey | None) -> dict[str, pd.DataFrame]:
    """What is told of answers beside respondents; of boxes alone without respondents."""
    fields = {name: own.fields[name] for name in ATTRIBUTES}
    model = Projections(own.projection(), fields, clusters=prompts_of(own))
    if survey is None:
        return {"projection_boxes": projection_boxes(model, None, ATTRIBUTES, SETTINGS).to_frame()}
    who = {name: list(survey.attribute({"age": "age_bin"}.get(name, name))) for name in ATTRIBUTES}
    people = Projections(survey.projection(), who, survey.weights)
    theirs = survey_cells(people.values, *(who[name] for name in ATTRIBUTES), survey.weights)
    pairs = {scoring: matched(model_cells(own, scoring), theirs) for scoring in SCORINGS}
    ages = age_items(own, survey.values, who["age"], survey.weights, SETTINGS)
    made = {
        "projection_boxes": projection_boxes(model, people, ATTRIBUTES, SETTINGS),
        "projection_distances": withheld_distances(projection_distances(model, people, ATTRIBUTES, SETTINGS)),
        "projection_spreads": projection_spreads(model, people, ATTRIBUTES),
        "nation_fits": all_scorings(pairs, SETTINGS),
        "age_items": withheld_ages(ages),
        "survey_cells": cell_means(survey, ["nation", "age_bin", "sex"]),
    }
    return {name: table.to_frame() for name, table in made.items()} | {"cells": cells_frame(*pairs["both"])}


def cells_frame(ours: Any, theirs: Any) -> pd.DataFrame:
    """Both sides' cells, numbers of fewer than five respondents taken out."""
    few = theirs.n < 5
    columns = {"nation": ours.nation, "age": ours.age, "sex": ours.sex, "model": ours.mean, "model_error": ours.error}
    survey = {"survey": np.where(few, np.nan, theirs.mean), "survey_error": np.where(few, np.nan, theirs.error)}
    return pd.DataFrame({**columns, "n_model": ours.n, **survey, "n_survey": theirs.n})


def tables(found: ResonanceScores, survey: Survey | None) -> dict[str, pd.DataFrame]:
    """All tables of a run by name."""
    own = found.where(design="")
    return certificate(found) | of_model(own) | beside(own, survey)


def people(nations: Mapping[str, float] = NATIONS, respondents: int = 200) -> Survey:
    return make_survey(positions=nations, respondents=respondents, seed=3)


def stated(nations: Sequence[str] = tuple(NATIONS)) -> dict[str, pd.DataFrame]:
    """What is stated and written, of random numbers, and how far they go together."""
    rng, rows = np.random.default_rng(5), []
    for nation in (*nations, ""):
        for value in ("", "religion", "pride"):
            row: dict[str, Any] = {"nation": nation, "value": value, "level": 0.95, "personas": 12, "n_survey": 200}
            for side in ("stated", "written", "survey", "difference"):
                middle = float(rng.normal()) * (1 if value else 2)
                row |= {side: middle, f"{side}_low": middle - 0.3, f"{side}_high": middle + 0.3}
            rows.append(row | {"note": ""})
    together = [
        {"value": value, "side_a": a, "side_b": b, "between": of, "r": 0.8 - 0.1 * place, "low": 0.1, "high": 0.95,
         "level": 0.95, "p": 0.02, "spearman": 0.7, "units": 3, "nations": 3, "note": ""}
        for place, (value, a, b, of) in enumerate([
            ("", "stated", "written", "nations"), ("", "stated", "survey", "nations"),
            ("", "stated", "written", "cells"), ("pride", "stated", "written", "nations"),
        ])
    ]  # fmt: skip
    return {"stated_values": pd.DataFrame(rows), "stated_agreement": pd.DataFrame(together)}


def geometry(nations: Mapping[str, float] = NATIONS) -> dict[str, pd.DataFrame]:
    """Distances of made-up vectors of answers whose nations lie apart as they lean, beside those of positions."""
    rng, names = np.random.default_rng(6), list(nations)
    vectors = {name: rng.normal(size=(24, 4)) + 4 * nations[name] * np.eye(4)[0] for name in names}
    clusters = {name: np.repeat([f"{name}{prompt}" for prompt in range(12)], 2) for name in names}
    chosen = SeparationSettings(permutations=199)
    apart = judge_separations(unbiased_separation(vectors, chosen, method="energy", clusters=clusters, seed=1), ())
    place = np.array(list(nations.values()))
    people = PairTable(tuple(names), np.abs(place[:, None] - place)[None], "survey_mean")
    energy = replace(apart.pair_table("excess"), quantity="energy")
    found = relate_all(
        [(energy, people)], family="answers-survey", coefficients=["spearman"], rng=1, primary=("energy", "survey_mean")
    )
    return {
        "answer_distances": apart.to_frame(),
        "answer_relations": RelationTable(tuple(judge(found.rows))).to_frame(),
        "nation_pairs": people.to_frame(),
    }


RECORD = {
    "study": "resonance",
    "name": "resonance demo",
    "status": "finished",
    "config": {"study": "resonance", "corpus": {"name": "synthetic_survey"}},
    "seed": 4,
    "interview": {
        "name": "made_up",
        "template": "You are a [{age} year old] [{nation}] {sex|person}. {question}",
        "axes": {"nation": list(NATIONS), "age": list(AGES), "sex": list(SEXES)},
        "questions": {"general": "What matters to you in life?", "pride": "What does your country mean to you?"},
    },
    "responder": {"name": "leaning", "model": "made-up answers"},
    "decoding": {"temperature": 1.0, "top_p": 0.5, "max_tokens": 200},
    "entailment": {"name": "trained"},
    "designs": {name: f"the {name}" for name in DESIGNS[1:]},
    "values": [vars(value) for value in read_values()],
    "survey": {"name": "synthetic_survey", "respondents": 600, "synthetic": True},
    "samples": 4,
    "synthetic": ["answers", "respondents"],
    "notices": [],
}  # fmt: skip


def write_run(folder: Path, made: Mapping[str, pd.DataFrame], **record: Any) -> Path:
    """Write the tables and the record; `record` has other values of keys of run.json."""
    folder.mkdir(exist_ok=True)
    for name, frame in made.items():
        write_table(folder, name, frame)
    (folder / "run.json").write_text(json.dumps(RECORD | record), encoding="utf-8")
    return folder
