"""How distances go with gaps."""
