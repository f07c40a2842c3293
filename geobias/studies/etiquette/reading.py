"""What an etiquette study reads before its first step."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from geobias.corpora import Etiquette, load_statements
from geobias.models import Encoder, load_encoder
from geobias.pipeline import check_classifier
from geobias.studies.etiquette.answering import Asked
from geobias.studies.etiquette.authorship import read_authorship
from geobias.studies.etiquette.sample import at_most
from geobias.studies.etiquette.settings import EtiquetteStudySettings
from geobias.studies.etiquette.successor import Successor
from geobias.studies.etiquette.trained_settings import ProbedSettings, StatementRecipe
from geobias.studies.etiquette.tuning import fingerprints


@dataclass(frozen=True)
class Read:
    """Statements, and all that is done with them; None = it is not.

    asked : who is asked what of them. encoder : of probes and distances. base : fingerprints of what is fine-tuned.
    authorship : region -> share. successor : what else is asked.
    """

    statements: Etiquette
    asked: Asked | None = None
    encoder: Encoder | None = None
    base: Mapping[str, str] | None = None
    authorship: Mapping[str, float] | None = None
    successor: Successor = field(default_factory=Successor)

    @classmethod
    def of(cls, settings: EtiquetteStudySettings) -> Read:
        """Those that the settings name."""
        statements = at_most(load_statements(settings.corpus), settings.etiquette.limit, settings.seed)
        trained, relating = settings.trained, settings.relating
        base = None
        if isinstance(trained, StatementRecipe):
            check_classifier(trained)
            base = fingerprints(trained, settings.encoder)
        probed = isinstance(trained, ProbedSettings) and trained.name != "none"
        file, regions = relating.authorship, list(statements.groups())
        shares = None if file is None else read_authorship(file, regions)
        asked = None if settings.asking.ask == "none" else Asked.of(settings, statements)
        return cls(
            statements,
            asked,
            load_encoder(settings.encoder) if probed or relating.methods else None,
            base,
            shares,
            Successor.of(settings, statements, None if asked is None else asked.responder),
        )

    def content(self) -> dict[str, Any]:
        """Fingerprints of all that settings only name."""
        return {
            "statements": self.statements.digest(),
            "asked": None if self.asked is None else self.asked.content(),
            "encoder": None if self.encoder is None else self.encoder.identity,
            "classifier": self.base,
            "authorship": None if self.authorship is None else dict(self.authorship),
            "successor": self.successor.content(),
        }
