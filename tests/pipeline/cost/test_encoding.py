"""What encoding costs: texts that the store has are not counted."""

from __future__ import annotations

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
