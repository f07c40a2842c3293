"""A model of transformers that is asked: as `generate` answers, and the same alone, in a batch and in any order."""

from __future__ import annotations

import json
import shutil

import pytest
import torch
from safetensors.torch import load_file, save_file

from geobias.errors import InputError
from geobias.models.generation import Decoding, HfSettings, Request, load_responder
from geobias.models.prompting import Message, Prompt
from tests.models.generation.conftest import PROMPTS, TEMPLATE, prompt

KINDS = ["gpt2", "llama", "t5"]
GREEDY = Decoding(temperature=0, max_tokens=12)


def answers(responder, requests, decoding):
    found = dict(responder.respond(requests, decoding))
    assert set(found) == set(requests)
    return found


@pytest.mark.parametrize("template", [None, TEMPLATE])
@pytest.mark.parametrize("kind", KINDS)
def test_greedy_is_what_generate_gives(kind, template, folder_of, responder_of):
    import transformers

    folder = folder_of(kind, template)
    tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
    head = transformers.AutoModelForSeq2SeqLM if kind == "t5" else transformers.AutoModelForCausalLM
    network = head.from_pretrained(folder).eval()
    responder = responder_of(kind, template)
    found = answers(responder, [Request(one) for one in PROMPTS], GREEDY)
    for one in PROMPTS:
        text = (
            one.messages[0].text
            if template is None
            else f"<|start|>user\n{one.messages[0].text}<|end|>\n<|start|>assistant\n"
        )
        ids = torch.tensor([tokenizer(text)["input_ids"]])
        made = network.generate(
            ids, attention_mask=torch.ones_like(ids), do_sample=False, max_new_tokens=12,
            eos_token_id=sorted(responder.stops), pad_token_id=0,
        )[0]  # fmt: skip
        new = made[1:] if kind == "t5" else made[ids.shape[1] :]
        stop = next((at for at, id in enumerate(new.tolist()) if id in responder.stops), None)
        response = found[Request(one)]
        assert response.text == tokenizer.decode(new[:stop], skip_special_tokens=True)
        assert response.truncated is (stop is None)
        assert response.response_tokens == len(new[:stop])
        assert response.prompt_tokens == ids.shape[1]


@pytest.mark.parametrize("decoding", [GREEDY, Decoding(1.0, max_tokens=6), Decoding(0.8, 0.7, 6, seed=3)])
@pytest.mark.parametrize("kind", KINDS)
def test_a_response_depends_on_no_batch_mate_and_no_order(kind, decoding, responder_of):
    responder = responder_of(kind, TEMPLATE)
    requests = [Request(one, sample) for one in PROMPTS[:4] for sample in range(2)]
    together = answers(responder, requests, decoding)
    assert answers(responder, requests[::-1], decoding) == together
    for one in requests[::2]:
        assert answers(responder, [one], decoding) == {one: together[one]}
    assert answers(responder_of(kind, TEMPLATE, batch_tokens=200), requests, decoding) == together
    drawn = {together[Request(PROMPTS[0], sample)].text for sample in range(2)}
    assert len(drawn) == (1 if decoding is GREEDY else 2)


@pytest.mark.parametrize("kind", KINDS)
def test_the_seed_decides_what_is_drawn(kind, responder_of):
    responder = responder_of(kind)
    first, other = (
        [*dict(responder.respond([Request(PROMPTS[0])], Decoding(seed=seed, max_tokens=12))).values()]
        for seed in (0, 1)
    )
    assert first != other


def test_first_tokens_are_drawn_by_their_probabilities(responder_of):
    """Chi-square of the first token of 2,000 samples against softmax, and against the nucleus made by sorting."""
    from scipy.stats import chisquare

    responder = responder_of("llama")
    context = responder._conversation.context(PROMPTS[0])
    logits = responder._reader.alone(context)[0].double()
    requests = [Request(PROMPTS[0], sample) for sample in range(2_000)]
    for decoding, top_p in ((Decoding(0.7, 1.0, 1), 1.0), (Decoding(0.7, 0.5, 1), 0.5)):
        chances = (logits / 0.7).softmax(-1)
        order = chances.argsort(descending=True)
        before = chances[order].cumsum(-1) - chances[order]
        kept = order[before < top_p]
        truth = torch.zeros_like(chances)
        truth[kept] = chances[kept] / chances[kept].sum()
        found: dict[str, int] = {}
        for response in answers(responder, requests, decoding).values():
            found[response.text] = found.get(response.text, 0) + 1
        by_text: dict[str, float] = {}
        for token, chance in enumerate(truth.tolist()):
            text = "" if token in responder.stops else responder._conversation.text([token])
            by_text[text] = by_text.get(text, 0.0) + chance
        assert all(by_text[text] > 0 for text in found)
        common = [text for text, chance in by_text.items() if chance * 2_000 >= 5]
        seen = [found.get(text, 0) for text in common]
        want = [by_text[text] * 2_000 for text in common]
        assert len(common) > 4
        assert chisquare([*seen, 2_000 - sum(seen) + 1e-9], [*want, 2_000 - sum(want) + 1e-9]).pvalue > 0.01


