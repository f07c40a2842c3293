"""sentence-transformers folders: read as that library reads them; what we do not have is refused by name."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
import torch
from torch import nn

from geobias.errors import InputError
from geobias.models import EmbeddingStore, EncoderSettings, extract, load_encoder
from geobias.models.sentence_files import read_sentence_modules
from tests.models.networks import build, save

TEXTS = ["w1 w2 w3 w4", "w5", "w6 w6 w7", "w8 w9 w10 w11 w12 w13"]


def library():
    return pytest.importorskip("sentence_transformers")


def folder(path, *steps, name="Bert", modes="mean", include_prompt=True, **how):
    """A folder that sentence-transformers saved, with random weights; returns (our settings, its vectors)."""
    st = library()
    from sentence_transformers import models

    base = save(path / "base", build(name), specials=name == "Bert")
    torch.manual_seed(1)
    pooling = models.Pooling(16, pooling_mode=modes, include_prompt=include_prompt)
    made = st.SentenceTransformer(modules=[models.Transformer(base.model), pooling, *steps], device="cpu", **how)
    made.save(str(path / "saved"))
    theirs = st.SentenceTransformer(str(path / "saved"), device="cpu").encode(TEXTS, convert_to_tensor=True)
    return replace(base, model=str(path / "saved"), pooling="sentence"), theirs


def ours(settings):
    encoder = load_encoder(settings)
    return torch.stack([one.pooled["sentence"] for one in encoder.encode(encoder.tokenize(TEXTS))])


def check(settings, theirs):
    assert (ours(settings) - theirs).abs().max() < 1e-5 * theirs.abs().max()


@pytest.mark.parametrize("modes", ["cls", "max", "mean", "mean_sqrt_len_tokens", "weightedmean", "lasttoken"])
def test_every_pooling_is_the_librarys(tmp_path, modes):
    check(*folder(tmp_path, modes=modes))


def test_poolings_are_joined_and_go_through_dense_layers_and_normalisation(tmp_path):
    library()
    from sentence_transformers import models

    dense = models.Dense(32, 8, activation_function=nn.Tanh())
    other = models.Dense(8, 8, bias=False, activation_function=nn.GELU(), use_residual=True)
    settings, theirs = folder(tmp_path, dense, other, models.Normalize(), modes=("cls", "mean"), truncate_dim=5)
    assert theirs.shape == (4, 5)
    check(settings, theirs)
    assert load_encoder(settings).describe()["sentence"] == {
        "poolings": ["cls", "mean"],
        "include_prompt": True,
        "steps": [str(step) for step in read_sentence_modules(settings.model, None).steps],
        "weights": load_encoder(settings).sentence.identity["weights"],
        "dimensions": 5,
    }


@pytest.mark.parametrize("include_prompt", [True, False])
@pytest.mark.parametrize("modes", ["cls", "mean", "weightedmean"])
def test_the_default_prompt_is_put_in_front_and_is_no_part_of_a_cloud(tmp_path, include_prompt, modes):
    settings, theirs = folder(
        tmp_path, modes=modes, include_prompt=include_prompt, prompts={"query": "w20 w21 "}, default_prompt_name="query"
    )
    check(settings, theirs)
    encoder = load_encoder(settings)
    tokenized = encoder.tokenize(TEXTS)
    assert [len(one.points) for one in encoder.encode(tokenized)] == [4, 1, 3, 6]
    assert encoder.identity["prompt"] == "w20 w21 "
    bare = load_encoder(replace(settings, pooling="mean"))
    assert "prompt" not in bare.identity
    named = load_encoder(replace(settings, pooling="mean", prompt="query"))
    assert named.identity["prompt"] == "w20 w21 "
    assert not torch.allclose(named.encode(tokenized)[0].points, bare.encode(tokenized)[0].points, atol=1e-3)


@pytest.mark.parametrize("modes", ["cls", "mean", "weightedmean"])
def test_without_a_prompt_specials_are_pooled_where_prompts_would_not_be(tmp_path, modes):
    check(*folder(tmp_path, modes=modes, include_prompt=False))


def test_a_prompt_is_no_part_of_a_cloud_of_all_tokens(tmp_path):
    settings, _ = folder(tmp_path, prompts={"query": "w20 w21 "})
    of_content = replace(settings, pooling="mean", prompt="query")
    encoder = load_encoder(replace(of_content, positions="all"))
    tokenized = encoder.tokenize(TEXTS)
    [one], [content] = encoder.encode(tokenized[:1]), load_encoder(of_content).encode(tokenized[:1])
    assert [encoder.cloud_size(text) for text in tokenized] == [6, 3, 5, 8]
    assert len(one.points) == 6
    assert torch.allclose(one.points[1:-1], content.points, atol=1e-6)
    assert torch.allclose(one.points[0], one.pooled["cls"], atol=1e-6)


@pytest.mark.parametrize("modes", ["mean", "lasttoken"])
def test_decoders_in_such_a_folder_are_read_too(tmp_path, modes):
    check(*folder(tmp_path, name="Llama", modes=modes))


def test_the_packaged_folder_gives_the_librarys_vectors(minilm):
    st = library()
    from geobias.models import locate

    texts = ["hi there", "a long walk along the harbour before breakfast with the dogs"]
    theirs = st.SentenceTransformer(locate(minilm.settings.model), device="cpu").encode(texts, convert_to_tensor=True)
    encoder = load_encoder(replace(minilm.settings, pooling="sentence"))
    found = torch.stack([one.pooled["sentence"] for one in encoder.encode(encoder.tokenize(texts))])
    assert (found - theirs).abs().max() < 1e-5
    assert minilm.identity == load_encoder(minilm.settings).identity
    assert "sentence" not in minilm.identity


def test_sentence_vectors_are_stored_in_a_store_of_their_own(tmp_path):
    library()
    from sentence_transformers import models

    settings, theirs = folder(tmp_path, models.Dense(16, 8))
    encoder, other = load_encoder(settings), load_encoder(replace(settings, pooling="mean"))
    store = EmbeddingStore(tmp_path / "store", encoder.identity)
    assert extract(encoder, store, TEXTS) == 4
    assert abs(store.vectors(TEXTS, "sentence") - theirs.numpy()).max() < 1e-5
    assert store.folder != EmbeddingStore(tmp_path / "store", other.identity).folder


def change(settings, name, **values):
    """Another value in a JSON file of the folder; a list's last entry is changed."""
    from pathlib import Path

    path = Path(settings.model) / name
    found = json.loads(path.read_text()) if path.exists() else {}
    (found[-1] if isinstance(found, list) else found).update(values)
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(found))


