"""The tables of a regional study, written for people and for pandas."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from geobias.audit import audit_groups
from geobias.corpora import Corpus
from geobias.errors import require
from geobias.measures.scores import label_scores
from geobias.report import write_table
from geobias.sampling.pools import BASELINE
from geobias.studies.regional.materials import Materials
from geobias.studies.regional.performance import Performance
from geobias.studies.run import RunDirectory
from geobias.tables import PairTable, Predictions

if TYPE_CHECKING:
    from geobias.studies.regional.composition import Sweep
    from geobias.studies.regional.recipe import Measured


def write(directory: RunDirectory, measured: Measured) -> None:
    """Write every table into the run's folder; what a study has not measured gets no file."""
    materials, distances, performance = measured.materials, measured.distances, measured.performance
    pandas = require("pandas", extra="study", purpose="the tables of a run")
    tables = _material_tables(pandas, materials)
    tables |= {
        "lda_points": pandas.concat([_points_frame(pandas, *item) for item in measured.points.items()])
        if measured.points
        else None,
        "distances": pandas.concat([table.to_frame() for table in distances]) if distances else None,
        "representation": pandas.DataFrame(_representation(tables["groups"], distances)),
        "relations": measured.relations.to_frame() if measured.relations.rows else None,
    }
    if performance is not None:
        pairwise = [*performance.gaps, *performance.dependences]
        tables["scores"] = performance.scores.to_frame()
        tables["gaps"] = pandas.concat([table.to_frame() for table in pairwise]) if pairwise else None
        tables["predictions"] = _predictions_frame(pandas, materials.corpus, performance.predictions)
        tables["score_draws"] = _draws_frame(pandas, materials.corpus, performance.draws)
        tables["models"] = pandas.DataFrame(performance.models)
        if performance.predictions.multilabel:
            tables["label_scores"] = _label_frame(pandas, performance)
    _write_tables(directory, tables)
    details = {table.quantity: dict(table.details) for table in distances}
    directory.record(distance_details=details)


def write_sweep(directory: RunDirectory, materials: Materials, sweep: Sweep) -> None:
    """Write the tables of a composition sweep."""
    pandas = require("pandas", extra="study", purpose="the tables of a run")
    mixes = [
        {"model": mix.name, "region": mix.region, "share": mix.share, "repeat": mix.repeat, "group": group, "texts": n}
        for mix in sweep.mixes
        for group, n in mix.counts.items()
    ]
    _write_tables(
        directory,
        {
            **_material_tables(pandas, materials),
            "composition": sweep.effects.to_frame(),
            "training_mixes": pandas.DataFrame(mixes),
            "predictions": _predictions_frame(pandas, materials.corpus, sweep.predictions),
        },
    )


def record(directory: RunDirectory, materials: Materials, encoder: dict[str, Any]) -> None:
    """Note in the run's record what it works on, and what a reader should know of it."""
    corpus = materials.corpus
    directory.notice(*materials.notices)
    directory.record(
        sources=dict(corpus.sources),
        fingerprint=corpus.fingerprint,
        corpus_sha256=materials.corpus_sha256,
        task=materials.task,
        label_names=list(corpus.label_names),
        encoder=encoder,
        device=encoder["device"],
        groups=materials.pools.roles,
    )


def _material_tables(pandas: Any, materials: Materials) -> dict[str, Any]:
    """What was read and drawn, and what the audit says of it."""
    return {
        "counts": materials.corpus.counts.to_frame(),
        "groups": pandas.DataFrame(group_rows(materials)),
        "classes": pandas.DataFrame(class_rows(materials), columns=["group", "label", "count"]),
        "audit": pandas.DataFrame(audit_groups(materials.corpus, _region_rows(materials), materials.facts)),
    }


def _write_tables(directory: RunDirectory, tables: dict[str, Any]) -> None:
    for name, table in tables.items():
        if table is not None and len(table):
            write_table(directory.path, name, table.reset_index(drop=True))


def group_rows(materials: Materials) -> list[dict[str, Any]]:
    """One record a group: how many texts were read, usable, drawn and labelled, and what they are like."""
    shares = _shares(materials)
    out = []
    for group, pool in materials.pools.rows.items():
        rows = _all_rows(materials, group, pool)
        usable = rows[materials.facts.usable[rows]]
        tokens = materials.facts.tokens[usable]
        out.append(
            {
                "group": group,
                "role": materials.pools.roles[group],
                "texts": len(rows),
                "usable": len(usable),
                "drawn": len(pool),
                "labelled": int(materials.corpus.labelled[materials.pools.scored[group]].sum()),
                "share": shares.get(group, np.nan),
                "empty_share": 1 - len(usable) / max(1, len(rows)),
                "truncated_share": float(materials.facts.truncated[usable].mean()) if len(usable) else np.nan,
                "mean_tokens": float(tokens.mean()) if len(usable) else np.nan,
                "sd_tokens": float(tokens.std(ddof=1)) if len(usable) > 1 else np.nan,
                **_label_facts(materials.corpus, materials.pools.scored[group]),
            }
        )
    return out


def class_rows(materials: Materials) -> list[dict[str, Any]]:
    """Labels by group, counted over the texts that scores draw from."""
    corpus = materials.corpus
    if corpus.task == "none":
        return []
    out = []
    for group, rows in materials.pools.scored.items():
        labels = corpus.labels[rows[corpus.labelled[rows]]]  # type: ignore[index]
        for code, name in enumerate(corpus.label_names):
            count = (labels == code).sum() if labels.ndim == 1 else (labels[:, code] == 1).sum()
            out.append({"group": group, "label": name, "count": int(count)})
    return out