def test_an_assistants_turn_is_gone_on_with(responder_of):
    for kind in KINDS:
        responder = responder_of(kind, TEMPLATE)
        asked = Prompt((Message("user", "Say it."), Message("assistant", "It is")))
        context = responder._conversation.context(asked)
        end = responder._conversation._plain_ids("It is")
        assert context.lead[-len(end) :] == end
        assert answers(responder, [Request(asked)], GREEDY)[Request(asked)].outcome in ("text", "empty")


def test_what_cannot_be_asked_is_an_error_of_its_own(responder_of):
    responder = responder_of("llama", TEMPLATE)
    long, control, fine = prompt("x" * 250), prompt("hello <|end|> you"), PROMPTS[2]
    found = answers(responder, [Request(one) for one in (long, control, fine)], GREEDY)
    assert found[Request(fine)].outcome == "text"
    assert found[Request(long)].outcome == found[Request(control)].outcome == "error"
    assert found[Request(long)].detail == (
        f"a prompt and its response must fit the 256 positions of '{responder.name}', but it has 269 tokens, and 12 "
        "may follow. Shorten the prompt, or lower decoding.max_tokens."
    )
    assert found[Request(control)].detail == (
        "the text of a turn must not hold the control token '<|end|>', but that of the user's does. Take it out of the "
        "text: the model would read it as the end of a turn or the like."
    )


def test_the_template_of_a_day_is_that_of_the_settings(folder_of, tmp_path):
    folder = shutil.copytree(folder_of("llama", TEMPLATE), tmp_path / "dated")
    (folder / "chat_template.jinja").write_text("{{ strftime_now('%d %b %Y') }}" + TEMPLATE)
    first, again, other = (
        load_responder(HfSettings(model=str(folder), date=date)) for date in ("2024-07-26", "2024-07-26", "2025-01-01")
    )
    assert first.fingerprint == again.fingerprint != other.fingerprint
    assert first._conversation._rendered(PROMPTS[2].messages).startswith("26 Jul 2024<|start|>user")


def test_the_fingerprint_knows_weights_template_and_dtype(folder_of, responder_of):
    found = [
        responder_of("llama").fingerprint,
        responder_of("gpt2").fingerprint,
        responder_of("llama", TEMPLATE).fingerprint,
        responder_of("llama", TEMPLATE, chat=False).fingerprint,
        responder_of("llama", dtype="bfloat16").fingerprint,
        responder_of("llama", option_end=True).fingerprint,
    ]
    assert responder_of("llama", TEMPLATE, chat=False).fingerprint == responder_of("llama").fingerprint
    assert len({*found}) == len(found) - 1


def test_bfloat16_answers(responder_of):
    found = answers(responder_of("llama", dtype="bfloat16"), [Request(one) for one in PROMPTS], GREEDY)
    assert {response.outcome for response in found.values()} <= {"text", "empty"}


def test_a_model_without_its_head_is_refused(folder_of, tmp_path):
    folder = shutil.copytree(folder_of("llama"), tmp_path / "headless")
    weights = load_file(folder / "model.safetensors")
    del weights["lm_head.weight"]
    save_file(weights, folder / "model.safetensors", {"format": "pt"})
    wrong = (
        f"a model must hold every weight that its config.json declares, in its shape, but '{folder}' lacks "
        "lm_head.weight. Copy it anew, or save it again with save_pretrained."
    )
    with pytest.raises(InputError) as raised:
        load_responder(HfSettings(model=str(folder)))
    assert str(raised.value) == wrong


def test_code_of_its_own_is_refused(folder_of, tmp_path):
    folder = shutil.copytree(folder_of("llama"), tmp_path / "code")
    values = json.loads((folder / "config.json").read_text()) | {"auto_map": {"AutoModelForCausalLM": "own.Model"}}
    (folder / "config.json").write_text(json.dumps(values))
    with pytest.raises(InputError, match="code of its own, which is never run"):
        load_responder(HfSettings(model=str(folder)))


def test_what_is_not_there_is_said_of_the_responder(tmp_path):
    with pytest.raises(InputError) as raised:
        load_responder(HfSettings(model=str(tmp_path / "none")))
    assert str(raised.value) == (
        f"responder.model must be a hub name or a folder with a transformers model, but '{tmp_path / 'none'}' is not a "
        "folder. Save a model there with save_pretrained, or give its hub name."
    )


def test_an_encoder_is_refused(tmp_path):
    import transformers

    from tests.models.generation.conftest import tokenizer

    tokenizer().save_pretrained(tmp_path)
    shape = {"hidden_size": 16, "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 32}
    torch.manual_seed(0)
    transformers.BertLMHeadModel(transformers.BertConfig(vocab_size=300, **shape)).save_pretrained(tmp_path)
    with pytest.raises(InputError) as raised:
        load_responder(HfSettings(model=str(tmp_path)))
    assert str(raised.value) == (
        f"a responder must read from left to right, but what '{tmp_path}' says at one place changes with the tokens "
        "after it (bert). Name a causal model, or one with encoder and decoder."
    )