def refused(settings) -> str:
    with pytest.raises(InputError) as told:
        load_encoder(settings)
    return str(told.value).replace(settings.model, "FOLDER")


MEND = "Name another model; or take modules.json out of a copy of it to read its network alone."


@pytest.mark.parametrize(
    "named", ["sentence_transformers.models.WordWeights", "custom_code.Normalize", "sentence_transformersx.Normalize"]
)
@pytest.mark.parametrize("pooling", ["mean", "sentence"])
def test_an_unknown_module_is_refused_by_name_whatever_the_pooling(tmp_path, named, pooling):
    library()
    from sentence_transformers import models

    settings, _ = folder(tmp_path, models.Normalize())
    change(settings, "modules.json", type=named)
    assert refused(replace(settings, pooling=pooling)) == (
        "a sentence-transformers folder must hold modules of Transformer, Pooling, Dense, Normalize alone, but "
        f"modules.json of 'FOLDER' names {named}. {MEND}"
    )


def test_what_else_we_do_not_have_is_refused_by_name(tmp_path):
    library()
    from sentence_transformers import models

    settings, _ = folder(tmp_path, models.Dense(16, 16))
    cases = [
        ("2_Dense/config.json", {"activation_function": "os.system"}, "names os.system"),
        ("2_Dense/config.json", {"activation_function": "torch.nn.Tanh", "module_input_name": "x"}, "_input_name=x"),
        ("2_Dense/config.json", {"module_input_name": "sentence_embedding"}, ""),
        ("1_Pooling/config.json", {"pooling_mode": "median"}, "names median"),
        ("1_Pooling/config.json", {"pooling_mode": "mean"}, ""),
        ("sentence_bert_config.json", {"do_lower_case": True}, "has do_lower_case=True"),
        ("sentence_bert_config.json", {"do_lower_case": False, "transformer_task": "fill"}, "transformer_task=fill"),
    ]  # fmt: skip
    for name, values, words in cases:
        change(settings, name, **values)
        if words:
            assert f"{name} of 'FOLDER'" in (told := refused(settings))
            assert words in told
            assert told.endswith(MEND)
        else:
            load_encoder(settings)


def test_modules_in_another_order_or_without_their_files_are_refused(tmp_path):
    settings, _ = folder(tmp_path)
    change(settings, "modules.json", type="sentence_transformers.models.Normalize")
    assert refused(settings) == (
        "a sentence-transformers folder must hold Transformer, then Pooling, then Dense or Normalize, but modules.json "
        f"of 'FOLDER' names Transformer, then Normalize. {MEND}"
    )
    change(settings, "modules.json", type="sentence_transformers.models.Pooling", path="nowhere")
    assert refused(settings) == (
        "a sentence-transformers folder must hold every file that modules.json names, but nowhere/config.json of "
        f"'FOLDER' is not there. {MEND}"
    )


def test_torn_files_are_a_sentence(tmp_path):
    library()
    from pathlib import Path

    from sentence_transformers import models

    settings, _ = folder(tmp_path, models.Dense(16, 16))
    for name, text, words in (
        ("2_Dense/config.json", '{"out_features": 16}', "'in_features'"),
        ("modules.json", "{}", "names "),
        ("modules.json", '["Transformer"]', "'str' object has no attribute 'get'"),
        ("modules.json", "[", "Expecting value: line 1 column 2 (char 1)"),
    ):
        place = Path(settings.model) / name
        before = place.read_text()
        place.write_text(text)
        assert words in refused(settings)
        place.write_text(before)


def test_a_pickle_among_the_modules_runs_nothing(tmp_path):
    library()
    from pathlib import Path

    from sentence_transformers import models

    settings, _ = folder(tmp_path, models.Dense(16, 16))
    place = Path(settings.model) / "2_Dense"
    (place / "model.safetensors").unlink()

    class Harm:
        def __reduce__(self):
            return Path.touch, (tmp_path / "harm",)

    torch.save({"linear.weight": Harm()}, place / "pytorch_model.bin")
    assert "a pickle that asks to run code, which is never done" in refused(settings)
    assert not (tmp_path / "harm").exists()


def test_sentence_vectors_need_such_a_folder_and_the_last_layer(tmp_path):
    settings = replace(save(tmp_path / "plain", build("Bert")), pooling="sentence")
    assert refused(settings) == (
        "encoder.pooling=sentence needs a sentence-transformers folder (modules.json), but 'FOLDER' is none. "
        "Use encoder.pooling=mean."
    )
    other, _ = folder(tmp_path / "st")
    assert refused(replace(other, layer=1)) == (
        "encoder.pooling=sentence reads the last layer alone, but encoder.layer=1. "
        "Leave encoder.layer at -1, or use encoder.pooling=mean."
    )
    assert read_sentence_modules(settings.model, None) is None
    assert isinstance(settings, EncoderSettings)
