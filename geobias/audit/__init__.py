"""Audit: what would make a comparison of groups meaningless, looked for before any distance is read."""

from geobias.audit.audited import Audited, TextStatistics
from geobias.audit.departures import LEVEL as LEVEL
from geobias.audit.departures import Departure as Departure
from geobias.audit.departures import odd_means as odd_means
from geobias.audit.departures import odd_shares as odd_shares
from geobias.audit.items import audit_items
from geobias.audit.judgements import audit_judgements
from geobias.audit.respondents import audit_respondents
from geobias.audit.statements import audit_statements
from geobias.audit.stopping import check_stops
from geobias.audit.texts import Audit, audit_groups, audit_texts
from geobias.audit.tokens import check_readable

__all__ = [
    "Audit",
    "Audited",
    "TextStatistics",
    "audit_groups",
    "audit_items",
    "audit_judgements",
    "audit_respondents",
    "audit_statements",
    "audit_texts",
    "check_readable",
    "check_stops",
]
