"""Studies of played games: analysis, puzzles, and the balance of boards."""
