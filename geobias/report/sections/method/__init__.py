"""How the numbers came about."""
