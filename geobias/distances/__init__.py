"""distances."""
