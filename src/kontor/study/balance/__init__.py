"""Studies of balance: what many games between agents show about a game and a board."""
