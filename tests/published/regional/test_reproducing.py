"""The regional paper: what recomputes, what is valid, and what it ought to be; verdicts follow the files."""

from __future__ import annotations

import contextlib
import io
import json
import math
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from geobias import cli
from geobias.errors import InputError
from geobias.published import find_paper
from geobias.published.regional.counts import count_rows
from geobias.published.regional.distances import distance_rows
from geobias.published.regional.evidence import Evidence
from geobias.published.regional.means import mean_rows
from geobias.published.regional.names import GROUPS, SCORES
from geobias.published.regional.released import Released
from geobias.published.regional.reuters import pair_rows, score_rows
from geobias.published.regional.scores import dependence_rows, explained_gaps, gap_rows
from geobias.tables import (
    EQUAL,
    INVALID,
    NOT_KNOWN,
    VALID,
    ClassCountTable,
    ComparisonTable,
    FindingTable,
    RelationTable,
    ScoreTable,
)

pytestmark = [pytest.mark.shared]
GAPS = {score.gap: f"gap, {score.words}" for score in SCORES}
DEPENDENCE = {score.dependence: f"distance correlation, {score.words}" for score in SCORES}


@pytest.fixture(scope="module")
def facts(shared):
    return json.loads((shared / "facts/fixtures.json").read_text())


@pytest.fixture(scope="module")
def made(shared, tmp_path_factory):
    """What `geobias reproduce regional` prints, and the folder that it writes."""
    folder, out = tmp_path_factory.mktemp("regional") / "new", io.StringIO()
    with contextlib.redirect_stdout(out):
        words = ["reproduce", "regional", str(shared / "data/regional_bias"), "--output", str(folder)]
        assert cli.main(words) == 0
    return folder, out.getvalue()


@pytest.fixture(scope="module")
def rows(made):
    return ComparisonTable.load(made[0] / "comparisons.csv").rows


@pytest.fixture(scope="module")
def released(shared):
    return Released.read(shared / "data/regional_bias")


def column(rows, quantity):
    return {row.cell: row for row in rows if row.quantity == quantity}


def right(row):
    return row.recomputed if math.isnan(row.corrected) else row.corrected


@pytest.mark.slow
def test_means_and_deviations_over_the_models(rows, facts):
    for name, key in (("mean over models", "perf_mean25"), ("standard deviation over models", "perf_sd25")):
        found = {row.cell: row for row in rows if row.quantity == name}
        words = {score.stem: score.words for score in SCORES}
        for cell, value in facts[key].items():
            metric, group = cell.split("|")
            assert found[f"{words[metric]}, {group.removeprefix('5-')}"].recomputed == pytest.approx(value, abs=1e-6)
    recalls = column(rows, "mean over models")
    assert recalls["recall (negative), ZA"].corrected == pytest.approx(
        facts["za_true_recall"]["recall0_mean25"], abs=1e-6
    )
    assert recalls["recall (positive), ZA"].corrected == pytest.approx(
        facts["za_true_recall"]["recall1_mean25"], abs=1e-6
    )


@pytest.mark.slow
def test_what_gaps_and_dependence_ought_to_be(rows, shared):
    facts = pd.read_csv(shared / "facts/results_gathering_corrected.csv").set_index("label_mixed")
    fixed = pd.read_csv(shared / "facts/dcor_recomputed.csv").set_index("pair")
    for name, quantity in (GAPS | DEPENDENCE).items():
        for cell, row in column(rows, quantity).items():
            assert right(row) == pytest.approx(facts.loc[cell, name], abs=1e-6), (name, cell)
    for name in ("dist_cor_reca0", "dist_cor_reca1"):
        for cell, row in column(rows, DEPENDENCE[name]).items():
            assert right(row) == pytest.approx(fixed.loc[cell, f"{name}_fixed"], abs=1e-8)


@pytest.mark.slow
def test_distances_with_intervals_of_the_outer_draws(rows, shared, facts):
    frame = pd.read_csv(shared / "facts/bert_short_recomputed.csv").set_index("rg_pair")
    for cell, row in column(rows, "distance of short texts").items():
        if cell not in ("base_base", "base_za"):  # of the last two files were released
            assert row.recomputed == pytest.approx(frame.loc[cell, "mean"], abs=1e-6)
            assert (row.low, row.high) == pytest.approx(tuple(frame.loc[cell, ["lo95", "hi95"]]), abs=1e-6)
        assert row.verdict == EQUAL
    for cell, fact in facts["lda_long"].items():
        assert column(rows, "distance of LDA")[cell].recomputed == pytest.approx(fact["mean"], abs=1e-6)


