"""Exchange: what was collected goes out as files, and what others collected comes in."""

from geobias.collect.exchange.exporting import export_study, read_rows
from geobias.collect.exchange.importing import import_judgements, read_export
from geobias.collect.exchange.rows import Rows

__all__ = ["Rows", "export_study", "import_judgements", "read_export", "read_rows"]
