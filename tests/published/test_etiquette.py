"""EtiCor's zero-shot scores from its confusion counts: what follows, and what differs, named by the check."""

import pytest
from sklearn import metrics

from geobias import cli
from geobias.errors import InputError
from geobias.published import find_paper
from geobias.published.etiquette import published_template
from geobias.tables import ComparisonTable, EtiquetteCountTable

HEAD = "model,region,tp,tn,fp,fn,accuracy_without_abstention,accuracy_with_abstention,precision,recall,f1\n"


def _folder(tmp_path, rows):
    (tmp_path / "published_zero_shot_confusion.csv").write_text(HEAD + rows)
    return tmp_path


@pytest.mark.shared
def test_thirteen_of_fifteen_rows_follow_and_the_others_are_named(shared, tmp_path, capsys):
    words = ["reproduce", "etiquette", str(shared / "data" / "eticor"), "--output", str(tmp_path / "new")]
    assert cli.main(words) == 0
    out = capsys.readouterr().out
    assert (
        "13 of 15 rows of a model and region follow from their counts; those that do not: Falcon, LA (f1); Falcon, NE "
        "(precision, recall, f1)." in out
    )
    tally = ComparisonTable.load(tmp_path / "new" / "comparisons.csv").tally()
    assert tally == {"accuracy": (15, 15), "precision": (14, 15), "recall": (14, 15), "f1": (13, 15)}
    counts = EtiquetteCountTable.load(tmp_path / "new" / "counts.csv").rows
    assert len(counts) == 15
    assert counts[0].true_pos == 2100


def test_scores_are_those_of_scikit_learn_and_the_check_finds_what_was_changed(tmp_path):
    truth = [1] * 40 + [0] * 30 + [0] * 10 + [1] * 20
    said = [1] * 40 + [0] * 30 + [1] * 10 + [0] * 20
    right = [metrics.precision_score(truth, said), metrics.recall_score(truth, said), metrics.f1_score(truth, said)]
    good = f"m,a,40,30,10,20,0.70,0.63,{right[0]:.4f},{right[1]:.4f},{right[2]:.2f}\n"
    found = find_paper("etiquette").reproduce(
        _folder(tmp_path, good + good.replace("m,a", "m,b").replace("0.70", "0.71"))
    )
    rows = {(row.quantity, row.cell): row for row in found.comparisons.rows}
    for name, value in zip(("precision", "recall", "f1"), right, strict=True):
        row = rows[name, "m, a"]
        assert row.recomputed == pytest.approx(value)
        assert row.low < value < row.high
    assert found.notes[0] == (
        "1 of 2 rows of a model and region follow from their counts; those that do not: m, b (accuracy)."
    )
    assert found.notes[2] == "  m: a 0.90, b 0.90"


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (
            "m,a,1.5,1,1,1,0.5,0.5,0.5,0.5,0.5\n",
            "published_zero_shot_confusion.csv must hold whole counts, at least 0, but in line 2 they are ['1.5', '1', "
            "'1', '1']. Correct it.",
        ),
        (
            "m,a,x,1,1,1,0.5,0.5,0.5,0.5,0.5\n",
            "published_zero_shot_confusion.csv must hold numbers, with a star or not, or a dash, but 'tp' in line 2 is "
            "'x'. Correct it.",
        ),
    ],
)
def test_what_are_no_counts_is_named(tmp_path, rows, message):
    with pytest.raises(InputError) as caught:
        find_paper("etiquette").reproduce(_folder(tmp_path, rows))
    assert str(caught.value) == message


@pytest.mark.shared
def test_the_published_prompt_is_read_as_it_is_worded(shared):
    template = published_template(shared / "data" / "eticor" / "published_prompt.yaml")
    assert set(template.fields) == {"region", "statement"}
    assert template.values == {"yes": 1.0, "no": -1.0}
    assert template.answers == "yes_no"
    filled = template.fill({"region": "India", "statement": "Bow."}).messages[0].text
    assert filled.endswith("in India:Bow..")
    assert filled.startswith("In a single word,")


def test_a_prompt_with_other_answers_is_refused(tmp_path):
    path = tmp_path / "prompt.yaml"
    path.write_text('template: "{region} {statement}"\nanswers: {"yes": 1, "maybe": 0}\n')
    with pytest.raises(InputError) as caught:
        published_template(path)
    assert str(caught.value) == (
        "answers of prompt.yaml must give yes and no 1 or -1, but they are {'yes': '1', 'maybe': '0'}. Correct the "
        "file."
    )