@pytest.mark.slow
def test_coefficients_as_printed_relabelled_and_mended(made, rows, facts):
    table = RelationTable.load(made[0] / "relations.csv").rows
    names = {"spearman": "rho", "kendall_tau_b": "tau"}
    printed = [row for row in table if row.family == "published"]
    assert len(printed) == 2 * 37
    for row in printed:
        fact, name = facts["all28_published"][f"{row.x}|{row.y}"], names[row.coefficient]
        assert row.statistic == pytest.approx(fact[name], abs=1e-4)
        assert row.p_asymptotic == pytest.approx(fact[f"p_{name}"], rel=1e-3)
        assert row.p_qap == pytest.approx(fact[f"mantel_p_{name}"], abs=1e-6)
    for quantity, name in (("Spearman's rho", "rho"), ("Kendall's tau", "tau")):
        for cell, row in column(rows, quantity).items():
            assert row.verdict == EQUAL
            assert row.corrected == pytest.approx(facts["all28_corrected"]["|".join(cell.split(", "))][name], abs=1e-5)
    assert all(row.p_qap >= 0.05 for row in table if row.family == "six regions" and row.y not in ("lda_long",))


@pytest.mark.slow
def test_counts_of_labels(made, shared):
    facts = pd.read_csv(shared / "facts/neg_class_counts_30rounds.csv").rename(columns={"5-mixed": "mixed"})
    counts = ClassCountTable.load(made[0] / "class_counts.csv").rows
    assert len(counts) == facts.size
    assert all(facts.loc[row.repeat - 1, row.group] == row.negatives and row.texts == 200 for row in counts)


@pytest.mark.slow
def test_reuters(rows, shared, facts):
    gathered = pd.read_csv(shared / "facts/reuters_gathering_selfconsistent.csv").set_index("lab")
    distances = column(rows, "Reuters distance")
    wrong = {cell for cell, row in distances.items() if row.verdict != EQUAL}
    assert wrong == {"AU_MTP", "AU_TEST", "CA_TEST"}
    means = sorted(facts["reuters_bert_file_means"].values())
    assert sorted(row.recomputed for row in distances.values() if row.verdict != "cannot be computed") == pytest.approx(
        means, abs=1e-6
    )
    for score in ("precision", "recall"):
        shifted = {cell for cell, row in column(rows, f"Reuters gap, {score}").items() if "no scores" in row.why}
        changed = gathered.index[
            (gathered[f"{score}(%)"] - [row.published for row in column(rows, f"Reuters gap, {score}").values()]).abs()
            > 1e-9
        ]
        assert shifted == set(changed)


@pytest.mark.slow
def test_what_is_not_valid(rows):
    invalid = {}
    for row in rows:
        if row.valid == INVALID:
            invalid.setdefault(row.quantity, set()).add(row.cell)
    pairs = list(column(rows, GAPS["accuracy(%)"]))
    base, za = ({cell for cell in pairs if group in cell.lower()} for group in ("base", "za"))
    assert invalid[GAPS["accuracy(%)"]] == base
    assert invalid[GAPS["AUC(%)"]] == set(pairs)
    assert invalid[GAPS["recall_neg(%)"]] == base | za
    assert invalid[GAPS["recall_pos(%)"]] == base | za | {"NZ_US"}
    assert invalid[DEPENDENCE["dist_cor_prec1"]] == base | {"UK_US"}
    assert invalid[DEPENDENCE["dist_cor_reca0"]] == base | za
    assert invalid["distance of short texts"] == za
    assert invalid["distance of LDA"] == base
    assert all(len(invalid[f"Reuters gap, {score}"]) == 15 for score in ("accuracy", "precision", "recall", "f1"))
    assert {row.valid for row in rows if row.quantity == "distance of long texts"} == {NOT_KNOWN}
    assert {"AU", "US"} == {row.cell for row in rows if row.quantity == "DocBERT, accuracy" and row.valid == VALID}
    assert all(row.why for row in rows if row.valid not in ("", VALID))