def _all_rows(materials: Materials, group: str, pool: np.ndarray) -> np.ndarray:
    if materials.pools.roles[group] != "baseline":
        return _region_rows(materials).get(group, pool)
    tested = np.flatnonzero(materials.corpus.splits == "test")
    return materials.pools.scored[group] if materials.pools.held_out_baseline else tested


def _region_rows(materials: Materials) -> dict[str, np.ndarray]:
    """All rows, usable or not, of the groups that are values of the grouping attribute; of the test split if any."""
    by = materials.kinds["short"].pools.by
    found = materials.corpus.groups(by)
    splits = materials.corpus.splits
    tested = not materials.pools.held_out_baseline
    named = {group: rows for group, rows in found.items() if materials.pools.roles.get(group) in ("region", "union")}
    return {group: rows[splits[rows] == "test"] if tested else rows for group, rows in named.items()}  # type: ignore[index]


def _shares(materials: Materials) -> dict[str, float]:
    """Share of each region among the texts of the standard set, by the places they carry; else among all regions.

    The standard set is what the baseline stands for: the whole test split, or the training texts. Where its texts
    carry no region (a baseline file), the regions' own numbers are all that is known.
    """
    regions = [group for group, role in materials.pools.roles.items() if role == "region"]
    found = _region_rows(materials)
    counts = {group: len(found[group]) for group in regions}
    total = sum(counts.values())
    if not materials.pools.held_out_baseline:
        total = int((materials.corpus.splits == "test").sum())  # type: ignore[union-attr]
    return {group: count / total for group, count in counts.items()}


def _label_facts(corpus: Corpus, rows: np.ndarray) -> dict[str, float]:
    labelled = rows[corpus.labelled[rows]]
    facts = {"positive_share": np.nan, "label_cardinality": np.nan}
    if corpus.task == "binary" and len(labelled):
        facts["positive_share"] = float((corpus.labels[labelled] == 1).mean())  # type: ignore[index]
    if corpus.task == "multilabel" and len(labelled):
        facts["label_cardinality"] = float(corpus.labels[labelled].sum(1).mean())  # type: ignore[index]
    return facts


def _representation(groups: Any, distances: list[PairTable]) -> list[dict[str, Any]]:
    """Each region's share in the standard set beside its distance from the baseline."""
    shares = groups.set_index("group").share
    out = []
    for table in distances:
        if BASELINE not in table.groups:
            continue
        mean, reference = table.mean(), table.groups.index(BASELINE)
        for group in table.base_groups:
            value = mean[table.groups.index(group), reference]
            out.append({"group": group, "share": shares[group], "quantity": table.quantity, "distance": value})
    return out


def _points_frame(pandas: Any, kind: str, points: tuple[np.ndarray, np.ndarray]) -> Any:
    owners, places = points
    return pandas.DataFrame(
        {"texts": kind, "group": owners.astype(str), "component_1": places[:, 0], "component_2": places[:, 1]}
    )


def _draws_frame(pandas: Any, corpus: Corpus, draws: list[dict[str, np.ndarray]]) -> Any:
    """The texts that every repeat scored a group on; with the predictions they give every score."""
    frames = [
        pandas.DataFrame({"repeat": repeat, "group": group, "id": corpus.ids[rows]})
        for repeat, draw in enumerate(draws)
        for group, rows in draw.items()
    ]
    return pandas.concat(frames)


def _label_frame(pandas: Any, performance: Performance) -> Any:
    """Every model's scores on every label and group, over all texts that the group was ever scored on."""
    predictions, draws = performance.predictions, performance.draws
    frames = []
    for group in performance.scores.groups:
        drawn = np.unique(np.concatenate([draw[group] for draw in draws if group in draw]))
        at = np.flatnonzero(np.isin(predictions.rows, drawn))
        found = label_scores(predictions.probabilities[:, at], predictions.labels[at], predictions.thresholds)
        index = pandas.MultiIndex.from_product([predictions.models, predictions.label_names], names=["model", "label"])
        frame = pandas.DataFrame({name: values.reshape(-1) for name, values in found.items()}, index=index)
        frames.append(frame.reset_index().assign(group=group))
    return pandas.concat(frames)


def _predictions_frame(pandas: Any, corpus: Corpus, predictions: Predictions) -> Any:
    """Every prediction: model, id, label, probability; for several labels the true ones joined, and `p(label)` each."""
    known = ~np.isnan(predictions.probabilities)
    model, row = np.nonzero(known.any(-1) if predictions.multilabel else known)
    frame = pandas.DataFrame(
        {"model": np.array(predictions.models, dtype=object)[model], "id": corpus.ids[predictions.rows[row]]}
    )
    probabilities = predictions.probabilities[model, row]
    if not predictions.multilabel:
        return frame.assign(label=predictions.labels[row], probability=probabilities)
    names = np.array(predictions.label_names, dtype=object)
    true = np.array(["|".join(names[labels == 1]) for labels in predictions.labels], dtype=object)
    columns = [f"p({name})" for name in names]
    return pandas.concat([frame.assign(labels=true[row]), pandas.DataFrame(probabilities, columns=columns)], axis=1)
