"""Computer players: who they are, how much they may think, and how they decide."""