@pytest.mark.slow
def test_the_audit_finds_the_slips_unaided(made):
    found = {}
    for row in FindingTable.load(made[0] / "audit.csv").of("warning"):
        found.setdefault(row.check, []).append(row.where)
    assert "performance_per_model.csv: ZA" in found["identical_columns"]
    assert [place.rpartition(": ")[2] for place in found["impossible_gaps"]] == [
        "uk – us",
        "uk – mtp",
        "uk – test",
    ] * 2 + ["nz – us"]
    assert found["mixed_signs"] == ["pair_summary_sentiment140.csv: recall_pos(%)"]
    assert {place.rpartition(": ")[2] for place in found["twin_groups"]} == {"nz – za", "za – nz"}
    assert {"reuters_test_sets/test.tsv", "reuters_test_sets/uk.tsv"} <= set(found["empty_texts"])
    assert "tweets/us.csv – za.csv" in found["shared_texts"]
    assert found["shared_stretch"] == ["tweets/za.csv"]
    assert found["constant_repeats"] == ["performance_per_model.csv: baseline"]
    assert found["coordinates_elsewhere"] == ["locations.csv: nominatim_country"]


@pytest.mark.slow
def test_the_summary_and_the_page_say_how_many(made, rows):
    folder, out = made
    recompute, valid = sum(row.verdict == EQUAL for row in rows), sum(row.valid == VALID for row in rows)
    assert f"{recompute} of {len(rows)} published numbers recompute, {valid} are valid." in out
    assert "17 have p < .05 by shuffling pairs, 11 by relabelling the eight groups, 2 after Benjamini-Hochberg" in out
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert f"{recompute} of {len(rows)} published numbers recompute, and {valid} are valid" in page
    assert "one stands in for the other" in page
    assert cli.main(["report", str(folder)]) == 0


def _with_scores(released, change):
    """The same release, after `change` of its scores of every round and the means that follow from them."""
    metrics = {name: values.copy() for name, values in released.scores.metrics.items()}
    change(metrics)
    means = {name: values.mean(axis=1, keepdims=True) for name, values in metrics.items()}
    models = released.scores.models
    return replace(
        released,
        scores=ScoreTable(models, GROUPS, metrics),
        means=ScoreTable(models, GROUPS, means),
    )


def test_mended_recalls_are_valid(released):
    evidence = Evidence(released)
    recalls = {name: values.copy() for name, values in evidence.behind.recalls.items()}
    za = GROUPS.index("ZA")

    def mend(metrics):
        for name, values in recalls.items():
            metrics[name][:, :, za] = values[:, :, za]

    before, after = (
        {row.cell: row.valid for row in mean_rows(Evidence(one)) if "recall" in row.cell}
        for one in (released, _with_scores(released, mend))
    )
    assert before["recall (negative), ZA"] == before["recall (positive), ZA"] == INVALID
    assert after["recall (negative), ZA"] == after["recall (positive), ZA"] == VALID
    assert after["recall (positive), UK"] == before["recall (positive), UK"] == VALID


def test_one_changed_recall_is_not_valid(released):
    def spoil(metrics):
        metrics["recall_neg"][3, 4, GROUPS.index("UK")] += 0.01

    found = {row.cell: row for row in mean_rows(Evidence(_with_scores(released, spoil)))}
    assert found["recall (negative), UK"].valid == INVALID
    assert found["recall (negative), US"].valid == VALID


def test_a_baseline_that_is_drawn_anew_is_of_no_known_sample(released):
    def vary(metrics):
        for values in metrics.values():
            values[:, 5, GROUPS.index("baseline")] -= 0.005

    found = {row.cell: row.valid for row in mean_rows(Evidence(_with_scores(released, vary)))}
    assert found["accuracy, baseline"] == VALID


def test_a_changed_cell_of_the_pairs_changes_its_verdict(released):
    changes = {
        ("UK_US", "accuracy(%)"): 2.5,
        ("CA_UK", "recall_neg(%)"): -1.1712794,
        ("mixed_CA", "dist_cor_acc"): released.pairs["CA_UK"]["dist_cor_acc"],
    }
    pairs = {label: dict(row) for label, row in released.pairs.items()}
    for (label, name), value in changes.items():
        pairs[label][name] = value
    evidence = Evidence(replace(released, pairs=pairs))
    table = [*gap_rows(evidence, {}), *dependence_rows(evidence)]
    found = {name: column(table, quantity) for name, quantity in (GAPS | DEPENDENCE).items()}
    assert [found[name][label].valid for label, name in changes] == [INVALID] * 3
    assert found["accuracy(%)"]["UK_US"].why == (
        "another number follows from the released scores: it is of another run; no scores have this gap beside the "
        "others of its column"
    )
    assert found["recall_neg(%)"]["CA_UK"].why == "negative in a column of absolute gaps"
    assert found["dist_cor_acc"]["mixed_CA"].why == "the number of CA_UK stands in its place"
    assert found["accuracy(%)"]["CA_US"].valid == VALID


