"""The steps: the moves of each phase and their effects."""
