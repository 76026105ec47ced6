"""Environments for research: PettingZoo, OpenSpiel, and thousands of games stepped at once."""
