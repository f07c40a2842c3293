"""What Hydra composes of options, and how often."""

from __future__ import annotations

from geobias.commands.grammar import compose, composing


def test_what_options_lead_to_is_composed_once_for_all_jobs_of_a_sweep(monkeypatch):
    seen = []
    once = composing.composed

    def counted(overrides, **options):
        seen.append(list(overrides))
        return once(overrides, **options)

    monkeypatch.setattr(composing, "composed", counted)
    for seed in (1, 2, 3):
        assert compose(["study=regional", "corpus=synthetic", f"seed={seed}"]).seed == seed
    # What a job is made of is composed elsewhere; here are its known keys and its study's groups.
    assert len(seen) <= 2
