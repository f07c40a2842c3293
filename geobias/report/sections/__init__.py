"""The subjects of a page: figures, tables and sentences of one subject in one place."""
