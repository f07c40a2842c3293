"""The harness itself runs our tasks on SmolLM2, without a network, and says what the studies say."""

import numpy as np
import pytest

from geobias.corpora import load_etiquette
from geobias.errors import MissingDependencyError
from geobias.harness import tasks_folder
from geobias.measures.etiquette import EtiquetteAnswers
from geobias.measures.resonance import item_prompts, read_values, stated_scores
from geobias.models.generation import Decoding, Ledger, Questions, SmolLM2Settings, ask_prompts, load_responder
from geobias.models.prompting import PromptSet, fill, find_prompt_file, personas, read_interview
from geobias.models.smollm2 import smollm2_folder
from geobias.raw import RawTable

LIMIT = 6


@pytest.fixture(scope="module")
def found():
    lm_eval = pytest.importorskip("lm_eval", reason="lm-evaluation-harness is not installed (geobias[lm-eval])")
    try:
        folder = smollm2_folder()
    except MissingDependencyError as error:
        pytest.skip(str(error))
    from lm_eval.tasks import TaskManager

    return lm_eval.simple_evaluate(
        model="hf",
        model_args={"pretrained": str(folder), "dtype": "float32"},
        tasks=["geobias_etiquette", "geobias_resonance_options"],
        task_manager=TaskManager(include_path=str(tasks_folder()), include_defaults=False),
        limit=LIMIT,
        device="cpu",
        batch_size=8,
        apply_chat_template=True,
        bootstrap_iters=0,
    )


@pytest.fixture(scope="module")
def responder(found):
    return load_responder(SmolLM2Settings(device="cpu"))


def scored(prompts, responder, folder):
    with Ledger(folder, responder.name, responder.fingerprint) as ledger:
        return ask_prompts(prompts, responder, Decoding(), ledger, Questions(ask="scores"))


@pytest.mark.slow
def test_etiquette_is_answered_as_the_study_answers(found, responder, tmp_path):
    records = [sample["acc"] for sample in found["samples"]["geobias_etiquette"]]
    some = load_etiquette()
    some = some.select(np.sort([record[0] for record in records]))
    frame = some.to_frame()
    table = RawTable.of({name: frame[name].tolist() for name in frame})
    rows = scored(fill(find_prompt_file("etiquette"), table, "statements"), responder, tmp_path)
    ours = {row.fields["id"]: tuple(row.scores.values()) for row in rows.rows}
    # A thousandth apart where a score lies at its edge: the harness scores the line break before an option, too.
    assert all(np.allclose(record[-1], ours[record[1]], atol=1.5e-3) for record in records)
    answers = EtiquetteAnswers.of_responses(some, rows)
    acc = np.mean(answers.said[answers.answered] == answers.truth[answers.answered])
    results = found["results"]["geobias_etiquette"]
    assert results["acc,none"] == pytest.approx(acc, abs=1e-9)
    assert results["coverage,none"] == pytest.approx(answers.answered.mean(), abs=1e-9)
    assert {"group_gap,none", "group_gap_low,none", "group_gap_high,none"} <= set(results)


@pytest.mark.slow
def test_items_lie_where_the_study_states_them(found, responder, tmp_path):
    samples = found["samples"]["geobias_resonance_options"]
    interview = read_interview("nations")
    words = {sample["doc"]["text"] for sample in samples}
    asked = item_prompts(read_values(), personas(interview), interview.introduce)
    some = tuple(prompt for prompt in asked.prompts if prompt.messages[0].text in words)
    stated = stated_scores(scored(PromptSet(some, asked.templates), responder, tmp_path), read_values())
    names = [value.name for value in stated.values]
    places = dict(zip(stated.labels("nation"), stated.places, strict=True))
    assert len(samples) == LIMIT
    for sample in samples:
        group, _, item, *_, place = sample["group_gap"]
        # Scores are in thousandths of a nat, so that a place may be off by one of them.
        assert place == pytest.approx(places[group][names.index(item)], abs=2e-3)
