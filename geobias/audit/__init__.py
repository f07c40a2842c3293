"""Audit: what would make a comparison of groups meaningless, looked for before any distance is read."""

from geobias.audit.groups import TextStatistics, audit_groups, check_readable

__all__ = ["TextStatistics", "audit_groups", "check_readable"]
