"""Research environments: PettingZoo, OpenSpiel, and thousands of games stepped at once."""
