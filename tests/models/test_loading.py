"""Loading: a model is whole, with its own tokenizer, or it is refused by a sentence that says what it lacks."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
import torch

from geobias.errors import InputError
from geobias.models import EncoderSettings, load_encoder
from geobias.models.loading import load_network, load_tokenizer, tokenizer_fingerprint


def test_random_weights_follow_their_seed_and_take_a_vocabulary(tiny_folder):
    names = [f"random:2x32x4:{seed}@{tiny_folder}" for seed in (0, 0, 1)]
    settings = [EncoderSettings(model=name, max_length=20, device="cpu") for name in names]
    first, again, other = map(load_encoder, settings)
    assert first.identity == again.identity != other.identity
    assert first.width == 32
    assert first.tokenize(["w1 w2"])[0].total == 2
    assert load_tokenizer(names[0]).get_vocab() == load_tokenizer(str(tiny_folder)).get_vocab()


@pytest.mark.parametrize("shape", ["4x512x8", "4x30x8:0", "small:0", "1x8x0:0", "0x8x2:0", "1x0x2:0", f"1x8x2:{2**63}"])
def test_random_weights_of_no_size_are_named(shape):
    with pytest.raises(InputError, match="a model of random weights must be random:<layers>x<width>x<heads>:<seed>@"):
        load_tokenizer(f"random:{shape}@x")


def test_the_fingerprint_of_a_tokenizer_knows_its_special_tokens(tiny_folder):
    tokenizer = load_tokenizer(str(tiny_folder))
    before = tokenizer_fingerprint(tokenizer)
    tokenizer.pad_token = "[MASK]"  # decides the clouds of positions=padded
    assert tokenizer_fingerprint(tokenizer) != before


def test_a_head_is_built_as_its_configuration_was_changed(tiny_folder):
    def adapt(config):
        config.id2label = {0: "a", 1: "b", 2: "c"}

    network = load_network("AutoModelForSequenceClassification", str(tiny_folder), None, None, adapt)
    assert network.classifier.out_features == 3
    assert network.dtype == torch.float32


@pytest.fixture
def copy(tiny_folder, tmp_path) -> Callable[..., Path]:
    """A copy of the tiny model, with other entries in its configuration."""

    def make(**entries) -> Path:
        folder = Path(shutil.copytree(tiny_folder, tmp_path / "model"))
        config = json.loads((folder / "config.json").read_text())
        (folder / "config.json").write_text(json.dumps(config | entries))
        return folder

    return make


def load(folder: Path, **settings):
    return load_encoder(EncoderSettings(model=str(folder), max_length=20, device="cpu", **settings))


def test_a_folder_without_a_tokenizer_gets_none_made_up(copy):
    folder = copy()
    for name in ("vocab.txt", "tokenizer.json", "tokenizer_config.json"):
        (folder / name).unlink(missing_ok=True)
    with pytest.raises(InputError) as error:
        load(folder)
    assert str(error.value) == (
        f"a model folder must hold its tokenizer, but '{folder}' has none of ['tokenizer.json', 'vocab.txt']. "
        "Save it there too: tokenizer.save_pretrained(folder)."
    )


def test_a_decoder_without_a_tokenizer_is_told_so(tmp_path):
    import transformers

    sizes = {"hidden_size": 16, "intermediate_size": 32, "num_hidden_layers": 1, "num_attention_heads": 2}
    transformers.LlamaConfig(vocab_size=64, **sizes).save_pretrained(tmp_path)
    with pytest.raises(InputError) as error:
        load_tokenizer(str(tmp_path))
    assert str(error.value) == (
        f"a model folder must hold its tokenizer, but '{tmp_path}' has no file with a vocabulary, such as "
        "tokenizer.json. Save it there too: tokenizer.save_pretrained(folder)."
    )


def test_a_vocabulary_alone_is_a_tokenizer(copy, tiny_folder):
    folder = copy()
    for name in ("tokenizer.json", "tokenizer_config.json"):
        (folder / name).unlink(missing_ok=True)
    (folder / "vocab.txt").write_text("\n".join(load_tokenizer(str(tiny_folder)).get_vocab()))
    assert load(folder).tokenize(["w1 w2"])[0].total == 2


@pytest.mark.parametrize("words", [20, 100])
def test_the_tokenizer_of_another_model_is_refused(copy, words):
    from transformers import BertTokenizer

    folder = copy()
    vocabulary = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *(f"w{i}" for i in range(words)), "a"]
    BertTokenizer(vocab={word: place for place, word in enumerate(vocabulary)}).save_pretrained(folder)
    with pytest.raises(InputError, match=f"'{folder}' knows {words + 6} tokens, and there are 66 embeddings"):
        load(folder)


@pytest.mark.parametrize(
    ("entries", "words"),
    [
        ({"num_hidden_layers": 4}, r"lacks encoder\.layer\.2\.attention\.output\.LayerNorm\.bias, .* and 29 more"),
        (
            {"num_hidden_layers": 1},
            r"does not declare encoder\.layer\.1\.attention\.output\.LayerNorm\.bias, .* 13 more",
        ),
        (
            {"num_hidden_layers": 0},
            r"does not declare encoder\.layer\.0\.attention\.output\.LayerNorm\.bias, .* 29 more",
        ),
        ({"intermediate_size": 64}, r"lacks encoder\.layer\.0\.intermediate\.dense\.bias, .* and 3 more"),
    ],
)
def test_weights_that_do_not_fit_the_configuration_are_named(copy, entries, words):
    folder = copy(**entries)
    with pytest.raises(InputError, match=words):
        load(folder)
    with pytest.raises(InputError, match=words):
        load_network("AutoModelForSequenceClassification", str(folder), None, None)


def saved(folder: Path, name: str, config: str, **shape) -> Path:
    """A random network of this class beside the tokenizer of the tiny model."""
    import transformers

    torch.manual_seed(0)
    made = getattr(transformers, config)(vocab_size=66, max_position_embeddings=40, pad_token_id=0, **shape)
    getattr(transformers, name)(made).save_pretrained(folder)
    return folder


BERT = {"hidden_size": 16, "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 32}
LAYOUTS = [
    ("BertForMaskedLM", "BertConfig", BERT),
    ("RobertaForMaskedLM", "RobertaConfig", BERT),
    ("MPNetForMaskedLM", "MPNetConfig", BERT),
    ("ElectraForPreTraining", "ElectraConfig", BERT | {"embedding_size": 16}),
    ("AlbertForMaskedLM", "AlbertConfig", BERT | {"embedding_size": 16}),
    ("DistilBertForMaskedLM", "DistilBertConfig", {"dim": 16, "n_layers": 2, "n_heads": 2, "hidden_dim": 32}),
]


@pytest.mark.parametrize(("name", "config", "shape"), LAYOUTS)
def test_a_language_model_has_no_random_pooler(copy, name, config, shape):
    folder = saved(copy(), name, config, **shape)
    first, again = load(folder), load(folder)
    assert first.identity == again.identity
    assert set(first.encode(first.tokenize(["w1 w2"]))[0].pooled) == {"mean", "cls"}
    with pytest.raises(InputError, match=r"lacks pooler\..*bias|needs an encoder with a pooling layer"):
        load(folder, pooling="pooler")


def test_a_classifier_may_have_a_new_head_and_pooler_but_an_old_encoder(copy):
    folder = saved(copy(), "BertForMaskedLM", "BertConfig", **BERT)
    network = load_network("AutoModelForSequenceClassification", str(folder), None, None)
    assert torch.equal(
        network.bert.embeddings.word_embeddings.weight, load(folder)._network.get_input_embeddings().weight
    )


def rewrite(folder: Path, change: Callable[[str], str], value: float = 1.0) -> None:
    from safetensors.torch import load_file, save_file

    file = folder / "model.safetensors"
    weights = {change(name): values * value for name, values in load_file(file).items()}
    save_file(weights, file, metadata={"format": "pt"})


@pytest.mark.parametrize(
    "change", [lambda name: f"bert.{name}", lambda name: name.replace("LayerNorm.weight", "LayerNorm.gamma")]
)
def test_weights_under_their_older_names_are_the_same(copy, tiny_folder, change):
    folder = copy()
    rewrite(folder, change)
    assert load(folder).identity == load(tiny_folder).identity


def test_a_prefix_under_which_nothing_is_found_is_refused(copy):
    folder = copy()
    rewrite(folder, lambda name: f"base_model.model.{name}")
    with pytest.raises(InputError, match=r"lacks embeddings\.LayerNorm\.bias, .* and 34 more"):
        load(folder)


def test_weights_that_are_no_numbers_are_refused(copy):
    folder = copy()
    rewrite(folder, str, float("nan"))
    with pytest.raises(InputError, match=r"a model must hold finite numbers, but .* does not, in embeddings\."):
        load(folder)


@pytest.mark.parametrize("left", [0, 4, 100, -10])
@pytest.mark.parametrize("name", ["model.safetensors", "config.json", "tokenizer.json"])
def test_a_torn_file_is_a_sentence(copy, name, left):
    folder = copy()
    (folder / name).write_bytes((folder / name).read_bytes()[:left])
    with pytest.raises(InputError, match=f"a model folder must hold a whole model .* but '{folder}' does not "):
        load(folder)


class Command:
    def __reduce__(self):
        import os

        return os.mkdir, ("run",)


@pytest.mark.parametrize("evil", [True, False])
def test_pickled_weights_are_read_as_weights_alone(copy, tiny_folder, tmp_path, monkeypatch, evil):
    from safetensors.torch import load_file

    monkeypatch.chdir(tmp_path)
    folder = copy()
    weights = load_file(folder / "model.safetensors")
    (folder / "model.safetensors").unlink()
    torch.save(weights | ({"more": Command()} if evil else {}), folder / "pytorch_model.bin")
    if evil:
        with pytest.raises(InputError, match="weights must be numbers alone, best in safetensors"):
            load(folder)
    else:
        assert load(folder).identity == load(tiny_folder).identity
    assert not Path("run").exists()


@pytest.mark.parametrize("entry", ["attn_implementation", "_attn_implementation", "experts_implementation"])
@pytest.mark.parametrize("value", ["kernels-community/flash-attn", "flash_attention_2", {"": "a/b"}])
def test_a_choice_of_kernels_is_not_obeyed(copy, tiny_folder, entry, value):
    folder = copy(**{entry: value})
    assert load(folder).identity == load(tiny_folder).identity
    network = load_network("AutoModelForSequenceClassification", str(folder), None, None)
    assert network.config._attn_implementation in ("sdpa", "eager")


@pytest.mark.parametrize(
    "entries", [{"return_dict": False}, {"output_attentions": True}, {"output_hidden_states": True}]
)
def test_what_a_configuration_gives_out_is_ours_to_choose(copy, tiny_folder, entries):
    assert load(copy(**entries)).identity == load(tiny_folder).identity


def test_networks_that_do_not_read_texts_are_refused(copy):
    import transformers

    folder = copy()
    transformers.ViTModel(transformers.ViTConfig(**BERT)).save_pretrained(folder)
    with pytest.raises(InputError, match="must be an encoder that reads token ids and gives hidden states"):
        load(folder)
