"""Steps: the legal choices of each task, and the effect of each choice."""
