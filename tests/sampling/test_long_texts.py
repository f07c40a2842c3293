"""Long texts: joined within blocks that share no source."""

from __future__ import annotations

import numpy as np

from geobias.sampling import SamplingPlan, join_texts, make_pools


def joined(corpus, documents, join=4, blocks=3):
    plan = SamplingPlan(pool=None, mixed=False, baseline=False, min_documents=2)
    pools = make_pools(corpus, plan, np.ones(len(corpus), dtype=bool), seed=0)
    return join_texts(corpus, pools, join=join, documents=documents, blocks=blocks, seed=0)


def test_a_long_text_is_its_sources_joined_and_blocks_share_none(make_corpus):
    corpus = make_corpus({"au": 40, "nz": 24})
    long = joined(corpus, documents=6)
    assert len(long.corpus) == 12
    assert long.corpus.texts[0] == " ".join(corpus.texts[row] for row in long.sources[0])
    for group, rows in long.pools.rows.items():
        assert set(corpus.attributes["region"][long.sources[rows].ravel()]) == {group}
        by_block = [set(long.sources[rows[long.blocks[rows] == block]].ravel()) for block in range(3)]
        assert all(by_block)
        assert sum(map(len, by_block)) == len(set.union(*by_block))


def test_no_source_is_used_twice_while_there_are_enough(make_corpus):
    long = joined(make_corpus({"au": 40, "nz": 24}), documents=6)
    assert len(np.unique(long.sources)) == long.sources.size
    assert long.notices == []


def test_texts_of_one_author_stand_in_one_block(make_corpus):
    corpus = make_corpus({"au": 40, "nz": 24})
    pools = make_pools(
        corpus, SamplingPlan(pool=None, mixed=False, baseline=False, min_documents=2), np.ones(64, dtype=bool), seed=0
    )
    units = np.arange(64) // 3
    long = join_texts(corpus, pools, join=4, documents=6, blocks=3, seed=0, units=units)
    assert set(long.blocks) == {0, 1, 2}
    for rows in long.pools.rows.values():
        authors = [set(units[long.sources[rows[long.blocks[rows] == block]]].ravel()) for block in range(3)]
        assert sum(map(len, authors)) == len(set.union(*authors))
    one = np.where(np.arange(64) < 36, 0, np.arange(64))  # leaves 4 texts for another block of au, too few for two
    assert set(join_texts(corpus, pools, join=4, documents=6, blocks=3, seed=0, units=one).blocks) == {0, 1}


def test_reuse_is_even_and_said(make_corpus):
    long = joined(make_corpus({"au": 40, "nz": 12}), documents=6)
    assert long.notices == ["Long texts use their short ones more than once, on average: nz 2.0 times."]
    _, uses = np.unique(long.sources[long.pools.rows["nz"]], return_counts=True)
    assert uses.tolist() == [2] * 12
    many = joined(make_corpus({f"g{n}": 12 for n in range(40)}), documents=6)
    assert many.notices == [
        "Long texts use their short ones more than once, on average: 2.0 to 2.0 times in 40 groups."
    ]
