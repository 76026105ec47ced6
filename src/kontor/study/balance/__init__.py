"""Balance: what many games between agents show about a game, a board and its parts."""
