"""Play in a terminal: a prompt that completes moves, the text board, hints, undo, saving and resuming."""
