"""Research environments: Gymnasium, PettingZoo, OpenSpiel, and thousands of games stepped at once."""
