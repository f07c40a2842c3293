"""The texts that were read and used."""
