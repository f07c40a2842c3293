"""Raw: bytes, text and tables of files as they stand, before anybody makes something of them.

It needs nothing beyond Python (pyarrow for parquet, at the call), so what has to start at once may read with it.
"""

from geobias.raw.delimited import csv_records, csv_table
from geobias.raw.delimiters import BY_ENDING
from geobias.raw.encodings import Decoded, decode
from geobias.raw.files import plain_name, read_bytes, stored_bytes, visible_files
from geobias.raw.json_records import json_table
from geobias.raw.raw_table import Places, RawTable
from geobias.raw.reading import read_table, table_of

__all__ = [
    "BY_ENDING",
    "Decoded",
    "Places",
    "RawTable",
    "csv_records",
    "csv_table",
    "decode",
    "json_table",
    "plain_name",
    "read_bytes",
    "read_table",
    "stored_bytes",
    "table_of",
    "visible_files",
]
