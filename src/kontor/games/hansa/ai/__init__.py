"""The evaluation and the light policy."""