def test_gaps_of_precision_are_doubtful_by_prevalence_alone(released):
    evidence = Evidence(released)
    explained = explained_gaps(evidence)
    found = column(gap_rows(evidence, explained), GAPS["precision_neg(%)"])
    doubtful = {cell for cell, row in found.items() if row.valid == "doubtful"}
    assert "NZ_UK" in doubtful
    assert "doubtful" not in {row.valid for row in column(gap_rows(evidence, {}), GAPS["precision_neg(%)"]).values()}
    gap = explained["precision_neg", ("NZ", "UK")]
    assert gap.raw == pytest.approx(found["NZ_UK"].published, abs=1e-5)
    assert gap.standardised < 1


def test_a_distance_of_its_own_makes_za_valid(released):
    key = ("sentiment140", ("NZ", "ZA"))
    clouds = dict(released.clouds) | {key: [released.clouds[key][0] + 12]}
    found = column(distance_rows(Evidence(replace(released, clouds=clouds))), "distance of short texts")
    assert found["ZA_AU"].valid == VALID
    assert found["ZA_NZ"].why == "another number follows from the released repeats: it is of another run"


def test_an_lda_baseline_like_the_others_is_valid(released):
    near = {pair: values - 20 * ("baseline" in pair) for pair, values in released.centroids.items()}
    pairs = {
        label: row | {"lda_long": row["lda_long"] - 20 * label.startswith("base")}
        for label, row in released.pairs.items()
    }
    found = column(distance_rows(Evidence(replace(released, centroids=near, pairs=pairs))), "distance of LDA")
    assert {row.valid for row in found.values()} == {VALID}


def test_reuters_scores_and_distances_follow_the_test_sets(released):
    sets = dict(released.sets) | {"UK": replace(released.sets["UK"], empty=())}
    scores = dict(released.set_scores) | {"AU": released.set_scores["AU"] | {"accuracy": 0.86}}
    clouds = dict(released.clouds)
    swapped = ("reuters", ("AU", "MTP")), ("reuters", ("AU", "TEST"))
    clouds[swapped[0]], clouds[swapped[1]] = clouds[swapped[1]], clouds[swapped[0]]
    changed = replace(released, sets=sets, set_scores=scores, clouds=clouds)
    found = column(score_rows(changed), "DocBERT, accuracy")
    assert (found["UK"].valid, found["AU"].valid) == (VALID, INVALID)
    assert found["AU"].why == "no whole numbers of right answers over the texts of AU give these scores"
    assert column(pair_rows(changed), "Reuters distance")["AU_MTP"].valid == VALID


def test_numbers_of_texts_follow_the_files(released):
    own = [*released.tweets["za"][:187], *(f"a tweet of its own, number {row}" for row in range(187, 250))]
    changed = replace(released, locations=36_555, topics=119, tweets=dict(released.tweets) | {"za": own})
    before, after = (
        {(row.quantity, row.cell): row for row in count_rows(Evidence(one))} for one in (released, changed)
    )
    assert before["texts", "tweets"].why == ("25 of 63 texts of za from row 188 on are other groups' too, 4 before")
    assert after["texts", "tweets"].valid == VALID
    assert {after["texts", "locations"].verdict, after["topics", "Reuters"].verdict} == {EQUAL}
    assert after["texts scored in a round", "NZ"].recomputed == 200


def test_a_folder_that_lacks_a_file_is_named(tmp_path):
    with pytest.raises(InputError, match=r"performance_per_model\.csv"):
        find_paper("regional").reproduce(tmp_path)


def test_a_group_that_is_none_is_named():
    from geobias.published.regional.names import group_of, pair_of

    with pytest.raises(InputError) as caught:
        group_of("france")
    assert str(caught.value) == f"groups must be among {list(GROUPS)}, but one is 'france'. Name the right folder."
    with pytest.raises(InputError, match="a pair must be two groups joined by _"):
        pair_of("CA")
    assert np.all([pair_of("base_za") == ("baseline", "ZA"), pair_of("UK_AU") == ("AU", "UK")])
